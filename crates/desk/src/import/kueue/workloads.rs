//! Workloads: what admitted ones use, what waiting ones ask for, and the flavors that waiting ones would take.

use std::collections::BTreeMap;

use super::flavors::Flavors;
use super::full_name;
use super::queues::{ByColumn, Column, Queue};
use crate::document::{InputError, Node, Value};
use crate::import::amounts::{Amounts, add, amounts};
use crate::import::assume::Assumptions;
use crate::import::constraints::Constraints;
use crate::import::omitted::Omitted;
use crate::import::places::{at, count_at, list_at, text_at, whole_at};
use crate::import::pods::asked;
use crate::import::unread::{Known, says, signs};
use crate::scalar::{Rational, Scalar};

/// The cluster queue of each local queue, and why the local queue is stopped, if it is.
pub(super) type Locals = BTreeMap<String, (String, Option<String>)>;

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

/// The time at which the condition `kind` became true; `None` if it is not true.
fn since(node: &Node<'_>, kind: &str) -> Result<Option<String>, InputError> {
    for condition in list_at(node, &["status", "conditions"])? {
        if text_at(&condition, &["type"])? == Some(kind) && text_at(&condition, &["status"])? == Some("True")
        {
            return Ok(Some(text_at(&condition, &["lastTransitionTime"])?.unwrap_or_default().to_string()));
        }
    }
    Ok(None)
}

/// Returns `true` if the workload waits for the end of a delay before it asks again.
fn delayed(node: &Node<'_>) -> Result<bool, InputError> {
    for condition in list_at(node, &["status", "conditions"])? {
        if text_at(&condition, &["type"])? == Some("Requeued") {
            return Ok(text_at(&condition, &["status"])? == Some("False"));
        }
    }
    Ok(false)
}

fn ended(node: &Node<'_>) -> Result<bool, InputError> {
    let inactive = at(node, &["spec", "active"]).is_some_and(|active| *active.value() == Value::Bool(false));
    Ok(inactive || since(node, "Finished")?.is_some())
}

fn reserved(node: &Node<'_>) -> Result<Option<String>, InputError> {
    Ok(since(node, "QuotaReserved")?.or(since(node, "Admitted")?))
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
    if ended(node)? || reserved(node)?.is_some() || delayed(node)? {
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

/// The usage of an admitted workload by column, without the pods that need no quota any more.
fn admitted(node: &Node<'_>) -> Result<ByColumn, InputError> {
    let mut request = ByColumn::new();
    let Some(sets) = at(node, &["status", "admission", "podSetAssignments"]) else {
        return Err(
            node.error("field `status.admission.podSetAssignments` is missing, and the workload has quota")
        );
    };
    for set in sets.list()? {
        let flavors = at(&set, &["flavors"]);
        let gone = reclaimable(node, text_at(&set, &["name"])?.unwrap_or_default())?;
        let count = count_at(&set, &["count"])?.unwrap_or(1).max(1);
        let left = int(count.saturating_sub(gone)) / int(count);
        let raw = at(&set, &["resourceUsage"]);
        for (name, value) in raw.iter().flat_map(|raw| raw.value().fields()) {
            let one = Value::Table(vec![(name.clone(), value.clone())]);
            let read = amounts(&Node::new("", &one), &[]).map_err(|error| set.error(error.reason))?;
            let flavor = flavors.as_ref().and_then(|f| text_at(f, &[name]).transpose()).transpose()?;
            let flavor = flavor.ok_or_else(|| set.error(format!("flavors.{name}: no flavor is assigned")))?;
            for (called, amount) in read {
                let used: &mut Rational =
                    request.entry((flavor.to_string(), called)).or_insert_with(Rational::zero);
                *used = &*used + amount * &left;
            }
        }
    }
    Ok(request)
}

/// The requests of the pod sets of a waiting workload, in which the number of pods counts as well, and what they require
/// of their nodes.
fn requested(
    node: &Node<'_>,
    assumed: &mut Assumptions<'_>,
) -> Result<(Vec<Amounts>, Vec<Constraints>), InputError> {
    let (mut all, mut rules) = (Vec::new(), Vec::new());
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
        let mut one = asked(&template)?;
        one.insert("pods".to_string(), Rational::one());
        rules.push(Constraints::read(&template)?);
        all.push(one.into_iter().map(|(name, amount)| (name, amount * &count)).collect());
    }
    Ok((all, rules))
}

fn total(asks: &[Amounts]) -> Amounts {
    let mut all = Amounts::new();
    asks.iter().for_each(|one| add(&mut all, one));
    all
}

/// The time from which a workload waits: that of an eviction because its pods were not ready or a check failed,
/// otherwise that of its creation.
fn waits_from(node: &Node<'_>) -> Result<String, InputError> {
    for condition in list_at(node, &["status", "conditions"])? {
        let reason = text_at(&condition, &["reason"])?;
        if text_at(&condition, &["type"])? == Some("Evicted")
            && text_at(&condition, &["status"])? == Some("True")
            && matches!(reason, Some("PodsReadyTimeout" | "AdmissionCheck"))
        {
            return Ok(text_at(&condition, &["lastTransitionTime"])?.unwrap_or_default().to_string());
        }
    }
    Ok(text_at(node, &["metadata", "creationTimestamp"])?.unwrap_or_default().to_string())
}

/// A reader of workloads.
pub(super) struct Reader<'r, 'a> {
    pub(super) locals: &'r Locals,
    pub(super) queues: &'r [Queue],
    pub(super) flavors: &'r Flavors,
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
            if at(node, &["metadata", "annotations", &name]).is_some() {
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

    /// Reads a workload of the queues; `None` if it is left out.
    pub(super) fn read(&mut self, node: &Node<'_>) -> Result<Option<Workload>, InputError> {
        let name = full_name(node)?;
        let reserved = reserved(node)?;
        let local = local(node)?;
        if ended(node)? {
            self.omitted.add("because they are finished or not active", &local, 1, &Amounts::new());
            return Ok(None);
        }
        let known = self.locals.get(&local);
        let of = text_at(node, &["status", "admission", "clusterQueue"])?.filter(|_| reserved.is_some());
        let of = of.or(known.map(|(queue, _)| queue.as_str()));
        let found = of.and_then(|of| self.queues.iter().position(|queue| queue.name == of));
        let why = match (of, &found, known) {
            (None, ..) => "because their local queue is not in the list".to_string(),
            (_, None, _) => "because their cluster queue is not in the cohort".to_string(),
            (_, _, Some((_, Some(why)))) if reserved.is_none() => {
                format!("because their local queue is held: {why}")
            }
            (_, Some(queue), _) if reserved.is_none() && self.queues[*queue].stopped.is_some() => {
                "because their cluster queue is stopped".to_string()
            }
            _ if reserved.is_none() && delayed(node)? => "because they may not ask again yet".to_string(),
            _ => String::new(),
        };
        let Some(queue) = found.filter(|_| why.is_empty()) else {
            let (asks, _) = requested(node, &mut Assumptions::default()).unwrap_or_default();
            self.omitted.add(&why, &local, 1, &total(&asks));
            return Ok(None);
        };
        self.assume(node, reserved.is_some())?;
        let (mut request, mut asks, mut rules) = (ByColumn::new(), Vec::new(), Vec::new());
        if reserved.is_some() {
            request = admitted(node)?;
        } else {
            (asks, rules) = requested(node, self.assumed)?;
            let covers =
                |name: &String| self.queues[queue].groups.iter().any(|(names, _)| names.contains(name));
            if !covers(&"pods".to_string()) {
                asks.iter_mut().for_each(|one| drop(one.remove("pods")));
            }
            if let Some(name) = asks.iter().flat_map(Amounts::keys).find(|name| !covers(name)) {
                let why = format!("because their queue does not cover {name}");
                self.omitted.add(&why, &local, 1, &total(&asks));
                return Ok(None);
            }
            for (asks, rules) in asks.iter().zip(&rules) {
                for (names, flavors) in &self.queues[queue].groups {
                    let asks_some = names.iter().any(|name| asks.contains_key(name));
                    if asks_some && self.flavors.open(node, flavors, rules, self.assumed)?.is_empty() {
                        let why = "because no flavor of their queue has nodes for them";
                        self.omitted.add(why, &local, 1, asks);
                        return Ok(None);
                    }
                }
            }
        }
        if !request.values().chain(asks.iter().flat_map(Amounts::values)).any(Scalar::is_positive) {
            self.omitted.add("because they ask for nothing", &local, 1, &Amounts::new());
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
