//! The queues that YARN's resource manager prints (`/ws/v1/cluster/scheduler`): the fair scheduler's with `minResources`
//! and `maxResources`, the capacity scheduler's with capacities in per cent or in amounts.

use std::collections::{BTreeMap, BTreeSet};

use super::Imported;
use super::amounts::{Amounts, CPU, MEMORY, gib_of_mib, measured};
use super::assume::Assumptions;
use super::division::{Queue, Queues};
use super::places::{at, count_at, decimal, list_at, listed, name_at, number_at, text_at};
use super::unread::{Known, Unread, others, says};
use super::yarn_weights::inferred;
use crate::document::{Document, Node, Read, Value};
use crate::model::Model as _;
use crate::model::cluster::{Cluster, Hierarchy, Setting};
use crate::scalar::{Rational, Scalar, sum};
use crate::workbench::{Assumption, beside};

fn decimal_at(node: &Node<'_>, path: &[&str]) -> Read<Option<Rational>> {
    at(node, path).map(|node| decimal(&node)).transpose()
}

/// The amounts of a resource object, zero included: `memory` in MiB, `vCores`, and every further resource by its name.
pub(super) fn amounts(node: &Node<'_>) -> Read<Amounts> {
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
    Ok(found)
}

fn amounts_at(node: &Node<'_>, path: &[&str]) -> Read<Option<Amounts>> {
    at(node, path).map(|node| amounts(&node)).transpose()
}

fn is_some_positive(amounts: &Option<Amounts>) -> bool {
    amounts.iter().flat_map(Amounts::values).any(Scalar::is_positive)
}

/// A queue with what its scheduler prints about it.
struct Found {
    queue: Queue,
    /// The part of the cluster that one user of the queue may take at most.
    of_user: Option<Rational>,
    /// The instantaneous fair share, where it is printed.
    fair: Option<Amounts>,
    /// The amounts in use, where they are printed.
    used: Option<Amounts>,
    /// The number of containers that wait, or one if the queue prints none and demands more than it uses.
    pending: usize,
    /// `true` if the queue divides memory alone among those below it.
    memory_alone: bool,
    /// `true` if the weight is not printed, and no share shows it.
    doubtful: bool,
    depth: usize,
    /// What is not read of the queue, each with its field.
    unread: Vec<(String, &'static str)>,
}

/// Fields of queues that are read, or that decide nothing between queues.
static KNOWN: Known = Known::new("YARN queue");

/// What is not read of a queue: limits that may bind, who may be preempted, and fields that are not known.
fn unread(queue: &Node<'_>) -> Vec<(String, &'static str)> {
    let number = |field: &str| number_at(queue, &[field]).ok().flatten();
    let first = |fields: &[&str]| fields.iter().find_map(|field| number(field));
    let waits = first(&["numPendingApps", "numPendingApplications"]);
    let runs = first(&["numActiveApps", "numActiveApplications"]);
    let none = || Rational::int(i64::from(i32::MAX));
    let full = |field: &str| {
        let all = runs.clone().zip(waits.clone()).map(|(runs, waits)| runs + waits);
        number(field).is_some_and(|most| most < none() && all.is_none_or(|all| all >= most))
    };
    let may_wait = waits.as_ref().is_none_or(Scalar::is_positive);
    let kept = at(queue, &["preemptable"]).is_some_and(|node| *node.value() == Value::Bool(false));
    let stopped = text_at(queue, &["state"]).ok().flatten().is_some_and(|state| state != "RUNNING");
    let part = number("userLimit").is_some_and(|part| part.is_positive() && part < Rational::int(100));
    let known = [
        (full("maxApps"), "maxApps", "the limit of running applications"),
        (full("maxApplications"), "maxApplications", "the limit of applications"),
        (full("maxParallelApps"), "maxParallelApps", "the limit of running applications"),
        (may_wait && says(queue, &["amMaxResources"]), "amMaxResources", "the limit of masters"),
        (may_wait && says(queue, &["AMResourceLimit"]), "AMResourceLimit", "the limit of masters"),
        (part, "userLimit", "the least part of each user"),
        (kept, "preemptable", "that nothing is preempted there"),
        (says(queue, &["preemptionDisabled"]), "preemptionDisabled", "that nothing is preempted there"),
        (says(queue, &["queuePriority"]), "queuePriority", "its priority"),
        (says(queue, &["priority"]), "priority", "its priority"),
        (
            says(queue, &["defaultNodeLabelExpression"]),
            "defaultNodeLabelExpression",
            "the label of its requests",
        ),
        (says(queue, &["hideReservationQueues"]), "hideReservationQueues", "its reservations"),
        (says(queue, &["reservedContainers"]), "reservedContainers", "what nodes keep for it"),
        (stopped, "state", "that it takes no applications"),
    ];
    let known = known.into_iter().filter(|(there, ..)| *there);
    let unknown = others(queue, &KNOWN).map(|field| (field, "a field"));
    known
        .map(|(_, field, what)| (field, what))
        .chain(unknown)
        .map(|(f, what)| (f.to_string(), what))
        .collect()
}

/// The fields that state the shares of siblings, the first ones first.
const SHARES: [&str; 3] = ["weight", "capacity", "absoluteCapacity"];

/// The shares of siblings below `above`, and `true` for each whose weight no share shows.
///
/// # Errors
/// A sibling that states none of the fields that the others state.
fn shares(above: &Node<'_>, siblings: &[(String, Node<'_>)]) -> Read<Vec<(Rational, bool)>> {
    let mut lacks = None;
    for field in SHARES {
        let mut row = Vec::new();
        for (name, queue) in siblings {
            let stated = decimal_at(queue, &[field])?;
            match stated.filter(|x| x.is_positive() || (field != "weight" && x.is_zero())) {
                Some(share) => row.push((share, false)),
                None => lacks = Some((name, queue)),
            }
        }
        if row.len() == siblings.len() {
            return Ok(row);
        }
    }
    match (inferred(above, siblings)?, lacks) {
        (None, Some((name, queue))) => {
            Err(queue.error(format!("queue {name} states no weight, capacity or steadyFairResources")))
        }
        (row, _) => Ok(row.unwrap_or_default()),
    }
}

/// The most that a queue may use in per cent of the cluster, where the queue above may use `above`.
fn most(queue: &Node<'_>, above: &Rational) -> Read<Rational> {
    let stated = decimal_at(queue, &["absoluteMaxCapacity"])?.filter(Scalar::is_positive);
    let part = decimal_at(queue, &["maxCapacity"])?.filter(Scalar::is_positive);
    Ok(stated.or(part.map(|part| part * above / Rational::int(100))).unwrap_or_else(|| above.clone()))
}

/// The floor and the cap of a queue that may use `most` per cent; `all` are the amounts of the cluster without labelled
/// nodes.
fn limits(queue: &Node<'_>, all: &Amounts, most: &Rational) -> Read<(Amounts, Amounts)> {
    let mut floor = amounts_at(queue, &["minResources"])?.unwrap_or_default();
    let mut cap = amounts_at(queue, &["maxResources"])?.unwrap_or_default();
    if *most < Rational::int(100) {
        cap.extend(all.iter().map(|(name, amount)| (name.clone(), amount * most / Rational::int(100))));
    }
    for partition in list_at(queue, &["capacities", "queueCapacitiesByPartition"])? {
        if !text_at(&partition, &["partitionName"])?.unwrap_or_default().is_empty() {
            continue;
        }
        let amounts = |field: &str| amounts_at(&partition, &[field]);
        for (configured, effective, into) in [
            ("configuredMinResource", "effectiveMinResource", &mut floor),
            ("configuredMaxResource", "effectiveMaxResource", &mut cap),
        ] {
            let stated = amounts(configured)?;
            if is_some_positive(&stated) {
                into.extend(amounts(effective)?.filter(|all| !all.is_empty()).or(stated).unwrap_or_default());
            }
        }
    }
    cap.retain(|name, amount| all.get(name).is_none_or(|all| *amount < *all));
    floor.retain(|_, amount| amount.is_positive());
    Ok((floor, cap))
}

fn read(
    queue: &Node<'_>,
    above: Option<(&str, usize, &Rational)>,
    (shares_of, doubtful): (Rational, bool),
    all: &Amounts,
    found: &mut Vec<Found>,
) -> Read<()> {
    let path = path_of(queue, above.map(|(above, ..)| above))?;
    let most = above.map_or_else(|| Ok(Rational::int(100)), |(.., above)| most(queue, above))?;
    let (floor, cap) = if above.is_some() { limits(queue, all, &most)? } else { Default::default() };
    let depth = above.map_or(0, |(_, depth, _)| depth + 1);
    let guaranteed = decimal_at(queue, &["absoluteCapacity"])?;
    let factor = decimal_at(queue, &["userLimitFactor"])?.filter(Scalar::is_positive);
    let mut below = Vec::new();
    for list in [["queues", "queue"], ["childQueues", "queue"]] {
        for queue in list_at(queue, &list)? {
            below.push((path_of(&queue, Some(&path))?, queue));
        }
    }
    let used = match amounts_at(queue, &["usedResources"]) {
        Ok(Some(used)) => Some(used),
        // Older capacity schedulers print `usedResources` as a sentence.
        _ => amounts_at(queue, &["resourcesUsed"])?,
    };
    let demand = amounts_at(queue, &["demandResources"])?.unwrap_or_default();
    let more = used.iter().flatten().any(|(name, used)| demand.get(name).is_some_and(|all| all > used));
    let pending = count_at(queue, &["pendingContainers"]).ok().flatten();
    let plain = Queue::new(path.clone(), above.map(|(above, ..)| above.to_string()), shares_of);
    found.push(Found {
        queue: Queue { floor, cap, own_terms: at(queue, &["capacity"]).is_none(), ..plain },
        of_user: guaranteed.zip(factor).map(|(part, factor)| part * factor / Rational::int(100)),
        fair: amounts_at(queue, &["fairResources"])?,
        used,
        pending: pending.unwrap_or(usize::from(more)),
        memory_alone: !below.is_empty() && text_at(queue, &["schedulingPolicy"])? == Some("fair"),
        doubtful,
        depth,
        unread: unread(queue),
    });
    for (of, (_, queue)) in shares(queue, &below)?.into_iter().zip(&below) {
        read(queue, Some((&path, depth, &most)), of, all, found)?;
    }
    Ok(())
}

/// The path of a queue below the queue `above`.
fn path_of(queue: &Node<'_>, above: Option<&str>) -> Read<String> {
    let name = name_at(queue, &["queueName"])?;
    let path = text_at(queue, &["queuePath"])?.map(String::from);
    Ok(path.unwrap_or_else(|| match above {
        None => name.to_string(),
        _ if name.starts_with("root.") || name == "root" => name.to_string(),
        Some(above) => format!("{above}.{name}"),
    }))
}

/// The queues of a scheduler.
pub(super) struct Scheduler {
    file: String,
    found: Vec<Found>,
    all: Amounts,
    capacities: bool,
}

impl Scheduler {
    /// Reads the answer of the scheduler; `all` are the amounts of all nodes without a label.
    ///
    /// # Errors
    /// A file that is no such answer, or a queue without shares.
    pub(super) fn read(scheduler: &Document, all: Amounts) -> Read<Scheduler> {
        let root = scheduler.node();
        let missing = || {
            root.error(
                "field `scheduler.schedulerInfo` is missing: give what /ws/v1/cluster/scheduler answers",
            )
        };
        let info = at(&root, &["scheduler", "schedulerInfo"]).ok_or_else(missing)?;
        let top = at(&info, &["rootQueue"]).unwrap_or(info);
        let mut found = Vec::new();
        read(&top, None, (Rational::one(), false), &all, &mut found)?;
        let capacities = at(&top, &["capacity"]).is_some();
        Ok(Scheduler { file: scheduler.file.clone(), found, all, capacities })
    }

    /// The paths of the queues.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.found.iter().map(|found| found.queue.name.as_str())
    }

    /// Adds what is not read of the queues with applications of `users`, and of those above them.
    pub(super) fn unread(&self, users: &BTreeMap<String, BTreeSet<String>>, into: &mut Unread) {
        for Found { queue, unread, .. } in &self.found {
            let below = format!("{}.", queue.name);
            let several = users.get(&queue.name).is_some_and(|users| users.len() > 1);
            let all = unread.iter().filter(|(field, _)| field != "userLimit" || several);
            if users.keys().any(|name| *name == queue.name || name.starts_with(&below)) {
                all.for_each(|(field, what)| into.add(field, what, ("queue", &queue.name)));
            }
        }
    }

    /// The tree of queues, where `users` has the users with applications in each queue. What is not read is `assumed`.
    ///
    /// # Errors
    /// A queue that is listed twice.
    pub(super) fn queues(
        &self,
        users: &BTreeMap<String, BTreeSet<String>>,
        labelled: bool,
        assumed: &mut Assumptions<'_>,
    ) -> Read<Queues> {
        if labelled && self.capacities {
            let words = "Capacities of queues are those of nodes without a label, and taken for labelled nodes as well";
            assumed.add("queueCapacitiesByPartition", words);
        }
        let mut list = Vec::new();
        for Found { queue, of_user, memory_alone, doubtful, .. } in &self.found {
            let mut queue = queue.clone();
            if let (Some(part), Some(users)) = (of_user, users.get(&queue.name)) {
                let part = part * Rational::int(i64::try_from(users.len()).unwrap_or(i64::MAX));
                for (name, all) in self.all.iter().filter(|_| part < Rational::one()) {
                    let most = all * &part;
                    let cap = queue.cap.remove(name).map_or(most.clone(), |cap| cap.min(most));
                    queue.cap.insert(name.clone(), cap);
                }
            }
            let (own, below) = (queue.name.clone(), format!("{}.", queue.name));
            let busy = || users.keys().any(|name| *name == own || name.starts_with(&below));
            if *memory_alone && busy() {
                let words =
                    "Queues with the policy `fair` divide memory alone; all resources are divided alike";
                assumed.add("schedulingPolicy", words);
            }
            if *doubtful && busy() {
                let words = "The weights of queues whose shares are their least or their most are not printed, and taken as agreeing with these shares";
                assumed.add("weight", words);
            }
            list.push(queue);
        }
        Queues::new(&self.file, "queue", list)
    }

    /// The queues without others below them, with what is found of each.
    fn leaves(&self) -> impl Iterator<Item = &Found> {
        let above: BTreeSet<&str> =
            self.found.iter().filter_map(|found| found.queue.above.as_deref()).collect();
        self.found.iter().filter(move |found| !above.contains(found.queue.name.as_str()))
    }

    /// The assumption about queues in which more containers wait than the requests of applications say, where `waits` has
    /// the number of these by queue.
    pub(super) fn unsaid(&self, waits: &BTreeMap<String, usize>) -> Option<Assumption> {
        let lacking = |Found { queue, pending, .. }: &Found| {
            let lacks = pending.saturating_sub(waits.get(&queue.name).copied().unwrap_or(0));
            (lacks > 0).then(|| format!("at least {lacks} of {}", queue.name))
        };
        let all: Vec<String> = self.leaves().filter_map(lacking).collect();
        let words = format!(
            "Containers that wait by their queue, and that no application requests, taken as none: {}.",
            listed(&all)
        );
        let assumption = Assumption { field: "resourceRequests".to_string(), count: all.len(), words };
        (!all.is_empty()).then_some(assumption)
    }

    /// The differences between what the scheduler itself prints and the import: shares in the cluster at this moment, and
    /// amounts in use, where `used` has those of the applications by queue.
    ///
    /// # Errors
    /// None in an instance that an import wrote.
    pub(super) fn compare(&self, made: &Imported, used: &BTreeMap<String, Amounts>) -> Read<Vec<String>> {
        let of_pool = |(name, _): &&(String, Value)| !beside::ALL.contains(&name.as_str());
        let fields = made.instance.fields().iter().filter(of_pool).cloned().collect();
        let pool = Cluster::read(&Node::new(&self.file, &Value::Table(fields)))?;
        let (tree, pooled) = (Hierarchy::of(&pool, Setting::WHOLE), pool.pooled());
        let parts: Vec<Vec<Rational>> = (0..pool.resources()).map(|r| tree.shares(&pool, r)).collect();
        let of_name: BTreeMap<&str, &Found> =
            self.found.iter().map(|found| (found.queue.name.as_str(), found)).collect();
        let mut notes = Vec::new();
        for team in pool.teams() {
            let Some(found) = of_name.get(team.name.as_str()) else { continue };
            for (r, name) in pool.labels.resources.iter().enumerate() {
                let Some(fair) = found.fair.as_ref().and_then(|fair| fair.get(name)) else { continue };
                let due = sum(team.shapes.iter().map(|&u| &parts[r][tree.leaf[u]] * &pooled[r]));
                // The scheduler rounds down to whole units at every level.
                let unit = if name == MEMORY { gib_of_mib(Rational::one()) } else { Rational::one() };
                let within = unit * Rational::int(i64::try_from(found.depth).unwrap_or(i64::MAX));
                if fair > &(&due + &within) || due > fair + &within {
                    let (team, fair, due) = (&team.name, measured(fair, name), measured(&due, name));
                    let own = format!("the scheduler entitles {team} to {fair}");
                    notes.push(format!("{own}, its weights, floors and caps to {due}"));
                }
            }
        }
        let none = Amounts::new();
        for Found { queue, used: own, .. } in self.leaves() {
            let used = used.get(&queue.name).unwrap_or(&none);
            for (name, own) in own.iter().flatten() {
                let used = used.get(name).cloned().unwrap_or_else(Rational::zero);
                if used != *own {
                    let (own, used, queue) = (measured(own, name), measured(&used, name), &queue.name);
                    notes.push(format!(
                        "the scheduler counts {own} in use by {queue}, its applications {used}"
                    ));
                }
            }
        }
        Ok(notes)
    }
}
