//! Nodes, queues and applications in the JSON lists of YARN's resource manager (`/ws/v1/cluster/nodes`,
//! `/scheduler`, `/apps`).
//!
//! A server is a running node. A task is a container, and a user is a queue. The lists give the number of
//! containers of an application and their total request, but neither their nodes nor their differences. So
//! the containers of one application are taken as equal, and running tasks are written only if all nodes are
//! merged into one.

use std::collections::BTreeMap;

use super::amounts::{Amounts, CPU, MEMORY, add, gib_of_mib};
use super::division::{Queue, Queues};
use super::places::{at, count_at, counted, items, list_at, listed, name_at, number_at, text_at, within};
use super::snapshot::Snapshot;
use super::{Imported, Options};
use crate::document::{Document, InputError, Node, Value};
use crate::scalar::{Rational, Scalar};
use crate::workbench::Assumption;

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

/// Reads a capacity; a bare float is read as the decimal that is written.
fn decimal(node: &Node<'_>) -> Result<Rational, InputError> {
    match node.value() {
        Value::Float(text) => text.parse().map_err(|_| node.error("expected a number")),
        _ => node.number(),
    }
}

/// The amounts of a resource object: `memory` in MiB, `vCores`, and every further resource by its name.
fn resource(node: &Node<'_>) -> Result<Amounts, InputError> {
    let mut found = Amounts::new();
    for (field, name) in [("memory", MEMORY), ("vCores", CPU)] {
        if let Some(amount) = number_at(node, &[field])? {
            let amount = if name == MEMORY { gib_of_mib(amount) } else { amount };
            found.insert(name.to_string(), amount);
        }
    }
    for other in list_at(node, &["resourceInformations", "resourceInformation"])? {
        let name = name_at(&other, &["name"])?;
        let amount = number_at(&other, &["value"])?.unwrap_or_else(Rational::zero);
        let units = text_at(&other, &["units"])?.unwrap_or_default();
        let (name, amount) = match (name, units) {
            ("memory-mb", "" | "Mi") => (MEMORY.to_string(), gib_of_mib(amount)),
            ("vcores", "") => (CPU.to_string(), amount),
            (_, "") => (name.to_string(), amount),
            (_, units) => (format!("{name} ({units})"), amount),
        };
        found.insert(name, amount);
    }
    found.retain(|_, amount| amount.is_positive());
    Ok(found)
}

/// The amounts in the fields `memory` and `cores`, in MiB and cores.
fn memory_and_cores(node: &Node<'_>, memory: &str, cores: &str) -> Result<Amounts, InputError> {
    let mut found = Amounts::new();
    if let Some(amount) = number_at(node, &[memory])? {
        found.insert(MEMORY.to_string(), gib_of_mib(amount));
    }
    if let Some(amount) = number_at(node, &[cores])? {
        found.insert(CPU.to_string(), amount);
    }
    found.retain(|_, amount| amount.is_positive());
    Ok(found)
}

/// Labels of nodes, in the order of nodes; a node without a label has the label "".
type Labels = Vec<String>;

fn read_node(
    node: &Node<'_>,
    pool: bool,
    labels: &mut Labels,
    closed: &mut Vec<String>,
    snapshot: &mut Snapshot,
) -> Result<(), InputError> {
    let name = name_at(node, &["id"])?;
    let state = text_at(node, &["state"])?.unwrap_or("RUNNING");
    if state != "RUNNING" {
        closed.push(format!("{name} ({state})"));
        return Ok(());
    }
    let has = match at(node, &["totalResource"]) {
        Some(total) => resource(&total)?,
        None => {
            let mut has = memory_and_cores(node, "availMemoryMB", "availableVirtualCores")?;
            add(&mut has, &memory_and_cores(node, "usedMemoryMB", "usedVirtualCores")?);
            has
        }
    };
    if pool {
        match snapshot.named("all nodes") {
            Some(all) => add(snapshot.has(all), &has),
            None => {
                snapshot.machine("all nodes", has);
            }
        }
        return Ok(());
    }
    if !snapshot.machine(name, has) {
        return Err(node.error(format!("a node `{name}` stands twice")));
    }
    let label = list_at(node, &["nodeLabels"])?.first().map(|label| label.text()).transpose()?;
    labels.push(label.unwrap_or_default().to_string());
    Ok(())
}

/// Collects the queues from `queue` downwards, each with its shares among its siblings: its weight, its capacity in per
/// cent of its parent, or its steady fair share, which is proportional to the weights that the fair scheduler does not
/// print.
fn queues(queue: &Node<'_>, above: Option<&str>, found: &mut Vec<Queue>) -> Result<(), InputError> {
    let name = name_at(queue, &["queueName"])?;
    let path = text_at(queue, &["queuePath"])?.map(String::from);
    let path = path.unwrap_or_else(|| match above {
        None => name.to_string(),
        _ if name.starts_with("root.") || name == "root" => name.to_string(),
        Some(above) => format!("{above}.{name}"),
    });
    let read = |path: &[&str]| at(queue, path).map(|node| decimal(&node)).transpose();
    let mut shares = read(&["weight"])?.filter(Scalar::is_positive);
    for path in [
        &["capacity"][..],
        &["absoluteCapacity"],
        &["steadyFairResources", "memory"],
        &["steadyFairResources", "vCores"],
    ] {
        if shares.is_none() {
            shares = read(path)?;
        }
    }
    let shares = match (shares, above) {
        (Some(shares), _) if !shares.is_negative() => shares,
        (None, None) => Rational::one(),
        _ => {
            return Err(
                queue.error(format!("queue {path} states no weight, capacity or steadyFairResources"))
            );
        }
    };
    found.push(Queue { name: path.clone(), above: above.map(String::from), shares, own: None });
    for list in [["queues", "queue"], ["childQueues", "queue"]] {
        for queue in list_at(queue, &list)? {
            queues(&queue, Some(&path), found)?;
        }
    }
    Ok(())
}

/// The queues of the scheduler, and the place of the first of them.
fn scheduled(scheduler: &Document) -> Result<(Queues, Node<'_>), InputError> {
    let root = scheduler.node();
    let missing = || {
        root.error("field `scheduler.schedulerInfo` is missing: give what /ws/v1/cluster/scheduler answers")
    };
    let info = at(&root, &["scheduler", "schedulerInfo"]).ok_or_else(missing)?;
    let top = at(&info, &["rootQueue"]).unwrap_or(info);
    let mut found = Vec::new();
    queues(&top, None, &mut found)?;
    Ok((Queues::new(&scheduler.file, found)?, top))
}

/// Notes the queues with tasks whose share, as the scheduler itself states it, is not that of their weights, and the
/// limits of queues, which are not read.
fn compare(top: &Node<'_>, queues: &Queues, snapshot: &mut Snapshot) -> Result<(), InputError> {
    let teams = snapshot.teams();
    let listed = teams.iter().filter(|team| queues.lists(team)).cloned().collect();
    let parts = queues.divided(&listed)?;
    let memory = |queue: &Node<'_>, field: &str| number_at(queue, &[field, "memory"]);
    let all = memory(top, "fairResources")?.filter(Scalar::is_positive);
    let (mut open, mut limited) = (vec![top.clone()], 0);
    while let Some(queue) = open.pop() {
        for list in [["queues", "queue"], ["childQueues", "queue"]] {
            open.extend(list_at(&queue, &list)?);
        }
        let name = name_at(&queue, &["queueName"])?;
        let Some(part) = parts.get(name) else { continue };
        let least = memory(&queue, "minResources")?.is_some_and(|least| least.is_positive());
        let most = memory(&queue, "maxResources")?.zip(memory(&queue, "clusterResources")?);
        limited += usize::from(least || most.is_some_and(|(most, all)| most < all));
        if let (Some(all), Some(fair)) = (&all, memory(&queue, "fairResources")?)
            && &fair / all != *part
        {
            let own = fair / all;
            snapshot
                .notes
                .push(format!("the scheduler entitles {name} to {own} of the memory, its weights to {part}"));
        }
    }
    if limited > 0 {
        let words = format!(
            "The least and the most resources of {} with tasks are not read: shares are those of their weights.",
            counted(limited, "queue")
        );
        snapshot.assumed.push(Assumption {
            field: "minResources, maxResources".to_string(),
            count: limited,
            words,
        });
    }
    Ok(())
}

/// Counts of applications that are reported in one sentence each.
#[derive(Default)]
struct Count {
    over: usize,
    alike: usize,
    idle: usize,
    runs: usize,
}

struct Reader<'a> {
    labels: &'a Labels,
    pool: bool,
    rows: BTreeMap<String, usize>,
    count: Count,
}

impl Reader<'_> {
    /// The set of nodes with that label.
    fn row(&mut self, label: &str, snapshot: &mut Snapshot) -> Result<usize, String> {
        if let Some(row) = self.rows.get(label) {
            return Ok(*row);
        }
        let row = snapshot.row_where(|i| self.pool || label == "*" || self.labels[i] == label)?;
        self.rows.insert(label.to_string(), row);
        Ok(row)
    }

    fn read(
        &mut self,
        app: &Node<'_>,
        name: &str,
        queue: &str,
        snapshot: &mut Snapshot,
    ) -> Result<(), InputError> {
        let state = text_at(app, &["state"])?.unwrap_or_default();
        if matches!(state, "FINISHED" | "FAILED" | "KILLED") {
            self.count.over += 1;
            return Ok(());
        }
        let runs = match number_at(app, &["runningContainers"]) {
            // The value -1 means that the number is unknown.
            Err(_) => 0,
            Ok(_) => count_at(app, &["runningContainers"])?.unwrap_or(0),
        };
        if runs > 0 {
            let all = match at(app, &["resourceInfo", "resourceUsagesByPartition"]) {
                Some(_) => self.used(app)?,
                None => memory_and_cores(app, "allocatedMB", "allocatedVCores")?,
            };
            let containers = Rational::int(i64::try_from(runs).unwrap_or(i64::MAX));
            let one: Amounts = all.into_iter().map(|(name, amount)| (name, amount / &containers)).collect();
            let label = text_at(app, &["appNodeLabelExpression"])?.unwrap_or_default();
            let row = self.row(label, snapshot).map_err(|reason| app.error(reason))?;
            self.count.alike += usize::from(runs > 1);
            if one.is_empty() {
                self.count.idle += 1;
            } else {
                self.count.runs += runs;
                snapshot.task((queue, name), one, row, self.pool.then_some(0), runs);
            }
        }
        for request in list_at(app, &["resourceRequests"])? {
            // A request is listed for its node, for its rack, and for any place: the last entry counts all.
            if text_at(&request, &["resourceName"])?.is_some_and(|place| place != "*") {
                continue;
            }
            let waits = count_at(&request, &["numContainers"])?.unwrap_or(0);
            let Some(capability) = at(&request, &["capability"]) else { continue };
            let asks = resource(&capability)?;
            if waits > 0 && !asks.is_empty() {
                let label = text_at(&request, &["nodeLabelExpression"])?.unwrap_or_default();
                let row = self.row(label, snapshot).map_err(|reason| app.error(reason))?;
                snapshot.task((queue, name), asks, row, None, waits);
            }
        }
        Ok(())
    }

    /// The usage of an application over all partitions of nodes.
    fn used(&self, app: &Node<'_>) -> Result<Amounts, InputError> {
        let mut all = Amounts::new();
        for partition in list_at(app, &["resourceInfo", "resourceUsagesByPartition"])? {
            if let Some(used) = at(&partition, &["used"]) {
                add(&mut all, &resource(&used)?);
            }
        }
        Ok(all)
    }
}

/// A cluster from the answers of the resource manager, with a user for each queue and kind of container. With
/// `pool` all nodes are merged into one server, and running tasks are known.
///
/// # Errors
/// A file that is no such answer, with the node or the application and the field in it; no running node; no
/// application that requests anything.
pub fn yarn(files: YarnFiles<'_>, pool: bool, options: &Options<'_>) -> Result<Imported, InputError> {
    let mut snapshot = Snapshot::new("node", "container");
    let (mut labels, mut closed) = (Labels::new(), Vec::new());
    for node in items(files.nodes, &["nodes", "node"], "GET /ws/v1/cluster/nodes")? {
        read_node(&node, pool, &mut labels, &mut closed, &mut snapshot).map_err(|error| {
            match text_at(&node, &["id"]) {
                Ok(Some(name)) => within(&format!("node {name}"), "", error),
                _ => error,
            }
        })?;
    }
    let scheduled = files.scheduler.map(scheduled).transpose()?;
    let mut reader = Reader { labels: &labels, pool, rows: BTreeMap::new(), count: Count::default() };
    for app in items(files.apps, &["apps", "app"], "GET /ws/v1/cluster/apps")? {
        let name = name_at(&app, &["id"])?;
        let wrong = |error: InputError| within(&format!("app {name}"), "", error);
        let queue = name_at(&app, &["queue"]).map_err(wrong)?;
        // The capacity scheduler names the queue of an application by its last part, and the scheduler's
        // answer names it by its path.
        let end = format!(".{queue}");
        let known = || scheduled.iter().flat_map(|(queues, _)| queues.names());
        let mut ends = known().filter(|path| path.ends_with(&end));
        let one = ends.next().filter(|_| ends.next().is_none());
        let full = known().find(|path| *path == queue).or(one);
        let queue = full.unwrap_or(queue);
        reader.read(&app, name, queue, &mut snapshot).map_err(wrong)?;
    }
    let count = reader.count;
    let mut say = |count: usize, noun: &str, what: &str| {
        if count > 0 {
            snapshot.notes.push(format!("{} {what}", counted(count, noun)));
        }
    };
    say(count.over, "application", "left out: ended");
    say(count.idle, "application", "left out: running containers that take nothing");
    say(
        count.alike,
        "application",
        "with several containers, which are taken as equal parts of what it uses",
    );
    if count.runs > 0 && !pool {
        let note =
            "counted in `tasks` and not in `running`: on which node a container runs is not in these files";
        say(count.runs, "running container", note);
    }
    if !closed.is_empty() {
        snapshot.notes.push(format!("nodes left out because they do not run: {}", listed(closed)));
    }
    if let Some((queues, top)) = scheduled {
        compare(&top, &queues, &mut snapshot)?;
        snapshot.queues = Some(queues);
    }
    snapshot.instance(options, &files.nodes.file, &files.apps.file)
}
