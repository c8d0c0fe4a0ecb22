//! Nodes, queues and applications in the JSON lists of YARN's resource manager (`/ws/v1/cluster/nodes`,
//! `/scheduler`, `/apps`).
//!
//! A server is a running node. A task is a container, and a user is a queue. The lists give the number of
//! containers of an application and their total request, but neither their nodes nor their differences. So
//! the containers of one application are taken as equal, and running tasks are written only if all nodes are
//! merged into one.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::amounts::{Amounts, CPU, MEMORY, add, fits, gib_of_mib, measured, raise};
use super::assume::Assumptions;
use super::places::{
    at, count_at, counted, items, list_at, listed, name_at, number_at, once, text_at, within,
};
use super::snapshot::Snapshot;
use super::unread::{Known, says};
use super::yarn_counts::Count;
use super::yarn_queues::{Scheduler, amounts};
use super::{Imported, Options};
use crate::document::{Document, InputError, Node, Read, Value};
use crate::scalar::{Rational, Scalar};

/// The files of YARN's resource manager.
#[derive(Clone, Copy, Debug)]
pub struct YarnFiles<'a> {
    /// The answer of `/ws/v1/cluster/nodes`.
    pub nodes: &'a Document,
    /// The answer of `/ws/v1/cluster/apps`.
    pub apps: &'a Document,
    /// The answer of `/ws/v1/cluster/scheduler`, for the capacities of queues.
    pub scheduler: Option<&'a Document>,
}

/// The positive amounts of a resource object.
fn resource(node: &Node<'_>) -> Read<Amounts> {
    let mut found = amounts(node)?;
    found.retain(|_, amount| amount.is_positive());
    Ok(found)
}

/// The amounts in the fields `memory` and `cores`, in MiB and cores, zero included.
fn stated(node: &Node<'_>, memory: &str, cores: &str) -> Read<Amounts> {
    let memory = number_at(node, &[memory])?.map(|amount| (MEMORY.to_string(), gib_of_mib(amount)));
    let cores = number_at(node, &[cores])?.map(|amount| (CPU.to_string(), amount));
    Ok(memory.into_iter().chain(cores).collect())
}

/// The positive amounts in the fields `memory` and `cores`.
fn memory_and_cores(node: &Node<'_>, memory: &str, cores: &str) -> Read<Amounts> {
    let mut found = stated(node, memory, cores)?;
    found.retain(|_, amount| amount.is_positive());
    Ok(found)
}

/// Labels of nodes, in the order of nodes; a node without a label has the label "".
type Labels = Vec<String>;

fn read_node(
    node: &Node<'_>,
    pool: bool,
    labels: &mut Labels,
    (closed, sizes, used): (&mut Vec<String>, &mut BTreeMap<(String, Amounts), usize>, &mut Amounts),
    snapshot: &mut Snapshot,
) -> Read<()> {
    let name = name_at(node, &["id"])?;
    let state = text_at(node, &["state"])?.unwrap_or("RUNNING");
    // The scheduler gives a node that is being decommissioned what its containers take: AbstractYarnScheduler.nodeUpdate.
    let leaving = state == "DECOMMISSIONING";
    if leaving || state == "RUNNING" {
        add(used, &stated(node, "usedMemoryMB", "usedVirtualCores")?);
    }
    if state != "RUNNING" && !(leaving && pool) {
        closed.push(format!("{name} ({state})"));
        return Ok(());
    }
    snapshot.unread.others(node, &OF_NODE, ("node", name));
    let has = match at(node, &["totalResource"]) {
        Some(total) if !leaving => resource(&total)?,
        _ => {
            let free = memory_and_cores(node, "availMemoryMB", "availableVirtualCores")?;
            let mut has = if leaving { Amounts::new() } else { free };
            add(&mut has, &memory_and_cores(node, "usedMemoryMB", "usedVirtualCores")?);
            has
        }
    };
    let label = list_at(node, &["nodeLabels"])?.first().map(|label| label.text()).transpose()?;
    let label = label.unwrap_or_default();
    if leaving {
        snapshot
            .notes
            .push(format!("node {name} counted with what its containers take: its state is {state}"));
    } else {
        *sizes.entry((label.to_string(), has.clone())).or_default() += 1;
    }
    if pool && let Some(all) = snapshot.named(&merged(label)) {
        add(snapshot.has(all), &has);
        return Ok(());
    }
    let pooled = merged(label);
    if !snapshot.machine(if pool { &pooled } else { name }, has) {
        return Err(node.error(format!("a node `{name}` is given twice")));
    }
    labels.push(label.to_string());
    Ok(())
}

/// The name of the server that stands for all nodes with a label.
fn merged(label: &str) -> String {
    if label.is_empty() { "all nodes".to_string() } else { format!("all nodes labelled {label}") }
}

/// The path of the queue of an application, as the scheduler names it: the capacity scheduler names the queue of an application by
/// its last part.
fn path_of<'a>(app: &Node<'a>, scheduled: Option<&'a Scheduler>) -> Read<&'a str> {
    let queue = name_at(app, &["queue"])?;
    let end = format!(".{queue}");
    let known = || scheduled.into_iter().flat_map(Scheduler::names);
    let ends: Vec<&str> = known().filter(|path| path.ends_with(&end)).collect();
    let full = known().find(|path| *path == queue);
    if full.is_none() && ends.len() > 1 {
        let reason = format!("queue: `{queue}` may be any of {}: write its path", listed(&ends));
        return Err(app.error(reason));
    }
    Ok(full.or(ends.first().copied()).unwrap_or(queue))
}

/// Fields of applications that are read, or that decide nothing between queues.
static KNOWN: Known = Known::new("YARN application");

/// Fields of nodes that are read, or that decide nothing.
static OF_NODE: Known = Known::new("YARN node");

/// Fields of applications and of their requests that are not read, each with what it is. They hold nothing if they are
/// missing, empty or zero.
fn unread(app: &Node<'_>) -> impl Iterator<Item = (&'static str, &'static str)> {
    let requests = list_at(app, &["resourceRequests"]).unwrap_or_default();
    let request = |node: &Node<'_>| {
        let strict = at(node, &["relaxLocality"]).is_some_and(|n| *n.value() == Value::Bool(false));
        let kind = text_at(node, &["executionTypeRequest", "executionType"]).ok().flatten();
        strict || kind.is_some_and(|kind| kind != "GUARANTEED") || says(node, &["allocationTags"])
    };
    [
        (
            says(app, &["reservedMB"]) || says(app, &["reservedVCores"]),
            "reservedMB",
            "what nodes keep for it",
        ),
        (says(app, &["schedulingRequests"]), "schedulingRequests", "requests with placement constraints"),
        (says(app, &["placementConstraint"]), "placementConstraint", "placement constraints"),
        (says(app, &["amNodeLabelExpression"]), "amNodeLabelExpression", "the nodes of its master"),
        (requests.iter().any(request), "resourceRequests", "requests for certain nodes or of other kinds"),
    ]
    .into_iter()
    .filter_map(|(there, field, what)| there.then_some((field, what)))
}

struct Reader<'a> {
    labels: &'a Labels,
    /// The number of nodes of each label and size.
    sizes: &'a BTreeMap<(String, Amounts), usize>,
    /// The most of each resource that some node has, by label.
    most: BTreeMap<&'a str, Amounts>,
    pool: bool,
    rows: BTreeMap<String, usize>,
    count: Count,
    /// The users with applications, by queue.
    users: BTreeMap<String, BTreeSet<String>>,
    /// The amounts in use, by queue.
    used: BTreeMap<String, Amounts>,
    /// The number of containers that wait, by queue.
    waits: BTreeMap<String, usize>,
}

impl Reader<'_> {
    /// The set of nodes with that label.
    fn row(&mut self, label: &str, snapshot: &mut Snapshot) -> Result<usize, String> {
        if let Some(row) = self.rows.get(label) {
            return Ok(*row);
        }
        let row = snapshot.row_where(|i| label == "*" || self.labels[i] == label)?;
        self.rows.insert(label.to_string(), row);
        Ok(row)
    }

    fn read(&mut self, app: &Node<'_>, name: &str, queue: &str, snapshot: &mut Snapshot) -> Read<()> {
        let state = text_at(app, &["state"])?.unwrap_or_default();
        if matches!(state, "FINISHED" | "FAILED" | "KILLED") {
            self.count.over += 1;
            return Ok(());
        }
        let waits = matches!(state, "NEW" | "NEW_SAVING" | "SUBMITTED" | "ACCEPTED");
        // An application that the scheduler does not know has -1, and one that the asker may not see has no start.
        let hidden = at(app, &["startedTime"]).is_some_and(|time| *time.value() == Value::Integer(0));
        let runs = match number_at(app, &["runningContainers"]) {
            Ok(Some(_)) if waits || !hidden => count_at(app, &["runningContainers"])?.unwrap_or(0),
            _ if waits => 0,
            _ => {
                let what =
                    if hidden { "startedTime: is 0" } else { "runningContainers: is missing or no number" };
                let ask = "ask again, as a user who may view all applications";
                return Err(app.error(format!("{what}, and the application runs: {ask}")));
            }
        };
        let of = ("applications of", queue);
        unread(app).for_each(|(field, what)| snapshot.unread.add(field, what, of));
        snapshot.unread.others(app, &KNOWN, of);
        let user = text_at(app, &["user"])?.unwrap_or_default();
        self.users.entry(queue.to_string()).or_default().insert(user.to_string());
        let label = text_at(app, &["appNodeLabelExpression"])?.unwrap_or_default();
        if runs > 0 {
            let (all, home) = self.using(app, label)?;
            add(self.used.entry(queue.to_string()).or_default(), &all);
            let containers = Rational::int(i64::try_from(runs).unwrap_or(i64::MAX));
            let one: Amounts = all.into_iter().map(|(name, amount)| (name, amount / &containers)).collect();
            let row = self.row(&home, snapshot).map_err(|reason| app.error(reason))?;
            self.count.alike += usize::from(runs > 1);
            let on = snapshot.named(&merged(&home));
            if one.is_empty() {
                let reason =
                    format!("allocatedMB: says nothing of what {} take", counted(runs, "running container"));
                return Err(app.error(reason));
            } else if self.pool && on.is_none() {
                let which =
                    if home.is_empty() { "out a label".to_string() } else { format!(" the label {home}") };
                let why = format!("because no node with{which} is in the list");
                snapshot.omitted.add(&why, queue, runs, &one);
            } else {
                self.count.runs += runs;
                snapshot.task((queue, name), one, row, on.filter(|_| self.pool), runs);
            }
        }
        let known = at(app, &["resourceRequests"]).is_some();
        if runs == 0 && !known && waits {
            self.count.unknown += 1;
            let why = "waiting for what `resourceRequests` does not say";
            snapshot.omitted.add(why, queue, 1, &Amounts::new());
        }
        for request in list_at(app, &["resourceRequests"])? {
            // A request is listed for its node, for its rack, and for any place: the last entry counts all.
            if text_at(&request, &["resourceName"])?.is_some_and(|place| place != "*") {
                continue;
            }
            let waits = count_at(&request, &["numContainers"])?.unwrap_or(0);
            let all = self.waits.entry(queue.to_string()).or_default();
            *all = all.saturating_add(waits);
            let Some(capability) = at(&request, &["capability"]) else { continue };
            let asks = resource(&capability)?;
            if waits > 0 && !asks.is_empty() {
                let label = text_at(&request, &["nodeLabelExpression"])?.unwrap_or(label);
                let room = |((of, has), _): (&(String, Amounts), _)| {
                    (label == "*" || of == label) && fits(&asks, has)
                };
                let most = self.most.get(label).is_some_and(|most| fits(&asks, most));
                if self.pool && !(most && self.sizes.iter().any(room)) {
                    snapshot.omitted.add(&snapshot.no_room(), queue, waits, &asks);
                    continue;
                }
                let row = self.row(label, snapshot).map_err(|reason| app.error(reason))?;
                snapshot.task((queue, name), asks, row, None, waits);
            }
        }
        Ok(())
    }

    /// The usage of an application over all partitions of nodes, and the label of the nodes on which it runs: those of the
    /// one partition in use, or `label`.
    fn using(&mut self, app: &Node<'_>, label: &str) -> Read<(Amounts, String)> {
        let partitions = list_at(app, &["resourceInfo", "resourceUsagesByPartition"])?;
        if partitions.is_empty() {
            return Ok((memory_and_cores(app, "allocatedMB", "allocatedVCores")?, label.to_string()));
        }
        let (mut all, mut homes) = (Amounts::new(), Vec::new());
        for partition in partitions {
            let used = at(&partition, &["used"]).map(|used| resource(&used)).transpose()?.unwrap_or_default();
            if !used.is_empty() {
                homes.push(text_at(&partition, &["partitionName"])?.unwrap_or_default().to_string());
            }
            add(&mut all, &used);
        }
        self.count.spread += usize::from(homes.len() > 1);
        let home = if homes.len() == 1 { homes.remove(0) } else { label.to_string() };
        Ok((all, home))
    }
}

/// A cluster from the answers of the resource manager, with a user for each queue and kind of container. With
/// `pool` all nodes are merged into one server, and running tasks are known.
///
/// # Errors
/// A file that is no such answer, with the node or the application and the field in it; no running node; no
/// application that requests anything.
pub fn yarn(files: YarnFiles<'_>, pool: bool, options: &Options<'_>) -> Read<Imported> {
    let mut snapshot = Snapshot::new("node", "container");
    let (mut labels, mut closed, mut sizes) = (Labels::new(), Vec::new(), BTreeMap::new());
    let mut of_nodes = Amounts::new();
    for node in items(files.nodes, &["nodes", "node"], "GET /ws/v1/cluster/nodes")? {
        let into = (&mut closed, &mut sizes, &mut of_nodes);
        read_node(&node, pool, &mut labels, into, &mut snapshot).map_err(|error| {
            match text_at(&node, &["id"]) {
                Ok(Some(name)) => within(&format!("node {name}"), "", error),
                _ => error,
            }
        })?;
    }
    let scheduled = files.scheduler.map(|file| {
        let mut all = Amounts::new();
        for (k, _) in labels.iter().enumerate().filter(|(_, label)| label.is_empty()) {
            add(&mut all, snapshot.has(k));
        }
        Scheduler::read(file, all)
    });
    let scheduled = scheduled.transpose()?;
    let (users, used, waits) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let (rows, mut most) = (BTreeMap::new(), BTreeMap::new());
    for (label, has) in sizes.keys() {
        [label.as_str(), "*"].into_iter().for_each(|label| raise(most.entry(label).or_default(), has));
    }
    let count = Count::default();
    let mut reader = Reader { labels: &labels, sizes: &sizes, most, pool, rows, count, users, used, waits };
    let mut seen = HashSet::new();
    // Without applications the resource manager prints null or no list.
    let none = matches!(files.apps.root.get("apps"), Some(Value::Null))
        || files.apps.root.get("apps") == Some(&Value::Table(Vec::new()));
    let ask = "GET /ws/v1/cluster/apps";
    for app in if none { Vec::new() } else { items(files.apps, &["apps", "app"], ask)? } {
        let name = name_at(&app, &["id"])?;
        let wrong = |error: InputError| within(&format!("app {name}"), "", error);
        once(&mut seen, name, &app).map_err(wrong)?;
        let queue = path_of(&app, scheduled.as_ref()).map_err(wrong)?;
        reader.read(&app, name, queue, &mut snapshot).map_err(wrong)?;
    }
    let Reader { count, users, used, waits, .. } = reader;
    count.notes(pool, &mut snapshot);
    if !closed.is_empty() {
        snapshot.notes.push(format!("nodes left out because they do not run: {}", listed(closed)));
    }
    let mut assumed = Assumptions::new(&[]);
    if let Some(scheduled) = &scheduled {
        let labelled = labels.iter().any(|label| !label.is_empty());
        snapshot.queues = Some(scheduled.queues(&users, labelled, &mut assumed)?);
        scheduled.unread(&users, &mut snapshot.unread);
        assumed.made.extend(scheduled.unsaid(&waits));
    }
    let mut all = Amounts::new();
    used.values().for_each(|used| add(&mut all, used));
    for (name, stated) in of_nodes {
        let used = all.remove(&name).unwrap_or_else(Rational::zero);
        if used != stated {
            let (stated, used) = (measured(&stated, &name), measured(&used, &name));
            snapshot.notes.push(format!("the nodes count {stated} in use, the applications {used}"));
        }
    }
    let merged = sizes.values().sum::<usize>();
    if pool && merged > labels.len() {
        let words = "The nodes of a label count as one server, so room for parts of a container on several nodes counts as room for one";
        assumed.add("nodes", words);
        assumed.made.iter_mut().filter(|made| made.field == "nodes").for_each(|made| made.count = merged);
    }
    assumed.made.extend(count.assumed());
    snapshot.assumed.extend(assumed.made);
    let mut made = snapshot.instance(options, &files.nodes.file, &files.apps.file)?;
    if let Some(scheduled) = scheduled.filter(|_| options.weights.is_none()) {
        let notes = scheduled.compare(&made, &used)?;
        made.notes.extend(notes);
    }
    Ok(made)
}
