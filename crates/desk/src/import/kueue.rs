//! Cluster queues, local queues and workloads of Kueue, as listed by `kubectl get .. -o json`, as an instance
//! of the model `cohort`.
//!
//! A column is a resource of a flavor. The usage of an admitted workload is that of its admission; the
//! request of a waiting one is the sum of its pods' requests, for the first flavor of its queue that has the
//! resource.

use std::collections::{BTreeMap, BTreeSet};

use super::Imported;
use super::amounts::{Amounts, add, amounts, sort};
use super::places::{at, count_at, counted, items, list_at, listed, name_at, text_at, within};
use super::pods::asked;
use crate::document::suggest::nearest;
use crate::document::{Document, InputError, Node, Value};
use crate::scalar::{Rational, Scalar};

/// A cluster queue of Kueue.
struct Queue {
    name: String,
    cohort: String,
    /// Quota by column, such as `CPU` of the flavor `spot`.
    quota: BTreeMap<Column, Rational>,
    /// The flavors of the queue in their order, by resource.
    flavors: BTreeMap<String, Vec<String>>,
    weight: Rational,
}

/// A flavor and a resource.
type Column = (String, String);

/// A workload that is not finished.
struct Workload {
    name: String,
    queue: usize,
    request: BTreeMap<Column, Rational>,
    priority: i64,
    /// The time at which its quota was reserved, if it was.
    admitted: Option<String>,
    created: String,
}

/// The objects of one kind in the documents, each of which is an object or a list of objects.
fn objects<'a>(documents: &'a [Document], kind: &str) -> Result<Vec<Node<'a>>, InputError> {
    let mut found = Vec::new();
    for document in documents {
        let root = document.node();
        let of_kind = |node: &Node<'_>| text_at(node, &["kind"]).ok().flatten() == Some(kind);
        match at(&root, &["items"]) {
            Some(_) => {
                let items = items(document, &["items"], "kubectl get clusterqueues -o json")?;
                found.extend(items.into_iter().filter(of_kind));
            }
            None if at(&root, &["kind"]).is_some() => found.extend(Some(root).filter(of_kind)),
            None => {
                return Err(root.error(
                    "field `items` is missing: give what `kubectl get clusterqueues,localqueues,workloads -A -o json` prints",
                ));
            }
        }
    }
    Ok(found)
}

fn full_name(node: &Node<'_>) -> Result<String, InputError> {
    let name = name_at(node, &["metadata", "name"])?;
    Ok(match text_at(node, &["metadata", "namespace"])? {
        Some(space) => format!("{space}/{name}"),
        None => name.to_string(),
    })
}

fn object(node: &Node<'_>, kind: &str, known: &str) -> impl Fn(InputError) -> InputError {
    let name = full_name(node).ok();
    let (kind, known) = (kind.to_string(), known.to_string());
    move |error| match &name {
        Some(name) => within(&format!("{kind} {name}"), &known, error),
        None => error,
    }
}

fn read_queue(node: &Node<'_>, limits: &mut BTreeSet<String>) -> Result<Queue, InputError> {
    let name = name_at(node, &["metadata", "name"])?.to_string();
    let cohort = text_at(node, &["spec", "cohort"])?.or(text_at(node, &["spec", "cohortName"])?);
    let (mut quota, mut flavors) = (BTreeMap::new(), BTreeMap::<String, Vec<String>>::new());
    for group in list_at(node, &["spec", "resourceGroups"])? {
        for flavor in list_at(&group, &["flavors"])? {
            let called = name_at(&flavor, &["name"])?;
            for resource in list_at(&flavor, &["resources"])? {
                let of = name_at(&resource, &["name"])?.to_string();
                let Some(nominal) = at(&resource, &["nominalQuota"]) else {
                    return Err(resource.error("field `nominalQuota` is missing"));
                };
                // Read in the units for readers, like an amount of a pod.
                let one = Value::Table(vec![(of, nominal.value().clone())]);
                let one = amounts(&Node::new("", &one), &[]).map_err(|error| nominal.error(error.reason))?;
                for (of, amount) in one {
                    quota.insert((called.to_string(), of.clone()), amount);
                    flavors.entry(of).or_default().push(called.to_string());
                }
                if at(&resource, &["borrowingLimit"]).is_some() || at(&resource, &["lendingLimit"]).is_some()
                {
                    limits.insert(name.clone());
                }
            }
        }
    }
    let weight = match at(node, &["spec", "fairSharing", "weight"]) {
        None => Rational::one(),
        Some(weight) => {
            let given: Rational = weight.non_negative()?;
            if given.is_zero() {
                return Err(weight.error(
                    "is 0, which gives the queue an endless share; the model has weights above zero",
                ));
            }
            given
        }
    };
    let cohort = cohort.filter(|cohort| !cohort.is_empty()).map_or_else(String::new, String::from);
    Ok(Queue { name, cohort, quota, flavors, weight })
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

/// The usage of an admitted workload by column.
fn admitted(node: &Node<'_>) -> Result<BTreeMap<Column, Rational>, InputError> {
    let mut request = BTreeMap::new();
    for set in list_at(node, &["status", "admission", "podSetAssignments"])? {
        let flavors = at(&set, &["flavors"]);
        let usage = amounts(&set, &["resourceUsage"])?;
        let raw = at(&set, &["resourceUsage"]);
        let names = raw.iter().flat_map(|raw| raw.value().fields()).map(|(name, _)| name.as_str());
        for name in names {
            let one = Value::Table(vec![(name.to_string(), Value::Integer(1))]);
            let called = amounts(&Node::new("", &one), &[])?.into_keys().next().unwrap_or_default();
            let flavor = flavors.as_ref().and_then(|f| text_at(f, &[name]).transpose()).transpose()?;
            let flavor = flavor.ok_or_else(|| set.error(format!("flavors.{name}: no flavor is assigned")))?;
            let amount = usage.get(&called).cloned().unwrap_or_else(Rational::zero);
            let column: &mut Rational =
                request.entry((flavor.to_string(), called)).or_insert_with(Rational::zero);
            *column = &*column + amount;
        }
    }
    Ok(request)
}

/// The request of a waiting workload: the sum over its pods.
fn requested(node: &Node<'_>) -> Result<Amounts, InputError> {
    let mut all = Amounts::new();
    for set in list_at(node, &["spec", "podSets"])? {
        let count = count_at(&set, &["count"])?.unwrap_or(1);
        let Some(template) = at(&set, &["template"]) else {
            return Err(set.error("field `template` is missing"));
        };
        let count = Rational::int(i64::try_from(count).unwrap_or(i64::MAX));
        let one = asked(&template)?;
        add(&mut all, &one.into_iter().map(|(name, amount)| (name, amount * &count)).collect());
    }
    Ok(all)
}

fn read_workload(
    node: &Node<'_>,
    locals: &BTreeMap<String, String>,
    queues: &[Queue],
    left_out: &mut BTreeMap<&'static str, usize>,
) -> Result<Option<Workload>, InputError> {
    let name = full_name(node)?;
    let mut skip = |why: &'static str| {
        *left_out.entry(why).or_default() += 1;
        Ok(None)
    };
    if since(node, "Finished")?.is_some() {
        return skip("finished");
    }
    if at(node, &["spec", "active"]).is_some_and(|active| *active.value() == Value::Bool(false)) {
        return skip("not active");
    }
    let reserved = since(node, "QuotaReserved")?.or(since(node, "Admitted")?);
    let space = text_at(node, &["metadata", "namespace"])?.unwrap_or("default");
    let local = text_at(node, &["spec", "queueName"])?.unwrap_or_default();
    let of = match text_at(node, &["status", "admission", "clusterQueue"])?.filter(|_| reserved.is_some()) {
        Some(queue) => queue,
        None => match locals.get(&format!("{space}/{local}")) {
            Some(queue) => queue,
            None => return skip("of a local queue that is not in the list"),
        },
    };
    let Some(queue) = queues.iter().position(|queue| queue.name == of) else {
        return skip("of a cluster queue that is not in the cohort");
    };
    let request = if reserved.is_some() {
        admitted(node)?
    } else {
        let mut request = BTreeMap::new();
        for (resource, amount) in requested(node)? {
            let Some(flavor) = queues[queue].flavors.get(&resource).and_then(|flavors| flavors.first())
            else {
                return skip("asking for a resource that its queue does not cover");
            };
            request.insert((flavor.clone(), resource), amount);
        }
        request
    };
    if !request.values().any(Scalar::is_positive) {
        return skip("asking for nothing");
    }
    let priority = number_or_negative(node, &["spec", "priority"])?.unwrap_or_default();
    let created = text_at(node, &["metadata", "creationTimestamp"])?.unwrap_or_default().to_string();
    Ok(Some(Workload { name, queue, request, priority, admitted: reserved, created }))
}

/// Reads an integer of any sign.
fn number_or_negative(node: &Node<'_>, path: &[&str]) -> Result<Option<i64>, InputError> {
    let Some(found) = at(node, path) else { return Ok(None) };
    match found.value() {
        Value::Integer(n) => Ok(Some(*n)),
        _ => Err(found.error("expected a whole number")),
    }
}

/// The cohort called `name`, or the only one.
fn chosen<'a>(queues: &'a [Queue], name: Option<&str>, file: &Node<'_>) -> Result<&'a str, InputError> {
    let cohorts: BTreeSet<&str> = queues.iter().map(|queue| queue.cohort.as_str()).collect();
    let all = listed(cohorts.iter().map(|name| if name.is_empty() { "(none)" } else { name }));
    match (name, cohorts.first()) {
        (_, None) => Err(file.error("there is no object of the kind ClusterQueue")),
        (None, Some(only)) if cohorts.len() == 1 => Ok(only),
        (None, Some(_)) => Err(file.error(format!("there are several cohorts: say which one, of {all}"))),
        (Some(name), Some(_)) => match cohorts.get(name) {
            Some(found) => Ok(found),
            None => {
                let near = nearest(name, cohorts.iter().copied());
                let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
                Err(file.error(format!("there is no cohort {name}; there are {all}{near}")))
            }
        },
    }
}

/// An instance of the model `cohort` from lists of cluster queues, local queues and workloads. `cohort` names
/// one of several; `incoming` is the workload that asks, as `namespace/name`.
///
/// # Errors
/// A file that is no such list, with the object and the field in it; no cohort of that name, or several and
/// no name; no workload.
pub fn kueue(
    documents: &[Document],
    cohort: Option<&str>,
    incoming: Option<&str>,
) -> Result<Imported, InputError> {
    let nothing = Document { file: String::new(), root: Value::Table(Vec::new()) };
    let file = documents.first().unwrap_or(&nothing).node();
    let (mut limits, mut queues) = (BTreeSet::new(), Vec::new());
    for node in objects(documents, "ClusterQueue")? {
        let wrong = object(&node, "clusterqueue", "spec.");
        queues.push(read_queue(&node, &mut limits).map_err(wrong)?);
    }
    let cohort = chosen(&queues, cohort, &file)?.to_string();
    queues.retain(|queue| queue.cohort == cohort);
    let mut locals = BTreeMap::new();
    for node in objects(documents, "LocalQueue")? {
        let wrong = object(&node, "localqueue", "spec.");
        let of = name_at(&node, &["spec", "clusterQueue"]).map_err(wrong)?;
        locals.insert(full_name(&node)?, of.to_string());
    }
    let (mut left_out, mut workloads) = (BTreeMap::new(), Vec::new());
    for node in objects(documents, "Workload")? {
        let wrong = object(&node, "workload", "spec.");
        workloads.extend(read_workload(&node, &locals, &queues, &mut left_out).map_err(wrong)?);
    }
    if workloads.is_empty() {
        return Err(file.error("there is no workload of the cohort that asks for anything"));
    }
    workloads.sort_by(|a, b| (&a.created, &a.name).cmp(&(&b.created, &b.name)));
    let mut notes: Vec<String> = Vec::new();
    for (why, count) in left_out {
        notes.push(format!("{} left out: {why}", counted(count, "workload")));
    }
    if !limits.is_empty() {
        notes.push(format!("not read: limits of borrowing and lending, of {}", listed(&limits)));
    }
    let nested = objects(documents, "Cohort")?;
    if !nested.is_empty() {
        let names: Vec<String> = nested.iter().filter_map(|node| full_name(node).ok()).collect();
        notes.push(format!("not read: quotas and parents of cohorts, of {}", listed(names)));
    }
    let used = workloads.iter().flat_map(|workload| workload.request.keys());
    let columns: BTreeSet<&Column> = used.chain(queues.iter().flat_map(|queue| queue.quota.keys())).collect();
    let mut names: Vec<String> = columns.iter().map(|(_, resource)| resource.clone()).collect();
    sort(&mut names);
    let place = |resource: &String| names.iter().position(|name| name == resource);
    let mut columns: Vec<&Column> = columns.into_iter().collect();
    columns.sort_by_key(|column| (place(&column.1), column.0.clone()));
    let row = |of: &BTreeMap<Column, Rational>| {
        let amount =
            |column: &&Column| Value::Number(of.get(*column).cloned().unwrap_or_else(Rational::zero));
        Value::List(columns.iter().map(amount).collect())
    };
    let mut order: Vec<usize> = (0..workloads.len()).filter(|&w| workloads[w].admitted.is_some()).collect();
    order.sort_by_key(|&w| (&workloads[w].admitted, w));
    let field = |name: &str, value: Value| (name.to_string(), value);
    let mut fields = vec![
        field("model", Value::text("cohort")),
        field("quota", Value::List(queues.iter().map(|queue| row(&queue.quota)).collect())),
    ];
    if queues.iter().any(|queue| queue.weight != Rational::one()) {
        let weights: Vec<Rational> = queues.iter().map(|queue| queue.weight.clone()).collect();
        fields.push(field("weight", Value::numbers(&weights)));
    }
    let one = |workload: &Workload| {
        Value::Table(vec![
            field("queue", Value::index(workload.queue)),
            field("request", row(&workload.request)),
            field("priority", Value::Integer(workload.priority)),
        ])
    };
    fields.push(field("workload", Value::List(workloads.iter().map(one).collect())));
    fields.push(field("admitted", Value::indexes(order)));
    if let Some(name) = incoming {
        let waits = |workload: &&Workload| workload.admitted.is_none();
        let found = workloads.iter().position(|workload| workload.name == name);
        let Some(at) = found.filter(|at| waits(&&workloads[*at])) else {
            let names = workloads.iter().filter(waits).map(|workload| workload.name.as_str());
            let near = nearest(name, names.clone());
            let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
            let reason = format!("no workload {name} waits; there are {}{near}", listed(names));
            return Err(file.error(reason));
        };
        fields.push(field("incoming", Value::index(at)));
    }
    let number = |(k, name): (usize, &str)| format!("{k} is {name}");
    notes.push(format!(
        "queues: {}",
        queues.iter().map(|q| q.name.as_str()).enumerate().map(number).collect::<Vec<_>>().join(", ")
    ));
    let called: Vec<String> =
        columns.iter().map(|(flavor, resource)| format!("{resource} of {flavor}")).collect();
    notes.push(format!(
        "resources: {}",
        called.iter().map(String::as_str).enumerate().map(number).collect::<Vec<_>>().join(", ")
    ));
    notes.push(format!(
        "workloads: {}",
        workloads.iter().map(|w| w.name.as_str()).enumerate().map(number).collect::<Vec<_>>().join(", ")
    ));
    Ok(Imported { instance: Value::Table(fields), notes })
}
