//! Nodes and jobs in the JSON lists of Slurm (`scontrol show nodes --json`, `squeue --json`).
//!
//! A server is a node in service. A task is the part of a job on one node: a job on four nodes is four tasks,
//! each with a quarter of its request. An array counts as one job for each of its indexes. A user is an
//! account, a person, a partition or a quality of service.

use std::collections::{BTreeMap, BTreeSet};

use super::amounts::{Amounts, MEMORY};
use super::assume::Assumptions;
use super::hosts::{hosts, numbers};
use super::moment::moment;
use super::places::{at, count_at, counted, items, name_at, once, text_at, within, words};
use super::shares::shares;
use super::slurm_nodes::{Nodes, Place, read_node, states, types_at};
use super::slurm_unread::unread;
use super::snapshot::Snapshot;
use super::tres::{asked, divided, has_memory, part};
use super::{Imported, JobsBy, Options};
use crate::document::{Document, Node, Read, Value};
use crate::workbench::Assumption;

/// The largest total number of hosts in the lists of a file.
pub(super) const MOST_HOSTS: usize = 2_000_000;

/// Reasons for which a waiting job could not start on an empty cluster.
const HELD: &str = "AccountNotAllowed BadConstraints BeginTime DeadLine Dependency DependencyNeverSatisfied InvalidAccount InvalidQOS \
                    JobHeldAdmin JobHeldUser JobHoldMaxRequeue PartitionDown PartitionInactive PartitionNodeLimit PartitionTimeLimit \
                    Reservation ReservationDeleted";

/// States of a job that has nodes.
const RUNNING: [&str; 5] = ["RUNNING", "CONFIGURING", "RESIZING", "SIGNALING", "STOPPED"];

/// The beginnings of reasons for which a waiting job may not start although resources are idle: limits of its
/// association or quality of service.
const LIMITED: [&str; 3] = ["Assoc", "QOS", "Max"];

/// The requirements of a job on its nodes. Equal requirements are met by one set of nodes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Constraints {
    partitions: BTreeSet<String>,
    /// The alternatives, each a set of features.
    features: Vec<Vec<String>>,
    only: Option<BTreeSet<String>>,
    without: BTreeSet<String>,
    /// The types of generic resources, such as `gpu:tesla`.
    types: BTreeSet<String>,
}

/// The hosts of a field that is a compact list, or a list of such lists.
fn hosts_at(job: &Node<'_>, field: &str, left: &mut usize) -> Read<BTreeSet<String>> {
    let lists = match at(job, &[field]) {
        None => Vec::new(),
        Some(node) if matches!(node.value(), Value::Text(_)) => vec![node.text()?],
        Some(node) => node.list()?.iter().map(Node::text).collect::<Result<_, _>>()?,
    };
    let mut found = BTreeSet::new();
    for list in lists {
        found.extend(hosts(list, left).map_err(|reason| job.error(format!("{field}: {reason}")))?);
    }
    Ok(found)
}

/// The fields of a job that may name types of generic resources.
const TYPED: [&str; 5] =
    ["tres_req_str", "tres_per_job", "tres_per_node", "tres_per_socket", "tres_per_task"];

impl Constraints {
    /// Reads the requirements of a job; the flag is `true` if its features have a form that is not read.
    fn read(job: &Node<'_>, left: &mut usize) -> Read<(Constraints, bool)> {
        let text = text_at(job, &["features"])?.unwrap_or_default();
        let odd = text.contains(['(', '[', '*', '!', ')', ']']);
        let any = text.split('|').filter(|_| !odd && !text.is_empty());
        let features = any.map(|all| all.split(['&', ',']).map(String::from).collect()).collect();
        let only = hosts_at(job, "required_nodes", left)?;
        let constraints = Constraints {
            partitions: words(job, &["partition"])?.into_iter().collect(),
            features,
            only: (!only.is_empty()).then_some(only),
            without: hosts_at(job, "excluded_nodes", left)?,
            types: types_at(job, &TYPED)?,
        };
        Ok((constraints, odd))
    }

    fn met_by(&self, place: &Place) -> bool {
        let all = |features: &Vec<String>| features.iter().all(|f| place.features.contains(f));
        let there = |names: &BTreeSet<String>| !names.is_disjoint(&self.partitions);
        // A node that names no type of a resource may have any.
        let typed = |kind: &String| {
            let of = |other: &String| other.split(':').next() == kind.split(':').next();
            place.types.contains(kind) || !place.types.iter().any(of)
        };
        (self.partitions.is_empty() || place.partitions.as_ref().is_none_or(there))
            && (self.features.is_empty() || self.features.iter().any(all))
            && self.only.as_ref().is_none_or(|only| only.contains(&place.name))
            && !self.without.contains(&place.name)
            && self.types.iter().all(typed)
    }
}

/// Counts of jobs that are reported in one sentence each.
#[derive(Default)]
struct Count {
    over: usize,
    idle: usize,
    ending: usize,
    odd: usize,
    wide: usize,
    /// Number of running jobs whose division among several nodes is not in the file.
    undivided: usize,
    closed: BTreeMap<String, usize>,
    /// Number of waiting tasks of arrays that the arrays' limits exclude.
    limited: usize,
    /// Number of jobs without the field that names their user.
    nameless: usize,
}

impl Count {
    fn notes(self, by: JobsBy, nodes: &Nodes, snapshot: &mut Snapshot) {
        let notes = &mut snapshot.notes;
        for (name, state) in &nodes.closed {
            let have =
                |jobs: &usize| if *jobs == 1 { "1 job has".to_string() } else { format!("{jobs} jobs have") };
            let there = self.closed.get(name).map(have);
            let there = there.map_or_else(String::new, |have| format!(", with what {have} there"));
            notes.push(format!("node {name} left out{there}: its state is {state}"));
        }
        let mut say = |count: usize, noun: &str, what: &str| {
            if count > 0 {
                notes.push(format!("{} {what}", counted(count, noun)));
            }
        };
        say(self.over, "job", "left out: neither running nor waiting");
        say(self.idle, "job", "left out: asking for nothing");
        say(self.limited, "task", "of arrays left out: the array may not run this many at a time");
        let wide =
            "that wait for several nodes taken as equal parts, one a node, that need not start together";
        say(self.wide, "job", wide);
        say(self.odd, "job", "with features in brackets, counts or negations taken as if without");
        let word = by.field().1;
        let article = if by == JobsBy::Account { "an" } else { "a" };
        say(self.nameless, "job", &format!("without {article} {word} counted as (no {word})"));
        let mut assume = |field: &str, count: usize, words: &str| {
            if count > 0 {
                let words = format!("{} {words}.", counted(count, "job"));
                snapshot.assumed.push(Assumption { field: field.to_string(), count, words });
            }
        };
        let words = "on several nodes counted as equal parts, because `job_resources` and `gres_detail` do not say how they are divided";
        assume("job_resources", self.undivided, words);
        assume("job_state", self.ending, "completing counted as gone, with what they hold until they are");
        assume("features", self.odd, "with features in brackets, counts or negations counted as if without");
        let words = "that wait for several nodes counted as tasks that need not start together";
        assume("node_count", self.wide, words);
    }
}

/// A reader of jobs with its state.
struct Reader<'a> {
    nodes: &'a Nodes,
    rows: BTreeMap<Constraints, usize>,
    count: Count,
    /// Number of running jobs of each array.
    arrays: BTreeMap<usize, usize>,
    /// Number of hosts that further lists may name.
    left: usize,
    /// `true` if memory is requested and never allocated.
    without_memory: bool,
    by: JobsBy,
    /// `true` if the shares of accounts and users are known.
    shared: bool,
}

fn is(job: &Node<'_>, any: &[&str]) -> Read<bool> {
    Ok(states(job, &["job_state"])?.iter().any(|word| any.contains(&word.as_str())))
}

fn called(job: &Node<'_>) -> Read<String> {
    let id = count_at(job, &["job_id"])?.ok_or_else(|| job.error("field `job_id` is missing"))?;
    Ok(format!("job {id}"))
}

impl Reader<'_> {
    /// The user of a job.
    ///
    /// # Errors
    /// A job that waits in several partitions, where partitions are users.
    fn team(&mut self, job: &Node<'_>) -> Read<String> {
        let (field, word) = self.by.field();
        let name = text_at(job, &[field])?.filter(|name| !name.is_empty());
        if self.by == JobsBy::Partition && name.is_some_and(|name| name.contains(',')) {
            return Err(job.error(
                "partition: the job waits in several partitions, so it has no one user by partition",
            ));
        }
        let name = name.map_or_else(|| format!("(no {word})"), String::from);
        self.count.nameless += usize::from(name.starts_with('('));
        match text_at(job, &["account"])?.filter(|_| self.by == JobsBy::User && self.shared) {
            Some(account) => Ok(format!("{account}/{name}")),
            None => Ok(name),
        }
    }

    fn read(&mut self, job: &Node<'_>, name: &str, snapshot: &mut Snapshot) -> Read<()> {
        let waits = is(job, &["PENDING", "REQUEUE_HOLD"])?;
        let runs = !waits && is(job, &RUNNING)? && !is(job, &["COMPLETING"])?;
        if !runs && !waits {
            if is(job, &["SUSPENDED"])? {
                let owner = self.team(job)?;
                let asks = asked(job, "tres_alloc_str", 1)?;
                snapshot.omitted.add("because they are suspended", &owner, 1, &asks);
            } else if is(job, &["COMPLETING"])? {
                self.count.ending += 1;
            } else {
                self.count.over += 1;
            }
            return Ok(());
        }
        let team = &self.team(job)?;
        let (constraints, odd) = Constraints::read(job, &mut self.left)?;
        self.count.odd += usize::from(odd);
        let row = match self.rows.get(&constraints) {
            Some(row) => *row,
            None => {
                let row = snapshot.row_where(|i| constraints.met_by(&self.nodes.open[i]));
                let row = row.map_err(|reason| job.error(reason))?;
                self.rows.insert(constraints, row);
                row
            }
        };
        if runs {
            self.running(job, (team, name), row, snapshot)
        } else {
            self.waiting(job, (team, name), row, snapshot)
        }
    }

    fn running(&mut self, job: &Node<'_>, of: (&str, &str), row: usize, snapshot: &mut Snapshot) -> Read<()> {
        let list = name_at(job, &["nodes"])?;
        let homes = hosts(list, &mut self.left).map_err(|reason| job.error(format!("nodes: {reason}")))?;
        let all = asked(job, "tres_alloc_str", homes.len())?;
        let (parts, stated) = divided(job, &homes, &all)?;
        self.count.undivided += usize::from(!stated);
        if parts.iter().all(Amounts::is_empty) {
            return Err(job.error("field `tres_alloc_str` is missing or empty, and the job runs"));
        }
        for (home, asks) in homes.iter().zip(parts).filter(|(_, asks)| !asks.is_empty()) {
            let why = match (snapshot.named(home), self.nodes.closed.get(home)) {
                (Some(machine), _) => {
                    snapshot.task(of, asks, row, Some(machine), 1);
                    continue;
                }
                (None, Some(state)) => {
                    *self.count.closed.entry(home.clone()).or_default() += 1;
                    format!("because node {home} is in the state {state}")
                }
                (None, None) => format!("because node {home} is not in the list"),
            };
            snapshot.omitted.add(&why, of.0, 1, &asks);
        }
        Ok(())
    }

    fn waiting(&mut self, job: &Node<'_>, of: (&str, &str), row: usize, snapshot: &mut Snapshot) -> Read<()> {
        let width = count_at(job, &["node_count"])?.unwrap_or(1).max(1);
        let mut asks = part(asked(job, "tres_req_str", width)?, width);
        if self.without_memory {
            asks.remove(MEMORY);
        }
        let held = |reason: &&str| {
            HELD.split(' ').any(|held| held == *reason)
                || LIMITED.iter().any(|by| reason.starts_with(by))
                || reason.to_ascii_lowercase().ends_with("held")
        };
        let flag = at(job, &["hold"]).is_some_and(|hold| *hold.value() == Value::Bool(true));
        let flag =
            flag || is(job, &["REQUEUE_HOLD", "SPECIAL_EXIT"])? || count_at(job, &["priority"])? == Some(0);
        let reason = text_at(job, &["state_reason"])?.filter(held);
        if let Some(reason) = reason.or(flag.then_some("JobHeld")) {
            snapshot.omitted.add(&format!("because they wait for the reason {reason}"), of.0, width, &asks);
            return Ok(());
        }
        if asks.is_empty() {
            self.count.idle += 1;
            return Ok(());
        }
        let mut jobs = 1;
        if let Some(list) = text_at(job, &["array_task_string"])?.filter(|list| !list.is_empty()) {
            let (listed, most) =
                numbers(list).map_err(|reason| job.error(format!("array_task_string: {reason}")))?;
            let most = count_at(job, &["array_max_tasks"])?.filter(|most| *most > 0).or(most);
            jobs = listed;
            if let Some(most) = most.filter(|most| *most > 0) {
                let array = count_at(job, &["array_job_id"])?.unwrap_or(0);
                let running = self.arrays.get(&array).copied().unwrap_or(0);
                jobs = jobs.min(most.saturating_sub(running));
                self.count.limited = self.count.limited.saturating_add(listed - jobs);
            }
        }
        self.count.wide += usize::from(width > 1);
        let whose = ("waiting jobs of", of.0);
        unread(job).into_iter().for_each(|(field, what)| snapshot.unread.add(field, what, whose));
        if jobs > 0 {
            snapshot.task(of, asks, row, None, jobs.saturating_mul(width));
        }
        Ok(())
    }
}

/// Returns `true` if a running job requested memory and got none, since the nodes allocate processors alone.
fn memory_not_allocated(jobs: &[Node<'_>]) -> bool {
    let asks_in_vain = |job: &Node<'_>| -> Read<bool> {
        let has = |field: &str| -> Read<Option<bool>> {
            Ok(text_at(job, &[field])?.filter(|text| !text.is_empty()).map(has_memory))
        };
        Ok(is(job, &RUNNING)? && has("tres_req_str")? == Some(true) && has("tres_alloc_str")? == Some(false))
    };
    jobs.iter().any(|job| asks_in_vain(job).unwrap_or(false))
}

/// A cluster from lists of nodes and jobs, with a user for each account, or as the options say, and kind of task. `sshare` is the
/// name and the text of the output of that program, from which weights are read.
///
/// # Errors
/// A file that is no such list, with the node or the job and the field in it; no node in service; no job that
/// requests anything.
pub fn slurm(
    nodes: &Document,
    jobs: &Document,
    sshare: Option<(&str, &str)>,
    options: &Options<'_>,
) -> Read<Imported> {
    let by = options.jobs_by;
    let mut snapshot = Snapshot::new("node", "task");
    let mut found = Nodes::default();
    for node in items(nodes, &["nodes"], "scontrol show nodes --json")? {
        read_node(&node, &mut found, &mut snapshot).map_err(|error| match text_at(&node, &["name"]) {
            Ok(Some(name)) => within(&format!("node {name}"), "", error),
            _ => error,
        })?;
    }
    let all = items(jobs, &["jobs"], "squeue --json")?;
    let mut arrays = BTreeMap::new();
    for job in all.iter().filter(|job| is(job, &RUNNING).unwrap_or(false)) {
        if let Ok(Some(array)) = count_at(job, &["array_job_id"]) {
            *arrays.entry(array).or_default() += 1;
        }
    }
    let without_memory = memory_not_allocated(&all);
    if without_memory {
        let note = "memory that waiting jobs ask for left out: jobs that run have asked for some and were allocated none";
        snapshot.notes.push(note.to_string());
    }
    let cluster =
        [nodes, jobs].iter().find_map(|file| text_at(&file.node(), &["meta", "slurm", "cluster"]).ok()?);
    let date = [jobs, nodes].iter().find_map(|file| count_at(&file.node(), &["last_update"]).ok()?);
    let date = date.and_then(|seconds| i64::try_from(seconds).ok()).filter(|seconds| *seconds > 0);
    snapshot.place = (cluster.map(String::from), date.map(|seconds| format!("{}Z", moment(seconds))));
    let mut reader = Reader {
        nodes: &found,
        rows: BTreeMap::new(),
        count: Count::default(),
        arrays,
        left: MOST_HOSTS,
        without_memory,
        by,
        shared: sshare.is_some(),
    };
    let mut seen = BTreeSet::new();
    for job in &all {
        let name = called(job)?;
        let task = count_at(job, &["array_task_id"]).ok().flatten();
        once(&mut seen, &format!("{name} {task:?}"), job)
            .and_then(|()| reader.read(job, &name, &mut snapshot))
            .map_err(|error| within(&name, "", error))?;
    }
    reader.count.notes(by, &found, &mut snapshot);
    let mut assumed = Assumptions::new(&[]);
    snapshot.queues = sshare.map(|(file, text)| shares(file, text, by, &mut assumed)).transpose()?;
    snapshot.assumed.extend(assumed.made);
    snapshot.instance(options, &nodes.file, &jobs.file)
}
