//! Cluster queues and the quota of a cohort.

use std::collections::BTreeMap;

use super::columns::{ByColumn, Column, amount};
use super::status::Status;
use crate::document::{InputError, Node, Value};
use crate::import::assume::Assumptions;
use crate::import::places::{at, list_at, listed, name_at, text_at, whole_at};
use crate::scalar::{Rational, Scalar};

/// A cluster queue, or a cohort.
#[derive(Default)]
pub(super) struct Queue {
    pub(super) name: String,
    /// The cohort above; empty for none.
    pub(super) cohort: String,
    /// The topmost cohort above, or the name of the queue without one.
    pub(super) root: String,
    pub(super) quota: ByColumn,
    borrow: ByColumn,
    lend: ByColumn,
    /// The groups of resources that take one flavor together, each with its flavors in order.
    pub(super) groups: Vec<(Vec<String>, Vec<String>)>,
    /// The weight; `None` for 1.
    weight: Option<Rational>,
    own: &'static str,
    pub(super) reclaim: &'static str,
    /// `true` if the next flavor is tried before the queue borrows.
    pub(super) borrows_last: bool,
    /// `true` if no other flavor is tried once preemption is possible.
    pub(super) preempts_first: bool,
    /// `true` if no workload asks before those that were submitted earlier.
    pub(super) strict: bool,
    /// `true` if a flavor by preemption is better than one by borrowing more.
    pub(super) borrows_rarely: bool,
    within: Option<(&'static str, Option<i64>)>,
    /// `true` if its status has the share that fair sharing writes.
    pub(super) fair: bool,
    /// `true` for a cohort that is named and has no object.
    pub(super) implicit: bool,
    /// The reason why the queue takes no part.
    pub(super) stopped: Option<Stopped>,
    /// What its status says of its workloads.
    pub(super) status: Status,
}

/// What is meant by the word at `path`, of those that are `known`; the first is the default of the API.
///
/// # Errors
/// A word that is not known, with those that are.
fn word<T: Copy>(node: &Node<'_>, path: &[&str], known: &[(&str, T)]) -> Result<T, InputError> {
    let text = text_at(node, path)?.filter(|text| !text.is_empty()).unwrap_or(known[0].0);
    known.iter().find(|(word, _)| *word == text).map(|(_, meant)| *meant).ok_or_else(|| {
        let words = listed(known.iter().map(|(word, _)| *word));
        at(node, path)
            .unwrap_or_else(|| node.clone())
            .error(format!("`{text}` is not known; there are {words}"))
    })
}

/// Reads the quotas and limits of the groups of resources.
fn resources(node: &Node<'_>, queue: &mut Queue, assumed: &mut Assumptions<'_>) -> Result<(), InputError> {
    for group in list_at(node, &["spec", "resourceGroups"])? {
        assumed.only(&group, "coveredResources flavors")?;
        let (mut names, mut flavors) = (Vec::new(), Vec::new());
        for flavor in list_at(&group, &["flavors"])? {
            assumed.only(&flavor, "name resources")?;
            let called = name_at(&flavor, &["name"])?.to_string();
            for resource in list_at(&flavor, &["resources"])? {
                assumed.only(&resource, "name nominalQuota borrowingLimit lendingLimit")?;
                let of = name_at(&resource, &["name"])?;
                let (name, quota) = match at(&resource, &["nominalQuota"]) {
                    Some(nominal) => amount(&nominal, of)?,
                    None => {
                        let missing =
                            "field `nominalQuota` is missing; --assume nominalQuota=AMOUNT goes on with one";
                        let value = assumed.value("nominalQuota").ok_or_else(|| resource.error(missing))?;
                        let words = format!("Field nominalQuota is missing, and taken as {value}");
                        assumed.add("nominalQuota", &words);
                        amount(&resource.child("nominalQuota", &Value::text(value)), of)?
                    }
                };
                let column = (called.clone(), name.clone());
                queue.quota.insert(column.clone(), quota);
                for (field, limits) in
                    [("borrowingLimit", &mut queue.borrow), ("lendingLimit", &mut queue.lend)]
                {
                    if let Some(limit) = at(&resource, &[field]) {
                        limits.insert(column.clone(), amount(&limit, of)?.1);
                    }
                }
                let has = |(names, _): &(Vec<String>, _)| names.contains(&name);
                if !names.contains(&name) && !queue.groups.iter().any(has) {
                    names.push(name);
                }
            }
            flavors.push(called);
        }
        queue.groups.push((names, flavors));
    }
    Ok(())
}

fn weight(node: &Node<'_>, assumed: &mut Assumptions<'_>) -> Result<Option<Rational>, InputError> {
    let Some(sharing) = at(node, &["spec", "fairSharing"]) else { return Ok(None) };
    assumed.only(&sharing, "weight")?;
    at(&sharing, &["weight"]).map(|weight| weight.non_negative()).transpose()
}

/// The policy of `borrowWithinCohort`, and its threshold.
fn within(node: &Node<'_>) -> Result<Option<(&'static str, Option<i64>)>, InputError> {
    let Some(within) = at(node, &["spec", "preemption", "borrowWithinCohort"]) else { return Ok(None) };
    let policy = word(&within, &["policy"], &[("Never", "never"), ("LowerPriority", "lower")])?;
    Ok(Some((policy, whole_at(&within, &["maxPriorityThreshold"])?)))
}

/// The reason why a queue takes no part.
#[derive(Debug, PartialEq)]
pub(super) enum Stopped {
    /// By its policy.
    Policy(&'static str),
    /// It is not active, for this reason.
    Inactive(String),
}

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stopped::Policy(policy) => write!(f, "its stopPolicy is {policy}"),
            Stopped::Inactive(reason) => write!(f, "it is not active ({reason})"),
        }
    }
}

/// The reason why an object takes no part: it is stopped, or not active.
pub(super) fn stopped(node: &Node<'_>) -> Result<Option<Stopped>, InputError> {
    let words = [("None", None), ("Hold", Some("Hold")), ("HoldAndDrain", Some("HoldAndDrain"))];
    if let Some(policy) = word(node, &["spec", "stopPolicy"], &words)? {
        return Ok(Some(Stopped::Policy(policy)));
    }
    for condition in list_at(node, &["status", "conditions"])? {
        if text_at(&condition, &["type"])? == Some("Active")
            && text_at(&condition, &["status"])? == Some("False")
        {
            let reason = text_at(&condition, &["reason"])?.unwrap_or("no reason");
            return Ok(Some(Stopped::Inactive(reason.to_string())));
        }
    }
    Ok(None)
}

const KNOWN: &str = "resourceGroups cohort cohortName queueingStrategy namespaceSelector flavorFungibility preemption admissionChecks \
                     admissionChecksStrategy stopPolicy fairSharing";

impl Queue {
    /// Returns `true` if some policy permits workloads of the queue to preempt others.
    pub(super) fn preempts(&self) -> bool {
        self.own != "never" || self.reclaim != "never"
    }

    /// Returns `true` if workloads of the queue preempt newer ones of their own priority.
    pub(super) fn preempts_newer(&self) -> bool {
        self.own == "lower-or-newer"
    }
}

/// Reads a cluster queue.
pub(super) fn read(node: &Node<'_>, assumed: &mut Assumptions<'_>) -> Result<Queue, InputError> {
    let mut queue = Queue { name: name_at(node, &["metadata", "name"])?.to_string(), ..Queue::default() };
    queue.stopped = stopped(node)?;
    if let Some(spec) = at(node, &["spec"]) {
        assumed.only(&spec, KNOWN)?;
    }
    if let Some(preemption) = at(node, &["spec", "preemption"]) {
        assumed.only(&preemption, "withinClusterQueue reclaimWithinCohort borrowWithinCohort")?;
        if let Some(within) = at(&preemption, &["borrowWithinCohort"]) {
            assumed.only(&within, "policy maxPriorityThreshold")?;
        }
    }
    if let Some(selector) =
        at(node, &["spec", "namespaceSelector"]).filter(|one| !one.value().fields().is_empty())
    {
        assumed.need(&selector, "namespaceSelector")?;
    }
    let cohort = text_at(node, &["spec", "cohortName"])?.filter(|name| !name.is_empty());
    queue.cohort = cohort.or(text_at(node, &["spec", "cohort"])?).unwrap_or_default().to_string();
    resources(node, &mut queue, assumed)?;
    queue.weight = weight(node, assumed)?;
    queue.within = within(node)?;
    queue.fair = at(node, &["status", "fairSharing"]).is_some();
    let own =
        [("Never", "never"), ("LowerPriority", "lower"), ("LowerOrNewerEqualPriority", "lower-or-newer")];
    queue.own = word(node, &["spec", "preemption", "withinClusterQueue"], &own)?;
    let reclaim = [("Never", "never"), ("LowerPriority", "lower"), ("Any", "any")];
    queue.reclaim = word(node, &["spec", "preemption", "reclaimWithinCohort"], &reclaim)?;
    let strategy = [("BestEffortFIFO", false), ("StrictFIFO", true)];
    queue.strict = word(node, &["spec", "queueingStrategy"], &strategy)?;
    let fungible = |field: &str, known: &[_]| word(node, &["spec", "flavorFungibility", field], known);
    let borrow = [("MayStopSearch", false), ("TryNextFlavor", true), ("Borrow", false)];
    queue.borrows_last = fungible("whenCanBorrow", &borrow)?;
    let preempt = [("TryNextFlavor", false), ("MayStopSearch", true), ("Preempt", true)];
    queue.preempts_first = fungible("whenCanPreempt", &preempt)?;
    let preference = [("BorrowingOverPreemption", false), ("PreemptionOverBorrowing", true)];
    queue.borrows_rarely = fungible("preference", &preference)?;
    if let Some(fungibility) = at(node, &["spec", "flavorFungibility"]) {
        assumed.only(&fungibility, "whenCanBorrow whenCanPreempt preference")?;
    }
    for path in [&["admissionChecks"][..], &["admissionChecksStrategy", "admissionChecks"]] {
        if !list_at(node, &[&["spec"], path].concat())?.is_empty() {
            assumed.add("admissionChecks", "Admission checks of queues are not read, and taken as passed");
        }
    }
    queue.status = Status::read(node)?;
    Ok(queue)
}

/// Reads a cohort.
pub(super) fn cohort(node: &Node<'_>, assumed: &mut Assumptions<'_>) -> Result<Queue, InputError> {
    let above = text_at(node, &["spec", "parentName"])?.or(text_at(node, &["spec", "parent"])?);
    let mut read = Queue {
        name: name_at(node, &["metadata", "name"])?.to_string(),
        cohort: above.unwrap_or_default().to_string(),
        weight: weight(node, assumed)?,
        ..Queue::default()
    };
    if let Some(spec) = at(node, &["spec"]) {
        assumed.only(&spec, "resourceGroups parentName parent fairSharing")?;
    }
    resources(node, &mut read, assumed)?;
    Ok(read)
}

/// The cohorts above `queues`, of which those in `given` have an object; the topmost cohort of each queue is noted in it.
///
/// # Errors
/// A cohort that stands above itself, with its name.
pub(super) fn trees(queues: &mut [Queue], given: Vec<Queue>) -> Result<Vec<Queue>, String> {
    let mut places: BTreeMap<String, usize> =
        given.iter().enumerate().map(|(place, cohort)| (cohort.name.clone(), place)).collect();
    let mut all = given;
    let mut above: Vec<String> = queues.iter().chain(&all).map(|one| one.cohort.clone()).collect();
    above.retain(|name| !name.is_empty());
    for name in above {
        if !places.contains_key(&name) {
            places.insert(name.clone(), all.len());
            all.push(Queue { name, implicit: true, ..Queue::default() });
        }
    }
    let root = |one: &Queue| {
        let mut top = one;
        for _ in 0..=all.len() {
            match places.get(&top.cohort) {
                Some(place) => top = &all[*place],
                None => return Ok(top.name.clone()),
            }
        }
        Err(format!("cohort {} stands above itself", top.name))
    };
    let of_queues = queues.iter().map(root).collect::<Result<Vec<String>, String>>()?;
    let of_cohorts = all.iter().map(root).collect::<Result<Vec<String>, String>>()?;
    queues
        .iter_mut()
        .chain(&mut all)
        .zip(of_queues.into_iter().chain(of_cohorts))
        .for_each(|(one, root)| one.root = root);
    Ok(all)
}

/// The fields of the queues and cohorts in an instance.
pub(super) fn fields(queues: &[Queue], cohorts: &[Queue], columns: &[Column]) -> Vec<(String, Value)> {
    let field = |name: &str, value: Value| (name.to_string(), value);
    let each = |of: &dyn Fn(&Queue) -> Value| Value::List(queues.iter().map(of).collect());
    let amounts = |of: &ByColumn| {
        let amount = |column| Value::Number(of.get(column).cloned().unwrap_or_else(Rational::zero));
        Value::List(columns.iter().map(amount).collect())
    };
    let limits = |of: &ByColumn| {
        let limit = |column| of.get(column).cloned().map_or_else(|| Value::text("inf"), Value::Number);
        Value::List(columns.iter().map(limit).collect())
    };
    let weight = |queue: &Queue| Value::Number(queue.weight.clone().unwrap_or_else(Rational::one));
    let mut fields =
        vec![field("model", Value::text("cohort")), field("quota", each(&|queue| amounts(&queue.quota)))];
    if queues.iter().any(|queue| queue.weight.is_some()) {
        fields.push(field("weight", each(&weight)));
    }
    fields.push(field("queues", each(&|queue| Value::text(&queue.name))));
    let mut resources: Vec<&String> = columns.iter().map(|(_, resource)| resource).collect();
    resources.dedup();
    if resources.len() < columns.len() {
        let of =
            |resource: &&String| Value::indexes((0..columns.len()).filter(|&r| columns[r].1 == **resource));
        fields.push(field("flavors", Value::List(resources.iter().map(of).collect())));
    }
    fields.push(field("own", each(&|queue| Value::text(queue.own))));
    fields.push(field("reclaim", each(&|queue| Value::text(queue.reclaim))));
    if queues.iter().any(|queue| !queue.borrow.is_empty()) {
        fields.push(field("borrow", each(&|queue| limits(&queue.borrow))));
    }
    if queues.iter().any(|queue| !queue.lend.is_empty()) {
        fields.push(field("lend", each(&|queue| limits(&queue.lend))));
    }
    if queues.iter().any(|queue| queue.within.is_some()) {
        let within = |queue: &Queue| {
            let Some((policy, most)) = queue.within else { return Value::Table(Vec::new()) };
            let most = most.map(|most| field("threshold", Value::Integer(most)));
            Value::Table([field("policy", Value::text(policy))].into_iter().chain(most).collect())
        };
        fields.push(field("borrow-within", each(&within)));
    }
    if queues.iter().any(|queue| queue.stopped.is_some()) {
        let stop = |queue: &Queue| Value::text(queue.stopped.as_ref().map_or("none", |_| "hold"));
        fields.push(field("stop", each(&stop)));
    }
    fields.push(field("cohort", each(&|queue| Value::text(&queue.cohort))));
    let one = |cohort: &Queue| {
        let mut row = vec![field("name", Value::text(&cohort.name))];
        row.extend((!cohort.cohort.is_empty()).then(|| field("parent", Value::text(&cohort.cohort))));
        row.extend((!cohort.quota.is_empty()).then(|| field("quota", amounts(&cohort.quota))));
        row.extend(cohort.weight.is_some().then(|| field("weight", weight(cohort))));
        row.extend((!cohort.borrow.is_empty()).then(|| field("borrow", limits(&cohort.borrow))));
        row.extend((!cohort.lend.is_empty()).then(|| field("lend", limits(&cohort.lend))));
        Value::Table(row)
    };
    if !cohorts.is_empty() {
        fields.push(field("cohorts", Value::List(cohorts.iter().map(one).collect())));
    }
    fields
}
