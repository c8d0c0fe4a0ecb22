//! Nodes and pods in the JSON lists of a container platform.
//!
//! A server is a node that accepts pods, with its allocatable resources less the pods that belong to the
//! node: those of a DaemonSet and static ones. A task is a pod, which runs if it has a node and waits
//! otherwise.

use std::collections::{BTreeMap, HashSet};

use super::amounts::{Amounts, PODS, amounts, take};
use super::budgets::Budgets;
use super::constraints::{Constraints, Place, gang, unread};
use super::places::{at, counted, full_name, list_at, name_at, of_kind, once, text_at, whole_at, within};
use super::pods::{asked, of_node, team};
use super::quotas::{Groups, NO_QUEUE, Spaces, objects, queues};
use super::snapshot::Snapshot;
use super::unread::{Known, NONE, signs};
use super::{By, Imported, Options};
use crate::document::{Document, InputError, Node, Read, Value};
use crate::scalar::{Rational, Scalar as _};
use crate::workbench::Assumption;
use fairwitness_engine::threads;

/// Returns `true` if the node reports that it is not ready.
fn unready(node: &Node<'_>) -> Read<bool> {
    for condition in list_at(node, &["status", "conditions"])? {
        if text_at(&condition, &["type"])? == Some("Ready") {
            return Ok(text_at(&condition, &["status"])? != Some("True"));
        }
    }
    Ok(false)
}

/// Nodes that accept pods, and all other nodes with the reason.
#[derive(Default)]
struct Nodes {
    open: Vec<Place>,
    closed: BTreeMap<String, &'static str>,
}

/// Why nothing new runs on a cordoned node.
const CORDONED: &str = "takes no pods";

/// Fields of the specification of a node that are read, or that decide nothing.
static OF_NODE: Known = Known::new("node spec");

/// Fields of the status of a node that are read, or that decide nothing.
static NOW: Known = Known::new("node status");

fn read_node(node: &Node<'_>, into: &mut Nodes, snapshot: &mut Snapshot) -> Read<()> {
    let name = name_at(node, &["metadata", "name"])?;
    let can = match (at(node, &["status", "allocatable"]), at(node, &["status", "capacity"])) {
        (Some(_), _) => amounts(node, &["status", "allocatable"])?,
        (None, Some(_)) => amounts(node, &["status", "capacity"])?,
        (None, None) => return Err(node.error("field `status.allocatable` is missing")),
    };
    if at(node, &["spec", "unschedulable"]).is_some_and(|n| *n.value() == Value::Bool(true)) {
        into.closed.insert(name.to_string(), CORDONED);
    } else if unready(node)? {
        into.closed.insert(name.to_string(), "is not ready");
    } else {
        at(node, &["spec"]).iter().for_each(|spec| snapshot.unread.others(spec, &OF_NODE, ("node", name)));
        at(node, &["status"]).iter().for_each(|now| snapshot.unread.others(now, &NOW, ("node", name)));
        signs(node, &NONE)
            .for_each(|mark| snapshot.unread.add(mark, "what schedulers decide by", ("node", name)));
        into.open.push(Place::read(name, node)?);
        snapshot.machine(name, can);
    }
    Ok(())
}

/// Counts of pods that are reported in one sentence each.
#[derive(Default)]
struct Count {
    done: usize,
    starting: usize,
    ending: usize,
    unlabelled: usize,
    /// Pods on nodes that accept none, by node.
    closed: BTreeMap<String, usize>,
    /// Pods on cordoned nodes, without those that belong to the nodes.
    cordoned: usize,
    /// Pods for a node that has none yet.
    homeless: usize,
    budgets: Budgets,
    groups: Groups,
    spaces: Spaces,
}

impl Count {
    fn notes(self, nodes: &Nodes, by: &By, snapshot: &mut Snapshot) {
        let notes = &mut snapshot.notes;
        for (name, why) in &nodes.closed {
            let there = self
                .closed
                .get(name)
                .map_or_else(String::new, |pods| format!(", with the {} there", counted(*pods, "pod")));
            notes.push(format!("node {name} left out{there}: it {why}"));
        }
        if self.cordoned > 0 {
            let words = "Pods on cordoned nodes go on running there, and are left out with their nodes as if there were none."
                .to_string();
            let field = "unschedulable".to_string();
            snapshot.assumed.push(Assumption { field, count: self.cordoned, words });
        }
        let mut say = |count: usize, what: &str| {
            if count > 0 {
                notes.push(format!("{} {what}", counted(count, "pod")));
            }
        };
        say(self.done, "left out: their work is done");
        say(self.homeless, "of DaemonSets left out: they have no node yet");
        say(self.starting, "counted as running: they have a node and are about to start");
        say(self.ending, "counted as running while they have a node: they are being deleted");
        if let By::Label(key) = by {
            say(self.unlabelled, &format!("without the label {key} counted as a team of their own"));
        }
    }
}

/// What is read of a pod by itself.
struct Pod<'a> {
    node: Node<'a>,
    asks: Read<Amounts>,
    constraints: Read<Constraints>,
    gang: Option<String>,
    unread: Vec<(String, &'static str)>,
}

impl<'a> Pod<'a> {
    fn of(pod: &Node<'a>, by: &By) -> Pod<'a> {
        Pod {
            asks: asked(pod),
            constraints: Constraints::read(pod),
            gang: gang(pod),
            unread: unread(pod, *by == By::Queue),
            node: pod.clone(),
        }
    }

    /// Adds the pod, whose name is `name`, to the snapshot.
    fn read(
        self,
        name: &str,
        by: &By,
        nodes: &Nodes,
        rows: &mut BTreeMap<Constraints, usize>,
        count: &mut Count,
        snapshot: &mut Snapshot,
    ) -> Read<()> {
        let pod = &self.node;
        let phase = text_at(pod, &["status", "phase"])?;
        if matches!(phase, Some("Succeeded" | "Failed")) {
            count.done += 1;
            return Ok(());
        }
        let mut asks = self.asks?;
        asks.insert(PODS.to_string(), Rational::one());
        let space = name.split('/').next().unwrap_or_default();
        count.spaces.count(space, &asks, false);
        let home = text_at(pod, &["spec", "nodeName"])?.filter(|name| !name.is_empty());
        let on = home.and_then(|name| snapshot.named(name));
        let unlabelled = if *by == By::Queue { NO_QUEUE } else { "(no label)" }.to_string();
        if let (Some(name), None) = (home, on) {
            if let Some(why) = nodes.closed.get(name) {
                *count.closed.entry(name.to_string()).or_default() += 1;
                count.cordoned += usize::from(*why == CORDONED && !of_node(pod)?);
            }
            let why = match nodes.closed.get(name) {
                Some(why) => format!("because node {name} {why}"),
                None => format!("because node {name} is not in the list"),
            };
            asks.remove(PODS);
            snapshot.omitted.add(&why, &team(pod, by, &count.groups)?.unwrap_or(unlabelled), 1, &asks);
            return Ok(());
        }
        if of_node(pod)? {
            let Some(node) = on else {
                count.homeless += 1;
                return Ok(());
            };
            take(snapshot.has(node), &asks);
            asks.remove(PODS);
            let owner = team(pod, &By::Owner, &count.groups)?.unwrap_or_default();
            let why = "because they belong to their nodes, which have so much less for others";
            snapshot.omitted.add(why, &owner, 1, &asks);
            return Ok(());
        }
        let team = match team(pod, by, &count.groups)? {
            Some(team) => team,
            None => {
                count.unlabelled += 1;
                unlabelled
            }
        };
        if at(pod, &["metadata", "deletionTimestamp"]).is_some() {
            count.ending += 1;
            if on.is_none() {
                asks.remove(PODS);
                snapshot.omitted.add("because they are being deleted", &team, 1, &asks);
                return Ok(());
            }
        }
        for (field, what) in self.unread {
            snapshot.unread.add(&field, what, ("pods of", &team));
        }
        if on.is_some() && phase == Some("Pending") {
            count.starting += 1;
        }
        if on.is_none() && !list_at(pod, &["spec", "schedulingGates"])?.is_empty() {
            asks.remove(PODS);
            snapshot.omitted.add("because a scheduling gate holds them back", &team, 1, &asks);
            return Ok(());
        }
        let constraints = self.constraints?;
        let row = match rows.get(&constraints) {
            Some(row) => *row,
            None => {
                let row = snapshot.row_where(|i| constraints.met_by(&nodes.open[i]));
                let row = row.map_err(|reason| pod.error(reason))?;
                rows.insert(constraints, row);
                row
            }
        };
        let priority = whole_at(pod, &["spec", "priority"])?.unwrap_or_default();
        let began = text_at(pod, &["metadata", "creationTimestamp"])?;
        snapshot.began.extend(began.map(|began| (name.to_string(), began.to_string())));
        if let Some(gang) = self.gang {
            let needs = count.groups.needs(space, &gang);
            snapshot.needs.extend(needs.map(|needs| (gang.clone(), needs)));
            snapshot.gangs.insert(name.to_string(), gang);
        }
        let budget = count.budgets.of(pod)?;
        count.spaces.count(space, &asks, true);
        snapshot.ranked((&team, name, priority), budget, asks, row, on, 1);
        Ok(())
    }
}

/// Kinds of objects that are read, here or with other options, or that decide nothing beside pods and nodes.
const KINDS: &str = "Node Pod PodDisruptionBudget PodGroup ResourceQuota Queue Namespace Service Endpoints EndpointSlice ConfigMap \
                     Secret ServiceAccount Event Lease ReplicationController Deployment ReplicaSet StatefulSet DaemonSet Job CronJob Ingress NetworkPolicy \
                     LimitRange PriorityClass PersistentVolume PersistentVolumeClaim StorageClass HorizontalPodAutoscaler";

/// Adds an assumption for each kind of object in `files` that is not read.
fn unread_kinds(files: &[&Document], snapshot: &mut Snapshot) {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut open: Vec<Node<'_>> = files.iter().map(|file| file.node()).collect();
    while let Some(node) = open.pop() {
        let kind = text_at(&node, &["kind"]).ok().flatten();
        if at(&node, &["items"]).is_some() {
            open.extend(list_at(&node, &["items"]).unwrap_or_default());
        } else if let Some(kind) = kind.filter(|kind| !KINDS.split(' ').any(|known| known == *kind)) {
            *kinds.entry(kind).or_default() += 1;
        }
    }
    for (kind, count) in kinds {
        let words = format!("As if there were none, not read: objects of the kind {kind}.");
        snapshot.assumed.push(Assumption { field: kind.to_string(), count, words });
    }
}

/// A cluster from lists of nodes and pods, with a user for each team and kind of pod.
///
/// # Errors
/// A file that is no such list, with the kind and the name of the object and the field in it; no node that
/// accepts pods; no pod that requests anything.
pub fn kubernetes(nodes: &Document, pods: &Document, by: &By, options: &Options<'_>) -> Read<Imported> {
    let mut snapshot = Snapshot::new("node", "pod");
    if *by == By::Owner {
        snapshot.larger = ": with --by namespace all pods of a namespace are one team";
    }
    let mut found = Nodes::default();
    let (mut rows, mut count, mut seen) = (BTreeMap::new(), Count::default(), HashSet::new());
    let files = [nodes, pods];
    count.budgets = Budgets::read(&files, &mut snapshot.assumed)?;
    (count.groups, count.spaces) = (Groups::read(&files, &mut snapshot.unread)?, Spaces::read(&files)?);
    for node in of_kind(nodes, "Node", true, "kubectl get nodes -o json")? {
        let name = format!("node {}", name_at(&node, &["metadata", "name"])?);
        once(&mut seen, &name, &node)
            .and_then(|()| read_node(&node, &mut found, &mut snapshot))
            .map_err(|error| within(&name, "", error))?;
    }
    if found.open.is_empty() && found.closed.is_empty() {
        return Err(InputError::of(nodes.file.clone(), "", "the list has no node"));
    }
    let listed = of_kind(pods, "Pod", true, "kubectl get pods -A -o json")?;
    for (name, pod) in threads::each(&listed, |pod| (full_name(pod), Pod::of(pod, by))) {
        let name = name?;
        let object = format!("pod {name}");
        once(&mut seen, &object, &pod.node)
            .and_then(|()| pod.read(&name, by, &found, &mut rows, &mut count, &mut snapshot))
            .map_err(|error| within(&object, "spec.", error))?;
    }
    let apart = *by != By::Namespace || options.weights.is_some();
    std::mem::take(&mut count.spaces).bind(&pods.file, apart, &mut snapshot)?;
    count.notes(&found, by, &mut snapshot);
    let divided = *by == By::Queue && options.weights.is_none();
    if divided {
        snapshot.queues = Some(queues(&files, &mut snapshot)?);
    }
    if !divided && !objects(&files, "Queue").is_empty() {
        let what = "queues of the scheduler, with their quotas (`--by queue` reads them)";
        let words = format!("As if there were none, not read: {what}.");
        snapshot.assumed.push(Assumption { field: "Queue".to_string(), count: 1, words });
    }
    unread_kinds(&files, &mut snapshot);
    snapshot.keep_slots_if_short(PODS);
    snapshot.instance(options, &nodes.file, &pods.file)
}
