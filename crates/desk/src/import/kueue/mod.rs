//! Cluster queues, cohorts, local queues and workloads of Kueue, as listed by `kubectl get .. -o json`, as an instance
//! of the model `cohort`.
//!
//! A column is a resource of a flavor. A field on
//! which a decision depends and that is not read ends the import, or is an assumption that the user permits.

mod columns;
mod conditions;
mod flavors;
mod status;
mod queues;
mod templates;
mod workloads;
mod choice;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::Imported;
use super::amounts::sort;
use super::assume::Assumptions;
use super::omitted::Omitted;
use super::places::{at, counted, list_at, listed, name_at, of_kind, once, text_at, within};
use crate::document::suggest::nearest;
use crate::document::{Document, InputError, Node, Value};
use crate::workbench::beside::ASSUMED;
use columns::Column;
use fairwitness_kernel::model::Model as _;
use fairwitness_kernel::model::cohort::Cohort;
use fairwitness_kernel::specification::cohort::head;
use flavors::Flavors;
use queues::Queue;
use status::{Status, compare};
use templates::Templates;
use workloads::{Reader, Workload};

/// The objects of one kind in the documents.
fn objects<'a>(documents: &'a [Document], kind: &str) -> Result<Vec<Node<'a>>, InputError> {
    let from = "kubectl get clusterqueues,cohorts,resourceflavors,localqueues,workloads,limitranges,runtimeclasses -A -o json";
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for document in documents {
        for node in of_kind(document, kind, false, from)? {
            if let Ok(name) = full_name(&node) {
                once(&mut seen, &name, &node).map_err(object(&node, &kind.to_lowercase()))?;
            }
            found.push(node);
        }
    }
    Ok(found)
}

/// The kinds of objects that are read.
const KINDS: &str =
    "ClusterQueue Cohort ResourceFlavor LocalQueue Workload LimitRange RuntimeClass Configuration";

/// Counts the objects below `node` of other kinds than those that are read; `of` is the kind of the list.
fn others(node: &Node<'_>, of: &str, found: &mut BTreeMap<String, usize>) {
    let kind = text_at(node, &["kind"]).ok().flatten().unwrap_or(of);
    if node.value().get("items").is_some() {
        let of = kind.trim_end_matches("List");
        list_at(node, &["items"]).into_iter().flatten().for_each(|item| others(&item, of, found));
    } else if !KINDS.split(' ').any(|known| known == kind) {
        *found.entry(if kind.is_empty() { "no" } else { kind }.to_string()).or_default() += 1;
    }
}

fn full_name(node: &Node<'_>) -> Result<String, InputError> {
    let name = name_at(node, &["metadata", "name"])?;
    Ok(match text_at(node, &["metadata", "namespace"])? {
        Some(space) => format!("{space}/{name}"),
        None => name.to_string(),
    })
}

fn object(node: &Node<'_>, kind: &str) -> impl Fn(InputError) -> InputError {
    let (name, kind) = (full_name(node).ok(), kind.to_string());
    move |error| match &name {
        Some(name) => within(&format!("{kind} {name}"), "spec.", error),
        None => error,
    }
}

/// The cohort called `name`, or the only one in which a workload waits. A queue without a cohort is a cohort of its
/// own, with its name.
fn chosen(
    queues: &[Queue],
    waits: &BTreeSet<String>,
    name: Option<&str>,
    file: &Node<'_>,
) -> Result<String, InputError> {
    let all: BTreeSet<&str> = queues.iter().map(|queue| queue.root.as_str()).collect();
    let names = || listed(all.iter().copied());
    let few: Vec<&str> = all.iter().copied().filter(|group| waits.contains(*group)).collect();
    match (name, few[..].first().filter(|_| few.len() == 1)) {
        _ if all.is_empty() => Err(file.error("there is no active object of the kind ClusterQueue")),
        (Some(name), _) if all.contains(name) => Ok(name.to_string()),
        (Some(name), _) => {
            let near = nearest(name, all.iter().copied());
            let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
            Err(file.error(format!("there is no cohort {name}; there are {}{near}", names())))
        }
        (None, Some(only)) => Ok(only.to_string()),
        (None, None) if all.len() == 1 => Ok(names()),
        (None, None) => Err(file.error(format!("there are several cohorts: say which one, of {}", names()))),
    }
}

/// Fields of the object Configuration on which no decision depends, and the one that is read.
const CONFIGURATION: &str = "apiVersion kind metadata namespace webhook leaderElection metrics health pprofBindAddress controller tls \
                             manageJobsWithoutQueueName managedJobsNamespaceSelector internalCertManagement clientConnection \
                             integrations multiKueue objectRetentionPolicies visibilityServer queueVisibility fairSharing";

/// Returns `true` if an object of the kind Configuration enables fair sharing.
///
/// # Errors
/// One that does not, because preemption without fair sharing is not modelled; strategies of preemption that are not the
/// default and not assumed to be; another field that is neither read nor assumed.
fn fair_sharing(documents: &[Document], assumed: &mut Assumptions<'_>) -> Result<bool, InputError> {
    let mut enabled = false;
    for configuration in objects(documents, "Configuration")? {
        if text_at(&configuration, &["apiVersion"])?.is_some_and(|version| !version.contains("kueue")) {
            continue;
        }
        // In v1beta1 the field is false if it is missing; in v1beta2 there is none.
        let given =
            text_at(&configuration, &["apiVersion"])?.is_none_or(|version| !version.ends_with("v1beta1"));
        let off = |fair: &Node<'_>| {
            at(fair, &["enable"]).map_or(!given, |enable| *enable.value() == Value::Bool(false))
        };
        let Some(fair) = at(&configuration, &["fairSharing"]).filter(|fair| !off(fair)) else {
            let reason = "fairSharing is not enabled, and preemption without fair sharing is not modelled";
            return Err(configuration.error(reason));
        };
        assumed.only(&configuration, CONFIGURATION)?;
        assumed.only(&fair, "enable preemptionStrategies")?;
        let strategies = list_at(&fair, &["preemptionStrategies"])?;
        let names = strategies.iter().map(Node::text).collect::<Result<Vec<_>, _>>()?;
        if !matches!(names[..], [] | ["LessThanOrEqualToFinalShare", "LessThanInitialShare"]) {
            assumed.need(&fair, "preemptionStrategies").map_err(|error| {
                let run =
                    "and `verify run --option strategies=a` or `strategies=b` decides by one of them alone";
                fair.error(format!("{}, {run}", error.reason))
            })?;
        }
        enabled = true;
    }
    Ok(enabled)
}

/// The cluster queue of each local queue, and whether the local queue is stopped.
fn locals(documents: &[Document], assumed: &mut Assumptions<'_>) -> Result<workloads::Locals, InputError> {
    let mut locals = BTreeMap::new();
    for node in objects(documents, "LocalQueue")? {
        let of = name_at(&node, &["spec", "clusterQueue"]).map_err(object(&node, "localqueue"))?;
        if let Some(spec) = at(&node, &["spec"]) {
            let known = "clusterQueue stopPolicy fairSharing";
            assumed.only(&spec, known).map_err(object(&node, "localqueue"))?;
        }
        locals.insert(full_name(&node)?, (of.to_string(), queues::stopped(&node)?));
    }
    Ok(locals)
}

/// What Kueue adds to the templates of pods.
fn templates(documents: &[Document], assumed: &mut Assumptions<'_>) -> Result<Templates, InputError> {
    let mut templates = Templates::default();
    for node in objects(documents, "RuntimeClass")? {
        templates.class(&node).map_err(object(&node, "runtimeclass"))?;
    }
    for node in objects(documents, "LimitRange")? {
        templates.range(&node, assumed).map_err(object(&node, "limitrange"))?;
    }
    templates.ranged |= documents.iter().any(|document| is_list_of(document, "LimitRange"));
    Ok(templates)
}

/// Returns `true` of a list that has all objects of `kind`, even if it is empty.
fn is_list_of(document: &Document, kind: &str) -> bool {
    let named = text_at(&document.node(), &["kind"]).ok().flatten();
    named.and_then(|named| named.strip_suffix("List")) == Some(kind)
}

/// Takes cohorts that queues name and no list has as cohorts without a quota of their own.
fn unlisted(documents: &[Document], cohorts: &[Queue], assumed: &mut Assumptions<'_>) -> Result<(), String> {
    if documents.iter().any(|document| is_list_of(document, "Cohort")) {
        return Ok(());
    }
    for cohort in cohorts.iter().filter(|cohort| cohort.implicit) {
        if let Some(other) = assumed.value("Cohort").filter(|value| *value != "none") {
            return Err(format!("--assume Cohort={other}: it can be taken as `none` alone"));
        }
        assumed.add("Cohort", &format!(
            "The object Cohort {} is not in the list: its own quota, its parent and its limits are unknown and taken as none, and the \
             decision may be another one with them", cohort.name));
    }
    Ok(())
}

/// Adds what is taken of strict queues in which several workloads wait.
fn strict(queues: &[Queue], workloads: &[Workload], assumed: &mut Assumptions<'_>) {
    for (q, queue) in queues.iter().enumerate().filter(|(_, queue)| queue.strict) {
        let waits = |workload: &&Workload| workload.queue == q && workload.admitted.is_none();
        if workloads.iter().filter(waits).count() > 1 {
            let name = &queue.name;
            let words = format!("Workloads of {name} behind the first may ask, although the queue is strict");
            assumed.add("queueingStrategy", &words);
        }
    }
}

/// Adds what is taken of workloads without the time of their creation, where the order of equal priorities decides.
fn ages(queues: &[Queue], workloads: &[Workload], assumed: &mut Assumptions<'_>) {
    // The numbers of workloads that wait and that are admitted, and whether some lack the time.
    let mut alike: BTreeMap<(usize, i64), ([usize; 2], bool)> = BTreeMap::new();
    for workload in workloads {
        let waits = workload.admitted.is_none();
        let counted = waits || queues[workload.queue].preempts_newer();
        let (counts, lacks) = alike.entry((workload.queue, workload.priority)).or_default();
        counts[usize::from(!waits)] += usize::from(counted);
        *lacks |= counted && workload.created.is_empty();
    }
    let decides =
        |([waits, admitted], lacks): &([usize; 2], bool)| *lacks && *waits > 0 && waits + admitted > 1;
    if alike.values().any(decides) {
        let words = "Of workloads of one queue and priority, those without the time of their creation count as older, in the \
                     order of their names";
        assumed.add("creationTimestamp", words);
    }
}

/// The workload that asks first by the order of its queue, where the instance `fields` would let another one ask.
fn first(file: &Node<'_>, fields: &[(String, Value)]) -> Result<Option<usize>, InputError> {
    let state = fields.iter().filter(|(name, _)| name != "model").cloned().collect();
    let state = Cohort::read(&Node::new(&file.error("").file, &Value::Table(state)))?;
    Ok(head(&state).filter(|first| state.asks() != Some(*first)))
}

/// The index of the waiting workload `name`.
///
/// # Errors
/// No such workload waits: those that do, and what was `left_out`.
fn asking(name: &str, workloads: &[Workload], left_out: &[String]) -> Result<usize, String> {
    let waits = |workload: &&Workload| workload.admitted.is_none();
    let found = workloads.iter().position(|workload| waits(&workload) && workload.name == name);
    found.ok_or_else(|| {
        let names = workloads.iter().filter(waits).map(|workload| workload.name.as_str());
        let near = nearest(name, names.clone());
        let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
        let there = if names.clone().next().is_some() { listed(names) } else { "none".to_string() };
        let left_out: String = left_out.iter().map(|line| format!("; {line}")).collect();
        format!("no workload {name} waits; there are {there}{near}{left_out}")
    })
}

/// An instance of the model `cohort` from lists of cluster queues, cohorts, local queues and workloads. `cohort` names
/// one of several; `incoming` is the workload that asks, as `namespace/name`; `assume` has pairs of a field that need
/// not be read and the value that it is taken as.
///
/// # Errors
/// A file that is no such list, with the object and the field in it; a field that is neither read nor assumed; no
/// cohort of that name, or several and no name; no workload.
pub fn kueue(
    documents: &[Document],
    cohort: Option<&str>,
    incoming: Option<&str>,
    assume: &[(String, String)],
) -> Result<Imported, InputError> {
    let nothing = Document { file: String::new(), root: Value::Table(Vec::new()) };
    let file = documents.first().unwrap_or(&nothing).node();
    let mut assumed = Assumptions::new(assume);
    let (mut all, mut omitted, mut notes) = (Vec::new(), Omitted::default(), Vec::new());
    for node in objects(documents, "ClusterQueue")? {
        let read = queues::read(&node, &mut assumed).map_err(object(&node, "clusterqueue"))?;
        if let Some(why) = &read.stopped {
            let name = &read.name;
            let lends = "admits nothing and loses nothing, and lends its quota";
            notes.push(format!("clusterqueue {name} {lends}: {why}"));
        }
        all.push(read);
    }
    let given = objects(documents, "Cohort")?;
    let given = given.iter().map(|node| queues::cohort(node, &mut assumed).map_err(object(node, "cohort")));
    let given = given.collect::<Result<_, _>>()?;
    let mut cohorts = queues::trees(&mut all, given).map_err(|reason| file.error(reason))?;
    let mut flavors = Flavors::default();
    for node in objects(documents, "ResourceFlavor")? {
        flavors.add(&node, &mut assumed).map_err(object(&node, "resourceflavor"))?;
    }
    let none = "no ResourceFlavor is in the list: flavors count as without labels and taints";
    notes.extend(flavors.none().then(|| none.to_string()));
    let templates = templates(documents, &mut assumed)?;
    let locals = locals(documents, &mut assumed)?;
    let given = objects(documents, "Workload")?;
    let mut waits = BTreeSet::new();
    for node in &given {
        let group = workloads::waits_in(node, &locals, &all).map_err(object(node, "workload"))?;
        if incoming.is_none() || incoming == Some(full_name(node)?.as_str()) {
            waits.extend(group);
        }
    }
    let group = chosen(&all, &waits, cohort, &file)?;
    let queues: Vec<Queue> = all.into_iter().filter(|queue| queue.root == group).collect();
    cohorts.retain(|cohort| cohort.root == group && !queues.iter().all(|queue| queue.cohort.is_empty()));
    unlisted(documents, &cohorts, &mut assumed).map_err(|reason| file.error(reason))?;
    let mut reader = Reader {
        locals: &locals,
        queues: &queues,
        flavors: &flavors,
        templates: &templates,
        found: queues.iter().map(|_| Status::default()).collect(),
        omitted: &mut omitted,
        assumed: &mut assumed,
    };
    let mut workloads = Vec::new();
    for node in &given {
        workloads.extend(reader.read(node).map_err(object(node, "workload"))?);
    }
    let found = reader.found;
    workloads.sort_by(|a: &Workload, b| (&a.created, &a.name).cmp(&(&b.created, &b.name)));
    strict(&queues, &workloads, &mut assumed);
    ages(&queues, &workloads, &mut assumed);
    let left_out = omitted.told("workload");
    if workloads.is_empty() {
        let and = if left_out.is_empty() { String::new() } else { format!("; {}", left_out.join("; ")) };
        return Err(file.error(format!("no workload of {group} is left that asks for anything{and}")));
    }
    notes.extend(left_out.iter().cloned());
    let said = queues.iter().map(|queue| (&queue.name, &queue.status));
    compare(said, &found, &mut notes, &mut assumed);
    notes.extend(unread_kinds(documents));
    let order = workloads::by_age(&workloads, &mut assumed);
    let columns = columns(&queues, &cohorts, &workloads);
    let mut fields = queues::fields(&queues, &cohorts, &columns);
    let preempts =
        choice::choose(&queues, &mut workloads, &columns, (&fields, &order), &flavors, &mut assumed)?;
    let fair = fair_sharing(documents, &mut assumed)? || queues.iter().any(|queue| queue.fair);
    if preempts && !cohorts.is_empty() && !fair {
        let words = "Fair sharing is taken as enabled, which no status of a queue and no object Configuration says: without it Kueue \
                     preempts by other rules, under which borrowWithinCohort counts and shares do not";
        assumed.add("fairSharing", words);
    }
    assumed.all_used(&file)?;
    let called: Vec<String> = columns.iter().map(|(flavor, name)| format!("{name} of {flavor}")).collect();
    let number = |(k, name): (usize, &String)| format!("{k} is {name}");
    notes
        .push(format!("resources: {}", called.iter().enumerate().map(number).collect::<Vec<_>>().join(", ")));
    let row = |workload: &Workload| workload.to_value(&columns, &workload.request);
    fields.push(("workload".to_string(), Value::List(workloads.iter().map(row).collect())));
    fields.push(("admitted".to_string(), Value::indexes(order)));
    let asks = match incoming {
        Some(name) => Some(asking(name, &workloads, &left_out).map_err(|reason| file.error(reason))?),
        None => first(&file, &fields)?,
    };
    fields.extend(asks.map(|asks| ("incoming".to_string(), Value::index(asks))));
    if !assumed.made.is_empty() {
        let made = assumed.made.iter().map(|made| made.to_value()).collect();
        fields.push((ASSUMED.to_string(), Value::List(made)));
    }
    Ok(Imported { instance: Value::Table(fields), notes })
}

/// The numbers of objects of kinds that are not read, in words; `None` if there are none.
fn unread_kinds(documents: &[Document]) -> Option<String> {
    let mut unread = BTreeMap::new();
    documents.iter().for_each(|document| others(&document.node(), "", &mut unread));
    let each = unread.iter().map(|(kind, count)| format!("{} of kind {kind}", counted(*count, "object")));
    (!unread.is_empty()).then(|| format!("not read: {}", listed(each)))
}

/// The columns of the instance: every flavor of every resource with a quota or a use, processors and memory first.
fn columns(queues: &[Queue], cohorts: &[Queue], workloads: &[Workload]) -> Vec<Column> {
    let used = workloads.iter().flat_map(|workload| workload.request.keys());
    let all: BTreeSet<&Column> =
        used.chain(queues.iter().chain(cohorts).flat_map(|queue| queue.quota.keys())).collect();
    let mut names: Vec<String> = all.iter().map(|(_, resource)| resource.clone()).collect();
    sort(&mut names);
    let place = |resource: &String| names.iter().position(|name| name == resource);
    let mut columns: Vec<Column> = all.into_iter().cloned().collect();
    columns.sort_by_key(|column| (place(&column.1), column.0.clone()));
    columns
}
