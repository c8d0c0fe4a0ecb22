//! Nodes and jobs in the JSON lists of Slurm (`scontrol show nodes --json`, `squeue --json`).
//!
//! A server is a node in service. A task is the part of a job on one node: a job on four nodes is four tasks,
//! each with a quarter of its request, and if it runs, they are a gang. An array counts as one job for each of its
//! indexes. A user is an account, a person, a partition or a quality of service.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::amounts::{Amounts, CPU, MEMORY, add};
use super::assume::Assumptions;
use super::closing::Closing;
use super::hosts::{hosts, numbers};
use super::moment::moment;
use super::places::{at, count_at, counted, items, listed, name_at, number_at, once, text_at, within};
use super::shares::shares;
use super::slurm_accounts::of_accounts;
use super::slurm_constraints::Constraints;
use super::slurm_nodes::{Nodes, of_several_types, read_node};
use super::slurm_states::{Phase, phase};
use super::slurm_unread::unread;
use super::snapshot::Snapshot;
use super::tres::{asked, divided, has_memory, parts, pooled, unlike};
use super::{Imported, JobsBy, Options};
use crate::document::{Document, Node, Read, Value};
use crate::scalar::Scalar as _;
use crate::workbench::Assumption;

/// The largest total number of hosts in the lists of a file.
pub(super) const MOST_HOSTS: usize = 2_000_000;

/// Reasons for which a waiting job could not start on an empty cluster.
const HELD: &str = "AccountNotAllowed BadConstraints BeginTime DeadLine Dependency DependencyNeverSatisfied InvalidAccount InvalidQOS \
                    JobHeldAdmin JobHeldUser JobHoldMaxRequeue PartitionDown PartitionInactive PartitionNodeLimit PartitionTimeLimit \
                    Reservation ReservationDeleted";

/// The beginnings of reasons for which a waiting job may not start although resources are idle: limits of its
/// association or quality of service.
const LIMITED: [&str; 3] = ["Assoc", "QOS", "Max"];

/// Counts of jobs that are reported in one sentence each.
#[derive(Default)]
struct Count {
    over: usize,
    idle: usize,
    ending: usize,
    suspended: usize,
    odd: usize,
    wide: usize,
    /// Number of requests for a resource of any type, by its name and the type that is taken.
    typeless: BTreeMap<(String, String), usize>,
    /// Number of running jobs whose division among several nodes is not in the file.
    undivided: usize,
    /// Running jobs whose parts together are not what the job has been allocated.
    unlike: Vec<String>,
    closed: BTreeMap<String, usize>,
    /// Number of waiting tasks of arrays that the arrays' limits exclude.
    limited: usize,
    /// Number of jobs without the field that names their user.
    nameless: usize,
}

impl Count {
    fn notes(self, by: JobsBy, nodes: &Nodes, snapshot: &mut Snapshot) {
        let left_out = |name: &&String| snapshot.named(name).is_none();
        let closed: Vec<_> = nodes.closed.iter().filter(|(name, _)| left_out(name)).collect();
        let notes = &mut snapshot.notes;
        for (name, (state, _)) in closed {
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
        let wide = "waiting for several nodes taken as equal parts in whole units, one a node, that need not start together";
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
        for ((name, kind), count) in &self.typeless {
            let words =
                format!("with {name} of any type counted as with {kind}, of which the nodes have most");
            assume(name, *count, &words);
        }
        let words = "on several nodes counted as equal parts in whole units, because `job_resources` and `gres_detail` do not say how they are divided";
        assume("job_resources", self.undivided, words);
        let words = format!(
            "with other amounts in `job_resources` and `gres_detail`, which are counted, than in `tres_alloc_str`: {}",
            listed(&self.unlike)
        );
        assume("tres_alloc_str", self.unlike.len(), &words);
        assume("job_state", self.ending, "completing counted as gone, with what the nodes still keep");
        let words = "suspended counted with the memory and the generic resources that stay allocated, and without processors";
        assume("job_state", self.suspended, words);
        assume("features", self.odd, "with features in brackets, counts or negations counted as if without");
        let words =
            "waiting for several nodes counted as equal parts in whole units that need not start together";
        assume("node_count", self.wide, words);
    }
}

/// A reader of jobs with its state.
struct Reader<'a> {
    nodes: &'a Nodes,
    closing: Closing,
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

/// Returns `true` if a job has nodes.
fn is_on_nodes(job: &Node<'_>) -> bool {
    phase(job).is_ok_and(|phase| matches!(phase, Phase::Runs | Phase::Suspended))
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
        let phase = phase(job)?;
        if matches!(phase, Phase::Ends | Phase::Over) {
            let count = if phase == Phase::Ends { &mut self.count.ending } else { &mut self.count.over };
            *count += 1;
            return Ok(());
        }
        let team = &self.team(job)?;
        let (constraints, odd) = Constraints::read(job, &mut self.left)?;
        self.count.odd += usize::from(odd);
        let row = match self.rows.get(&constraints) {
            Some(row) => *row,
            None => {
                let row = snapshot
                    .row_where(|i| self.nodes.open.get(i).is_some_and(|place| constraints.met_by(place)));
                let row = row.map_err(|reason| job.error(reason))?;
                self.rows.insert(constraints, row);
                row
            }
        };
        match phase {
            Phase::Waits(held) => self.waiting((job, held), (team, name), row, snapshot),
            _ => self.running((job, phase == Phase::Suspended), (team, name), row, snapshot),
        }
    }

    /// The amounts with types as resources of their own, where nodes have several. A number of any type is `typeless`, and
    /// taken as one of the type of which there are most.
    fn typed(&mut self, asks: Amounts) -> Amounts {
        let mut found = pooled(asks, &self.nodes.apart);
        for (name, kind) in &self.nodes.apart {
            let Some(amount) = found.remove(name) else { continue };
            *self.count.typeless.entry((name.clone(), kind.clone())).or_default() += 1;
            add(&mut found, &Amounts::from([(kind.clone(), amount)]));
        }
        found
    }

    fn running(
        &mut self,
        (job, suspended): (&Node<'_>, bool),
        of: (&str, &str),
        row: usize,
        snapshot: &mut Snapshot,
    ) -> Read<()> {
        let list = name_at(job, &["nodes"])?;
        let homes = hosts(list, &mut self.left).map_err(|reason| job.error(format!("nodes: {reason}")))?;
        let all = asked(job, "tres_alloc_str", homes.len())?;
        let (mut parts, stated) = divided(job, &homes, &all)?;
        self.count.undivided += usize::from(!stated);
        self.count.unlike.extend(unlike(job, &all, &parts).map(|how| format!("{} ({how})", of.1)));
        if parts.iter().all(Amounts::is_empty) {
            return Err(job.error("field `tres_alloc_str` is missing or empty, and the job runs"));
        }
        if suspended {
            // A suspended job gives back its cores, and keeps memory and generic resources: select_p_job_suspend.
            self.count.suspended += 1;
            parts.iter_mut().for_each(|part| drop(part.remove(CPU)));
        }
        if homes.len() > 1 {
            snapshot.gangs.insert(of.1.to_string(), of.1.to_string());
        }
        for (home, asks) in homes.iter().zip(parts).filter(|(_, asks)| !asks.is_empty()) {
            let asks = self.typed(asks);
            let why = match (snapshot.named(home), self.nodes.closed.get(home)) {
                (Some(machine), _) => {
                    self.closing.hold(machine, of.0, &asks, snapshot);
                    snapshot.task(of, asks, row, Some(machine), 1);
                    continue;
                }
                (None, Some((state, _))) => {
                    *self.count.closed.entry(home.clone()).or_default() += 1;
                    format!("because node {home} is in the state {state}")
                }
                (None, None) => format!("because node {home} is not in the list"),
            };
            snapshot.omitted.add(&why, of.0, 1, &asks);
        }
        Ok(())
    }

    fn waiting(
        &mut self,
        (job, held_by_state): (&Node<'_>, bool),
        of: (&str, &str),
        row: usize,
        snapshot: &mut Snapshot,
    ) -> Read<()> {
        let width = count_at(job, &["node_count"])?.unwrap_or(1).max(1);
        let mut asks = asked(job, "tres_req_str", width)?;
        if self.without_memory {
            asks.remove(MEMORY);
        }
        asks = self.typed(asks);
        let held = |reason: &&str| {
            HELD.split(' ').any(|held| held == *reason)
                || LIMITED.iter().any(|by| reason.starts_with(by))
                || reason.to_ascii_lowercase().ends_with("held")
        };
        let flag = at(job, &["hold"]).is_some_and(|hold| *hold.value() == Value::Bool(true));
        let flag = flag || held_by_state || count_at(job, &["priority"])? == Some(0);
        let reason = text_at(job, &["state_reason"])?.filter(held);
        if let Some(reason) = reason.or(flag.then_some("JobHeld")) {
            let why = format!("waiting for the reason {reason}");
            parts(&asks, width)
                .iter()
                .for_each(|(part, count)| snapshot.omitted.add(&why, of.0, *count, part));
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
        for (part, count) in parts(&asks, width).into_iter().filter(|(part, _)| jobs > 0 && !part.is_empty())
        {
            snapshot.task(of, part, row, None, jobs.saturating_mul(count));
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
        let elsewhere = ["memory_per_node", "memory_per_cpu"]
            .iter()
            .any(|field| number_at(job, &[field]).is_ok_and(|n| n.is_some_and(|n| n.is_positive())));
        let asks = has("tres_req_str")? == Some(true) || elsewhere;
        Ok(is_on_nodes(job) && asks && has("tres_alloc_str")? == Some(false))
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
    let (mut found, list) = (Nodes::default(), items(nodes, &["nodes"], "scontrol show nodes --json")?);
    for node in &list {
        let names = of_several_types(node)?.into_iter();
        found.apart.extend(names.map(|name| (name, String::new())));
    }
    for node in list {
        read_node(&node, &mut found, &mut snapshot).map_err(|error| match text_at(&node, &["name"]) {
            Ok(Some(name)) => within(&format!("node {name}"), "", error),
            _ => error,
        })?;
    }
    let has = snapshot.all();
    for (name, most) in &mut found.apart {
        let of = has.iter().filter(|(kind, _)| kind.split(':').next() == Some(name));
        *most = of.max_by_key(|(_, amount)| *amount).map_or_else(|| name.clone(), |(kind, _)| kind.clone());
    }
    let accounts = of_accounts(jobs, &mut snapshot)?;
    let jobs = accounts.as_ref().unwrap_or(jobs);
    let all = items(jobs, &["jobs"], "squeue --json")?;
    let (mut arrays, mut busy, mut left) = (BTreeMap::new(), BTreeSet::new(), MOST_HOSTS);
    for job in all.iter().filter(|job| is_on_nodes(job)) {
        if let Ok(Some(array)) = count_at(job, &["array_job_id"]) {
            *arrays.entry(array).or_default() += 1;
        }
        let homes = text_at(job, &["nodes"]).ok().flatten().filter(|_| !found.closed.is_empty());
        busy.extend(hosts(homes.unwrap_or_default(), &mut left).unwrap_or_default());
    }
    let mut closing = Closing::default();
    for (name, (state, _)) in found.closed.iter().filter(|(name, (_, go_on))| *go_on && busy.contains(*name))
    {
        closing.machine(name, &format!("in the state {state}"), &mut snapshot);
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
        closing,
        rows: BTreeMap::new(),
        count: Count::default(),
        arrays,
        left: MOST_HOSTS,
        without_memory,
        by,
        shared: sshare.is_some(),
    };
    let mut seen = HashSet::new();
    for job in &all {
        let name = called(job)?;
        let task = count_at(job, &["array_task_id"]).ok().flatten();
        once(&mut seen, &format!("{name} {task:?}"), job)
            .and_then(|()| reader.read(job, &name, &mut snapshot))
            .map_err(|error| within(&name, "", error))?;
    }
    snapshot.notes.extend(reader.closing.told("task"));
    reader.count.notes(by, &found, &mut snapshot);
    let mut assumed = Assumptions::new(&[]);
    snapshot.queues = sshare.map(|(file, text)| shares(file, text, by, &mut assumed)).transpose()?;
    snapshot.assumed.extend(assumed.made);
    snapshot.instance(options, &nodes.file, &jobs.file)
}
