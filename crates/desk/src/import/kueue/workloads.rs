//! Workloads: what admitted ones use, what waiting ones ask for, and the flavors that waiting ones would take.

use std::collections::BTreeMap;

use super::columns::{ByColumn, Column, amount, rounded, units};
use super::conditions::{barred, ended, since, waits_from};
use super::flavors::Flavors;
use super::full_name;
use super::queues::{Queue, Stopped};
use super::status::Status;
use super::templates::Templates;
use crate::document::{InputError, Node, Value};
use crate::import::amounts::{Amounts, PODS, add};
use crate::import::assume::Assumptions;
use crate::import::constraints::Constraints;
use crate::import::omitted::Omitted;
use crate::import::places::{at, count_at, list_at, text_at, whole_at};
use crate::import::pods::asked;
use crate::import::unread::{Known, says, signs};
use crate::scalar::{Rational, Scalar};

/// The cluster queue of each local queue, and why the local queue is stopped, if it is.
pub(super) type Locals = BTreeMap<String, (String, Option<Stopped>)>;

/// A workload that is not finished.
pub(super) struct Workload {
    pub(super) name: String,
    pub(super) queue: usize,
    pub(super) request: ByColumn,
    /// What each pod set of a waiting workload asks for, before flavors are chosen.
    pub(super) asks: Vec<Amounts>,
    /// What each pod set of a waiting workload requires of its nodes.
    pub(super) rules: Vec<Constraints>,
    pub(super) priority: i64,
    uid: Option<String>,
    /// The time at which its quota was reserved, if it was.
    pub(super) admitted: Option<String>,
    /// The time from which it waits.
    pub(super) created: String,
    evicted: bool,
}

impl Workload {
    /// The workload as an entry of an instance, in which it asks for `request`.
    pub(super) fn to_value(&self, columns: &[Column], request: &ByColumn) -> Value {
        let field = |name: &str, value: Value| (name.to_string(), value);
        let amount = |column| Value::Number(request.get(column).cloned().unwrap_or_else(Rational::zero));
        let mut fields = vec![
            field("name", Value::text(&self.name)),
            field("queue", Value::index(self.queue)),
            field("request", Value::List(columns.iter().map(amount).collect())),
            field("priority", Value::Integer(self.priority)),
        ];
        fields.extend(self.uid.as_ref().map(|uid| field("uid", Value::text(uid))));
        fields.extend(self.admitted.as_ref().map(|time| field("reserved", Value::text(time))));
        fields.extend((!self.created.is_empty()).then(|| field("submitted", Value::text(&self.created))));
        fields.extend(self.evicted.then(|| field("evicted", Value::Bool(true))));
        Value::Table(fields)
    }
}

/// The local queue of a workload, with its namespace.
fn local(node: &Node<'_>) -> Result<String, InputError> {
    let space = text_at(node, &["metadata", "namespace"])?.unwrap_or("default");
    Ok(format!("{space}/{}", text_at(node, &["spec", "queueName"])?.unwrap_or_default()))
}

/// The cohort in which the workload waits, if it does.
pub(super) fn waits_in(
    node: &Node<'_>,
    locals: &Locals,
    queues: &[Queue],
) -> Result<Option<String>, InputError> {
    if ended(node)? || since(node, "QuotaReserved")?.is_some() || barred(node)?.is_some() {
        return Ok(None);
    }
    let of = locals.get(&local(node)?).filter(|(_, stopped)| stopped.is_none());
    let queue = of.and_then(|(name, _)| queues.iter().find(|queue| queue.name == *name));
    Ok(queue.filter(|queue| queue.stopped.is_none()).map(|queue| queue.root.clone()))
}

/// The number of pods of a pod set that need no quota any more.
fn reclaimable(node: &Node<'_>, set: &str) -> Result<usize, InputError> {
    for entry in list_at(node, &["status", "reclaimablePods"])? {
        if text_at(&entry, &["name"])? == Some(set) {
            return Ok(count_at(&entry, &["count"])?.unwrap_or(0));
        }
    }
    Ok(0)
}

fn int(n: usize) -> Rational {
    Rational::int(i64::try_from(n).unwrap_or(i64::MAX))
}

/// The number of pods of the pod set `name` of a specification.
fn specified(node: &Node<'_>, name: &str) -> Result<Option<usize>, InputError> {
    for set in list_at(node, &["spec", "podSets"])? {
        if text_at(&set, &["name"])? == Some(name) {
            return Ok(Some(count_at(&set, &["count"])?.unwrap_or(1)));
        }
    }
    Ok(None)
}

/// The usage of an admitted workload by column. If the specified pods without those that need no quota any more are fewer
/// than the admitted ones, it is divided and multiplied in whole units (pkg/workload/workload.go,
/// `totalRequestsFromAdmission`).
fn admitted(node: &Node<'_>) -> Result<ByColumn, InputError> {
    let mut request = ByColumn::new();
    let Some(sets) = at(node, &["status", "admission", "podSetAssignments"]) else {
        return Err(
            node.error("field `status.admission.podSetAssignments` is missing, and the workload has quota")
        );
    };
    for set in sets.list()? {
        let flavors = at(&set, &["flavors"]);
        let of = text_at(&set, &["name"])?.unwrap_or_default();
        let specified = specified(node, of)?;
        let count = count_at(&set, &["count"])?.or(specified).unwrap_or(1);
        let left = specified.unwrap_or(count).saturating_sub(reclaimable(node, of)?);
        let Some(raw) = at(&set, &["resourceUsage"]) else { continue };
        for (name, value) in raw.value().fields() {
            let (called, mut used) = amount(&raw.child(name, value), name)?;
            let flavor = flavors.as_ref().and_then(|f| text_at(f, &[name]).transpose()).transpose()?;
            let flavor = flavor.ok_or_else(|| set.error(format!("flavors.{name}: no flavor is assigned")))?;
            if left < count {
                let unit = units(&called);
                used = (used * &unit / int(count)).floor() * int(left) / unit;
            }
            let sum: &mut Rational =
                request.entry((flavor.to_string(), called)).or_insert_with(Rational::zero);
            *sum = &*sum + used;
        }
    }
    Ok(request)
}

/// The pod sets of a waiting workload.
#[derive(Default)]
struct Asked {
    asks: Vec<Amounts>,
    /// What they require of their nodes.
    rules: Vec<Constraints>,
    /// The reason why the workload is left out.
    why: Option<String>,
}

/// The requests of the pod sets of a waiting workload, in which the number of pods counts as well.
fn requested(
    node: &Node<'_>,
    (templates, covers): (&Templates, &dyn Fn(&str) -> bool),
    assumed: &mut Assumptions<'_>,
) -> Result<Asked, InputError> {
    let mut all = Asked::default();
    let space = text_at(node, &["metadata", "namespace"])?.unwrap_or("default");
    for set in list_at(node, &["spec", "podSets"])? {
        assumed.only(&set, "name count template")?;
        let gone = reclaimable(node, text_at(&set, &["name"])?.unwrap_or_default())?;
        let count = int(count_at(&set, &["count"])?.unwrap_or(1).saturating_sub(gone));
        let Some(template) = at(&set, &["template"]) else {
            return Err(set.error("field `template` is missing"));
        };
        if says(&template, &["spec", "resourceClaims"]) {
            assumed.need(&template, "resourceClaims")?;
        }
        let (adjusted, exceeds) = templates.adjusted(&template, space, covers, assumed)?;
        let template = set.child("template", &adjusted);
        if exceeds {
            all.why = Some("because a request is above its limit".to_string());
        }
        let mut one = asked(&template)?;
        one.insert(PODS.to_string(), Rational::one());
        all.rules.push(Constraints::read(&template)?);
        let of_all = |(name, amount): (String, Rational)| {
            let amount = rounded(&name, &amount) * &count;
            (name, amount)
        };
        all.asks.push(one.into_iter().map(of_all).collect());
    }
    Ok(all)
}

/// What the pod sets of a workload ask for together, without the number of pods.
fn total(asks: &[Amounts]) -> Amounts {
    let mut all = Amounts::new();
    asks.iter().for_each(|one| add(&mut all, one));
    all.remove(PODS);
    all
}

/// A reader of workloads.
pub(super) struct Reader<'r, 'a> {
    pub(super) locals: &'r Locals,
    pub(super) queues: &'r [Queue],
    pub(super) flavors: &'r Flavors,
    pub(super) templates: &'r Templates,
    /// What the workloads that are read come to, by queue.
    pub(super) found: Vec<Status>,
    pub(super) omitted: &'r mut Omitted,
    pub(super) assumed: &'r mut Assumptions<'a>,
}

/// Annotations, after `kueue.x-k8s.io/`, that change a priority, the flavors, or whether a workload may ask.
const ANNOTATIONS: [&str; 4] = [
    "priority-boost",
    "admission-gated-by",
    "workload-allowed-resource-flavors",
    "workload-slice-replacement-for",
];

/// Labels and annotations by which nothing is decided.
static MARKS: Known = Known::new("marks of workloads");

const KNOWN: &str = "podSets queueName priority priorityClassName priorityClassSource priorityClassRef active maximumExecutionTimeSeconds";

impl Reader<'_, '_> {
    /// Adds what is not read of a workload that has `reserved` quota, or waits for it.
    fn assume(&mut self, node: &Node<'_>, reserved: bool) -> Result<(), InputError> {
        if let Some(spec) = at(node, &["spec"]) {
            self.assumed.only(&spec, KNOWN)?;
        }
        for name in ANNOTATIONS {
            let name = format!("kueue.x-k8s.io/{name}");
            let says = text_at(node, &["metadata", "annotations", &name])?;
            // An empty gate does not hold a workload back.
            if says.is_some_and(|says| !says.is_empty() || !name.ends_with("-gated-by")) {
                self.assumed.need(node, &name)?;
            }
        }
        let refused = |check: &Node<'_>| matches!(text_at(check, &["state"]), Ok(Some("Retry" | "Rejected")));
        let checks = list_at(node, &["status", "admissionChecks"])?;
        for (there, field, words) in [
            (
                says(node, &["status", "unhealthyNodes"]),
                "unhealthyNodes",
                "The replacement of nodes that failed is not read",
            ),
            (checks.iter().any(refused), "admissionChecks", "Checks of workloads that failed are not read"),
            (
                says(node, &["metadata", "deletionTimestamp"]),
                "deletionTimestamp",
                "Workloads that are being deleted count as others",
            ),
            (
                !reserved && says(node, &["status", "requeueState", "requeueAt"]),
                "requeueAt",
                "The time at which a workload may ask again is not read, and taken as past",
            ),
        ] {
            if there {
                self.assumed.add(field, words);
            }
        }
        for name in signs(node, &MARKS) {
            self.assumed.add(name, "Labels and annotations that are not known are not read");
        }
        let spec = |name: &str| at(node, &["spec", name]).is_some();
        if !spec("priority") && (spec("priorityClassName") || spec("priorityClassRef")) {
            self.assumed.need(node, "priority")?;
        }
        Ok(())
    }

    /// The queue of a workload, or the reason why the workload is left out; the workloads of each queue are counted.
    fn place(
        &mut self,
        node: &Node<'_>,
        local: &str,
        has_quota: bool,
    ) -> Result<Result<usize, String>, InputError> {
        let known = self.locals.get(local);
        let of = text_at(node, &["status", "admission", "clusterQueue"])?.filter(|_| has_quota);
        let Some(of) = of.or(known.map(|(queue, _)| queue.as_str())) else {
            return Ok(Err("because the local queue is not in the list".to_string()));
        };
        let Some(queue) = self.queues.iter().position(|queue| queue.name == of) else {
            return Ok(Err("because the cluster queue is not in the cohort".to_string()));
        };
        if has_quota {
            return Ok(Ok(queue));
        }
        let (barred, held) = (barred(node)?, known.and_then(|(_, held)| held.as_ref()));
        // A local queue with a stopPolicy is no part of its cluster queue any more, one that is not active is.
        let stops = matches!(held, Some(Stopped::Policy(_)));
        if !stops && barred.is_none_or(|(_, counts)| counts) {
            self.found[queue].count(2, &ByColumn::new());
        }
        Ok(match (held, barred) {
            (Some(why), _) => Err(format!("because the local queue is held: {why}")),
            _ if self.queues[queue].stopped.is_some() => {
                Err("because the cluster queue is stopped".to_string())
            }
            (_, Some((why, _))) => Err(why.to_string()),
            _ => Ok(queue),
        })
    }

    /// What each pod set of a waiting workload of `queue` asks for and requires, or the reason why the workload is left out.
    fn asked(&mut self, node: &Node<'_>, queue: usize) -> Result<Asked, InputError> {
        let groups = &self.queues[queue].groups;
        let covers = |name: &str| groups.iter().any(|(names, _)| names.iter().any(|known| known == name));
        let mut all = requested(node, (self.templates, &covers), self.assumed)?;
        if !covers(PODS) {
            all.asks.iter_mut().for_each(|one| drop(one.remove(PODS)));
        }
        if let Some(name) = all.asks.iter().flat_map(Amounts::keys).find(|name| !covers(name)) {
            all.why.get_or_insert(format!("because the queue does not cover {name}"));
        }
        if all.why.is_some() {
            return Ok(all);
        }
        for (asks, rules) in all.asks.iter().zip(&all.rules) {
            for (names, flavors) in groups {
                let asks_some = names.iter().any(|name| asks.contains_key(name));
                if asks_some && self.flavors.open(node, flavors, rules, self.assumed)?.is_empty() {
                    all.why = Some("because no flavor of the queue has nodes for the pods".to_string());
                }
            }
        }
        Ok(all)
    }

    /// Reads a workload of the queues; `None` if it is left out.
    pub(super) fn read(&mut self, node: &Node<'_>) -> Result<Option<Workload>, InputError> {
        let name = full_name(node)?;
        let local = local(node)?;
        if ended(node)? {
            self.omitted.add("because the work is finished or not active", &local, 1, &Amounts::new());
            return Ok(None);
        }
        let reserved = since(node, "QuotaReserved")?;
        let queue = match self.place(node, &local, reserved.is_some())? {
            Ok(queue) => queue,
            Err(why) => {
                let of = (self.templates, &(|_: &str| false) as &dyn Fn(&str) -> bool);
                let all = requested(node, of, &mut Assumptions::default()).unwrap_or_default();
                self.omitted.add(&why, &local, 1, &total(&all.asks));
                return Ok(None);
            }
        };
        self.assume(node, reserved.is_some())?;
        let (mut request, mut all) = (ByColumn::new(), Asked::default());
        if reserved.is_some() {
            request = admitted(node)?;
            self.found[queue].count(0, &request);
            if since(node, "Admitted")?.is_some() {
                self.found[queue].count(1, &request);
            }
        } else {
            all = self.asked(node, queue)?;
            if let Some(why) = all.why {
                self.omitted.add(&why, &local, 1, &total(&all.asks));
                return Ok(None);
            }
        }
        let Asked { asks, rules, .. } = all;
        if !request.values().chain(asks.iter().flat_map(Amounts::values)).any(Scalar::is_positive) {
            self.omitted.add("because nothing is asked for", &local, 1, &Amounts::new());
            return Ok(None);
        }
        let priority = whole_at(node, &["spec", "priority"])?.unwrap_or_default();
        let evicted = reserved.is_some() && since(node, "Evicted")?.is_some();
        let (created, admitted) = (waits_from(node)?, reserved);
        let uid = text_at(node, &["metadata", "uid"])?.map(String::from);
        Ok(Some(Workload { name, queue, request, asks, rules, priority, uid, admitted, created, evicted }))
    }
}

/// The indexes of the admitted workloads, the longest admitted first. Of those admitted in one second, the one with the
/// smallest identifier counts as the youngest, because it is preempted first.
pub(super) fn by_age(workloads: &[Workload], assumed: &mut Assumptions<'_>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..workloads.len()).filter(|&w| workloads[w].admitted.is_some()).collect();
    let key = |w: usize| (&workloads[w].uid, &workloads[w].name);
    order.sort_by(|&a, &b| {
        workloads[a].admitted.cmp(&workloads[b].admitted).then_with(|| key(b).cmp(&key(a)))
    });
    let mut alike: BTreeMap<(usize, i64), usize> = BTreeMap::new();
    let of = |w: usize| (workloads[w].queue, workloads[w].priority);
    order.iter().for_each(|&w| *alike.entry(of(w)).or_default() += 1);
    let lacks = |w: usize| workloads[w].admitted.as_ref().is_some_and(String::is_empty);
    for _ in order.iter().filter(|&&w| lacks(w) && alike[&of(w)] > 1) {
        let words = "Workloads whose condition QuotaReserved has no time count as admitted before the others";
        assumed.add("lastTransitionTime", words);
    }
    for pair in order.windows(2) {
        let (a, b) = (&workloads[pair[0]], &workloads[pair[1]]);
        if a.admitted == b.admitted && a.queue == b.queue && (a.uid.is_none() || b.uid.is_none()) {
            let words =
                "Of workloads of one queue admitted in one second, names decide in place of identifiers";
            assumed.add("uid", words);
        }
    }
    order
}
