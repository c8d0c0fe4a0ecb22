//! Nodes and pods in the JSON lists of a container platform.
//!
//! A server is a node that accepts pods, with its allocatable resources less the pods that belong to the
//! node: those of a DaemonSet and static ones. A task is a pod, which runs if it has a node and waits
//! otherwise.

use std::collections::{BTreeMap, BTreeSet};

use super::amounts::{amounts, take};
use super::constraints::{Constraints, Place, unread};
use super::places::{at, counted, items, list_at, listed, name_at, text_at, within};
use super::pods::{asked, full_name, of_node, team};
use super::snapshot::Snapshot;
use super::{By, Imported, Options};
use crate::document::{Document, InputError, Node, Value};

/// Returns `true` if the node reports that it is not ready.
fn unready(node: &Node<'_>) -> Result<bool, InputError> {
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

fn read_node(node: &Node<'_>, into: &mut Nodes, snapshot: &mut Snapshot) -> Result<(), InputError> {
    let name = name_at(node, &["metadata", "name"])?;
    let can = match (at(node, &["status", "allocatable"]), at(node, &["status", "capacity"])) {
        (Some(_), _) => amounts(node, &["status", "allocatable"])?,
        (None, Some(_)) => amounts(node, &["status", "capacity"])?,
        (None, None) => return Err(node.error("field `status.allocatable` is missing")),
    };
    let twice = || node.error(format!("a node `{name}` stands twice"));
    if snapshot.named(name).is_some() || into.closed.contains_key(name) {
        return Err(twice());
    }
    if at(node, &["spec", "unschedulable"]).is_some_and(|n| *n.value() == Value::Bool(true)) {
        into.closed.insert(name.to_string(), "it takes no pods");
    } else if unready(node)? {
        into.closed.insert(name.to_string(), "it is not ready");
    } else {
        into.open.push(Place::read(name, node)?);
        snapshot.machine(name, can);
    }
    Ok(())
}

/// Counts of pods that are reported in one sentence each.
#[derive(Default)]
struct Count {
    done: usize,
    idle: BTreeSet<String>,
    starting: usize,
    gated: usize,
    unlabelled: usize,
    /// Pods on nodes that accept none, by node.
    closed: BTreeMap<String, usize>,
    /// Pods on nodes that are not in the list, by node.
    unknown: BTreeMap<String, usize>,
    /// Pods for a node that has none yet.
    homeless: usize,
    /// Teams whose pods have a rule that is not read, by rule.
    unread: BTreeMap<&'static str, BTreeSet<String>>,
}

impl Count {
    fn notes(self, nodes: &Nodes, by: &By, notes: &mut Vec<String>) {
        for (name, why) in &nodes.closed {
            let there = self
                .closed
                .get(name)
                .map_or_else(String::new, |pods| format!(", with the {} there", counted(*pods, "pod")));
            notes.push(format!("node {name} left out{there}: {why}"));
        }
        for (name, pods) in &self.unknown {
            notes.push(format!("{} left out: node {name} is not in the list", counted(*pods, "pod")));
        }
        let mut say = |count: usize, what: &str| {
            if count > 0 {
                notes.push(format!("{} {what}", counted(count, "pod")));
            }
        };
        say(self.done, "left out: their work is done");
        say(self.homeless, "of DaemonSets left out: they have no node yet");
        say(self.starting, "counted as running: they have a node and are about to start");
        say(self.gated, "counted as waiting although a scheduling gate holds them back");
        if let By::Label(key) = by {
            say(self.unlabelled, &format!("without the label {key} counted as a team of their own"));
        }
        if !self.idle.is_empty() {
            notes.push(format!("pods left out because they request nothing: {}", listed(&self.idle)));
        }
        for (what, teams) in self.unread {
            notes.push(format!("not read: {what}, of pods of {}", listed(&teams)));
        }
    }
}

/// A pod and its name.
struct Pod<'a> {
    node: Node<'a>,
    name: String,
}

impl Pod<'_> {
    fn read(
        &self,
        by: &By,
        nodes: &Nodes,
        rows: &mut BTreeMap<Constraints, usize>,
        count: &mut Count,
        snapshot: &mut Snapshot,
    ) -> Result<(), InputError> {
        let pod = &self.node;
        let phase = text_at(pod, &["status", "phase"])?;
        if matches!(phase, Some("Succeeded" | "Failed")) {
            count.done += 1;
            return Ok(());
        }
        let asks = asked(pod)?;
        let home = text_at(pod, &["spec", "nodeName"])?.filter(|name| !name.is_empty());
        let on = home.and_then(|name| snapshot.named(name));
        if let (Some(name), None) = (home, on) {
            let map = if nodes.closed.contains_key(name) { &mut count.closed } else { &mut count.unknown };
            *map.entry(name.to_string()).or_default() += 1;
            return Ok(());
        }
        if of_node(pod)? {
            match on {
                Some(node) => take(snapshot.has(node), &asks),
                None => count.homeless += 1,
            }
            return Ok(());
        }
        let team = match team(pod, by)? {
            Some(team) => team,
            None => {
                count.unlabelled += 1;
                "(no label)".to_string()
            }
        };
        for what in unread(pod) {
            count.unread.entry(what).or_default().insert(team.clone());
        }
        if asks.is_empty() {
            count.idle.insert(team);
            return Ok(());
        }
        if on.is_some() && phase == Some("Pending") {
            count.starting += 1;
        }
        if on.is_none() && !list_at(pod, &["spec", "schedulingGates"])?.is_empty() {
            count.gated += 1;
        }
        let constraints = Constraints::read(pod)?;
        let row = match rows.get(&constraints) {
            Some(row) => *row,
            None => {
                let row = snapshot.row_where(|i| constraints.met_by(&nodes.open[i]));
                let row = row.map_err(|reason| pod.error(reason))?;
                rows.insert(constraints, row);
                row
            }
        };
        snapshot.task((&team, &self.name), asks, row, on, 1);
        Ok(())
    }
}

/// A cluster from lists of nodes and pods, with a user for each team and kind of pod.
///
/// # Errors
/// A file that is no such list, with the kind and the name of the object and the field in it; no node that
/// accepts pods; no pod that requests anything.
pub fn kubernetes(
    nodes: &Document,
    pods: &Document,
    by: &By,
    options: &Options<'_>,
) -> Result<Imported, InputError> {
    let mut snapshot = Snapshot::new("node", "pod");
    let mut found = Nodes::default();
    for node in items(nodes, &["items"], "kubectl get nodes -o json")? {
        read_node(&node, &mut found, &mut snapshot).map_err(|error| {
            match text_at(&node, &["metadata", "name"]) {
                Ok(Some(name)) => within(&format!("node {name}"), "", error),
                _ => error,
            }
        })?;
    }
    let (mut rows, mut count) = (BTreeMap::new(), Count::default());
    for node in items(pods, &["items"], "kubectl get pods -A -o json")? {
        let pod = Pod { name: full_name(&node)?, node };
        pod.read(by, &found, &mut rows, &mut count, &mut snapshot)
            .map_err(|error| within(&format!("pod {}", pod.name), "spec.", error))?;
    }
    count.notes(&found, by, &mut snapshot.notes);
    snapshot.instance(options, &nodes.file, &pods.file)
}
