//! Cluster queues and the quota of a cohort.

use std::collections::BTreeMap;

use super::object;
use crate::document::{InputError, Node, Value};
use crate::import::amounts::amounts;
use crate::import::assume::Assumptions;
use crate::import::places::{at, list_at, name_at, text_at};
use crate::scalar::{Rational, Scalar};

/// A flavor and a resource.
pub(super) type Column = (String, String);
/// Amounts by column.
pub(super) type ByColumn = BTreeMap<Column, Rational>;

/// A cluster queue, or the quota of a cohort itself.
#[derive(Default)]
pub(super) struct Queue {
    pub(super) name: String,
    /// The cohort; empty for none.
    pub(super) cohort: String,
    pub(super) quota: ByColumn,
    borrow: ByColumn,
    lend: ByColumn,
    /// What the queue itself says that its workloads have reserved.
    pub(super) reserved: ByColumn,
    /// The groups of resources that take one flavor together, each with its flavors in order.
    pub(super) groups: Vec<(Vec<String>, Vec<String>)>,
    /// The weight; `None` for 1.
    weight: Option<Rational>,
    own: &'static str,
    pub(super) reclaim: &'static str,
    /// `true` if the next flavor is tried before the queue borrows.
    pub(super) borrows_last: bool,
    /// The reason why the queue takes no part.
    pub(super) stopped: Option<String>,
}

impl Queue {
    /// The cohort, or the queue itself without one.
    pub(super) fn group(&self) -> &str {
        if self.cohort.is_empty() { &self.name } else { &self.cohort }
    }
}

/// An amount of a resource in the units for readers, with the resource's name.
fn amount(node: &Node<'_>, of: &str) -> Result<(String, Rational), InputError> {
    let one = Value::Table(vec![(of.to_string(), node.value().clone())]);
    let read = amounts(&Node::new("", &one), &[]).map_err(|error| node.error(error.reason))?;
    Ok(read.into_iter().next().unwrap_or_else(|| (of.to_string(), Rational::zero())))
}

/// Reads the quotas and limits of the groups of resources.
fn resources(node: &Node<'_>, queue: &mut Queue) -> Result<(), InputError> {
    for group in list_at(node, &["spec", "resourceGroups"])? {
        let (mut names, mut flavors) = (Vec::new(), Vec::new());
        for flavor in list_at(&group, &["flavors"])? {
            let called = name_at(&flavor, &["name"])?.to_string();
            for resource in list_at(&flavor, &["resources"])? {
                let of = name_at(&resource, &["name"])?;
                let Some(nominal) = at(&resource, &["nominalQuota"]) else {
                    return Err(resource.error("field `nominalQuota` is missing"));
                };
                let (name, quota) = amount(&nominal, of)?;
                let column = (called.clone(), name.clone());
                queue.quota.insert(column.clone(), quota);
                for (field, limits) in
                    [("borrowingLimit", &mut queue.borrow), ("lendingLimit", &mut queue.lend)]
                {
                    if let Some(limit) = at(&resource, &[field]) {
                        limits.insert(column.clone(), amount(&limit, of)?.1);
                    }
                }
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            flavors.push(called);
        }
        queue.groups.push((names, flavors));
    }
    Ok(())
}

/// The weight, which is above zero.
fn weight(node: &Node<'_>) -> Result<Option<Rational>, InputError> {
    let Some(weight) = at(node, &["spec", "fairSharing", "weight"]) else { return Ok(None) };
    let given: Rational = weight.non_negative()?;
    if given.is_zero() {
        let reason = "is 0, which gives the queue an endless share; the model has weights above zero";
        return Err(weight.error(reason));
    }
    Ok(Some(given))
}

/// The reason why an object takes no part: it is stopped, or not active.
pub(super) fn stopped(node: &Node<'_>) -> Result<Option<String>, InputError> {
    if let Some(policy) =
        text_at(node, &["spec", "stopPolicy"])?.filter(|policy| !matches!(*policy, "" | "None"))
    {
        return Ok(Some(format!("its stopPolicy is {policy}")));
    }
    for condition in list_at(node, &["status", "conditions"])? {
        if text_at(&condition, &["type"])? == Some("Active")
            && text_at(&condition, &["status"])? == Some("False")
        {
            let reason = text_at(&condition, &["reason"])?.unwrap_or("no reason");
            return Ok(Some(format!("it is not active ({reason})")));
        }
    }
    Ok(None)
}

const KNOWN: &str = "resourceGroups cohort cohortName queueingStrategy namespaceSelector flavorFungibility preemption admissionChecks \
                     admissionChecksStrategy stopPolicy fairSharing";

/// Reads a cluster queue.
pub(super) fn read(node: &Node<'_>, assumed: &mut Assumptions<'_>) -> Result<Queue, InputError> {
    let mut queue = Queue { name: name_at(node, &["metadata", "name"])?.to_string(), ..Queue::default() };
    queue.stopped = stopped(node)?;
    if let Some(spec) = at(node, &["spec"]) {
        assumed.only(&spec, KNOWN)?;
    }
    if let Some(preemption) = at(node, &["spec", "preemption"]) {
        assumed.only(&preemption, "withinClusterQueue reclaimWithinCohort borrowWithinCohort")?;
    }
    if let Some(selector) =
        at(node, &["spec", "namespaceSelector"]).filter(|one| !one.value().fields().is_empty())
    {
        assumed.need(&selector, "namespaceSelector")?;
    }
    let cohort = text_at(node, &["spec", "cohortName"])?.filter(|name| !name.is_empty());
    queue.cohort = cohort.or(text_at(node, &["spec", "cohort"])?).unwrap_or_default().to_string();
    resources(node, &mut queue)?;
    queue.weight = weight(node)?;
    // The defaults of the API.
    let policy = |field: &str, words: &[(&str, &'static str)]| {
        let Some(found) = at(node, &["spec", "preemption", field]) else { return Ok("never") };
        let text = found.text()?;
        let known = words.iter().find(|(name, _)| *name == text).map(|(_, word)| *word);
        known.ok_or_else(|| found.error(format!("`{text}` is no policy that is read")))
    };
    let own =
        [("Never", "never"), ("LowerPriority", "lower"), ("LowerOrNewerEqualPriority", "lower-or-newer")];
    queue.own = policy("withinClusterQueue", &own)?;
    let reclaim = [("Never", "never"), ("LowerPriority", "lower"), ("Any", "any")];
    queue.reclaim = policy("reclaimWithinCohort", &reclaim)?;
    let fungible = |field: &str| text_at(node, &["spec", "flavorFungibility", field]);
    queue.borrows_last = fungible("whenCanBorrow")? == Some("TryNextFlavor");
    for flavor in list_at(node, &["status", "flavorsReservation"])? {
        let called = name_at(&flavor, &["name"])?.to_string();
        for resource in list_at(&flavor, &["resources"])? {
            if let Some(total) = at(&resource, &["total"]) {
                let (name, total) = amount(&total, name_at(&resource, &["name"])?)?;
                queue.reserved.insert((called.clone(), name), total);
            }
        }
    }
    Ok(queue)
}

/// The quota of the cohort called `name`, if it has some of its own, as a queue without workloads.
pub(super) fn of_cohort(
    cohorts: &[Node<'_>],
    name: &str,
    assumed: &mut Assumptions<'_>,
) -> Result<Option<Queue>, InputError> {
    let parent = |node: &Node<'_>| -> Result<Option<String>, InputError> {
        let above = text_at(node, &["spec", "parentName"])?.or(text_at(node, &["spec", "parent"])?);
        Ok(above.filter(|above| !above.is_empty()).map(String::from))
    };
    let mut own = None;
    for node in cohorts {
        let wrong = object(node, "cohort");
        let here = name_at(node, &["metadata", "name"])? == name;
        let above = parent(node).map_err(&wrong)?;
        if above.is_some() && (here || above.as_deref() == Some(name)) {
            assumed
                .need(&at(node, &["spec"]).unwrap_or_else(|| node.clone()), "parentName")
                .map_err(&wrong)?;
        }
        if here {
            let mut queue =
                Queue { name: format!("cohort {name}"), cohort: name.to_string(), ..Queue::default() };
            if let Some(spec) = at(node, &["spec"]) {
                assumed.only(&spec, "resourceGroups parentName parent fairSharing").map_err(&wrong)?;
            }
            resources(node, &mut queue).map_err(&wrong)?;
            (queue.own, queue.reclaim) = ("never", "never");
            own = Some(queue);
        }
    }
    if own.is_none() {
        let words = format!(
            "The object Cohort {name} is not in the list: its own quota, its parent and its limits are unknown and taken as none, and the \
             decision may be another one with them"
        );
        assumed.add("Cohort", &words);
    }
    Ok(own.filter(|queue| !queue.quota.is_empty()))
}

/// The fields of the queues in an instance.
pub(super) fn fields(queues: &[Queue], columns: &[Column]) -> Vec<(String, Value)> {
    let field = |name: &str, value: Value| (name.to_string(), value);
    let amounts = |of: &ByColumn| {
        let amount = |column| Value::Number(of.get(column).cloned().unwrap_or_else(Rational::zero));
        Value::List(columns.iter().map(amount).collect())
    };
    let mut fields = vec![
        field("model", Value::text("cohort")),
        field("quota", Value::List(queues.iter().map(|queue| amounts(&queue.quota)).collect())),
    ];
    let weights: Vec<Rational> =
        queues.iter().map(|queue| queue.weight.clone().unwrap_or_else(Rational::one)).collect();
    if weights.iter().any(|weight| *weight != Rational::one()) {
        fields.push(field("weight", Value::numbers(&weights)));
    }
    fields.push(field("queues", Value::texts(&queues.iter().map(|queue| &queue.name).collect::<Vec<_>>())));
    let mut resources: Vec<&String> = columns.iter().map(|(_, resource)| resource).collect();
    resources.dedup();
    if resources.len() < columns.len() {
        let of =
            |resource: &&String| Value::indexes((0..columns.len()).filter(|&r| columns[r].1 == **resource));
        fields.push(field("flavors", Value::List(resources.iter().map(of).collect())));
    }
    fields.push(field("own", Value::List(queues.iter().map(|queue| Value::text(queue.own)).collect())));
    fields
        .push(field("reclaim", Value::List(queues.iter().map(|queue| Value::text(queue.reclaim)).collect())));
    for (name, of) in
        [("borrow", (|queue| &queue.borrow) as fn(&Queue) -> &ByColumn), ("lend", |queue| &queue.lend)]
    {
        let limits = |queue: &Queue| {
            let limit = |column| {
                of(queue).get(column).map_or_else(|| Value::text("inf"), |limit| Value::Number(limit.clone()))
            };
            Value::List(columns.iter().map(limit).collect())
        };
        if queues.iter().any(|queue| !of(queue).is_empty()) {
            fields.push(field(name, Value::List(queues.iter().map(limits).collect())));
        }
    }
    fields
}
