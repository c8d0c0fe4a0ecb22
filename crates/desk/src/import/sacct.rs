//! Logs of jobs with their starts and ends: what Slurm's `sacct -P` prints, or a table of comma-separated values.
//!
//! A job runs from its start to its end, and waits from its submission to its start; a job that never started waits
//! until its end. Machines are taken to be in service all the time. A table has a row for each job and the columns
//! `name`, `team`, `submit`, `start`, `end`, `tasks`, `machines` (that may run the job; empty for all), `running` (where
//! it ran) and one for each resource, the amount of one task. Times are as in `2026-11-22T09:30:00`, or whole seconds.

use std::collections::BTreeSet;
use std::path::Path;

use super::amounts::{Amounts, MEMORY, fits};
use super::hosts::{hosts, numbers};
use super::jobs::{Job, Jobs};
use super::moment::time;
use super::places::{counted, items};
use super::slurm::MOST_HOSTS;
use super::slurm_nodes::{Nodes, Place, read_node};
use super::snapshot::Snapshot;
use super::tables::{Sheet, machines, requests, resources};
use super::tres::{has_memory, part, tres};
use super::weights::queues;
use crate::document::{Document, Node, Read, Value};
use crate::scalar::{Rational, Scalar};

/// The required columns of a log of `sacct`.
const NEEDED: [&str; 7] = ["JobID", "Account", "Submit", "Start", "End", "NodeList", "ReqTRES"];

/// The command that prints the log, for messages.
const COMMAND: &str =
    "sacct -a -X -P -o JobID,Account,Partition,Submit,Start,End,NNodes,NodeList,AllocTRES,ReqTRES";

/// The columns of a table of jobs beside the resources.
const OWN: [&str; 8] = ["name", "team", "submit", "start", "end", "tasks", "machines", "running"];

/// The latest time that is read, in seconds; some thousand years, so that sums of times have room.
const LATEST: i64 = 100_000_000_000;

/// A row of a log, with the number of its line.
struct Line<'a> {
    sheet: &'a Sheet<'a>,
    line: usize,
    row: &'a [String],
}

impl<'a> Line<'a> {
    fn wrong<T>(&self, column: &str, reason: impl Into<String>) -> Read<T> {
        Err(self.sheet.error(self.line, column, reason))
    }

    fn cell(&self, column: &str) -> &'a str {
        self.sheet.cell(self.row, column).unwrap_or_default()
    }

    /// The times of submission, start and end, in three columns; without an entry in the fourth the job never ran.
    fn times(&self, columns: [&str; 4]) -> Read<(i64, Option<i64>, Option<i64>)> {
        let when = |column: &str| {
            let text = self.cell(column);
            let seconds = text.parse().ok().filter(|seconds| (-LATEST..=LATEST).contains(seconds));
            seconds
                .map_or_else(|| time(text), |seconds| Ok(Some(seconds)))
                .or_else(|reason| self.wrong(column, reason))
        };
        let [submitted, started, ended] = [0, 1, 2].map(|k| when(columns[k]));
        let Some(submitted) = submitted? else { return self.wrong(columns[0], "must be a time") };
        // A job that never got a node did not run, although its start may name a time.
        let started = started?.filter(|_| !matches!(self.cell(columns[3]), "" | "None assigned"));
        let start = started.unwrap_or(submitted);
        match ended? {
            Some(end) if end < start => self.wrong(columns[2], "a job ends before it starts"),
            _ if start < submitted => self.wrong(columns[1], "a job starts before it is submitted"),
            ended => Ok((submitted, started, ended)),
        }
    }

    /// A whole number of at least 1 in a column; 1 if there is none.
    fn count(&self, column: &str) -> Read<usize> {
        let text = self.cell(column);
        let count = if text.is_empty() { Some(1) } else { text.parse().ok() };
        let count = count.filter(|count| (1..=1_000_000).contains(count));
        count.map_or_else(|| self.wrong(column, format!("`{text}` is no number from 1 to 1000000")), Ok)
    }

    /// The amounts in a column of trackable resources, divided among `parts` nodes.
    fn amounts(&self, column: &str, parts: usize) -> Read<Amounts> {
        let text = Value::text(self.cell(column));
        match tres(&Node::new("", &text)) {
            Ok(found) => Ok(part(found, parts)),
            Err(error) => self.wrong(column, error.reason),
        }
    }

    /// The number of jobs of a row of `sacct`, more than one for an array that waits; none for a job step.
    fn jobs(&self) -> Read<usize> {
        let id = self.cell("JobID");
        if !id.starts_with(|c: char| c.is_ascii_digit()) {
            return self.wrong("JobID", format!("`{id}` is no number of a job"));
        }
        let list = id.split_once('_').map(|(_, list)| list.trim_matches(['[', ']']));
        let Some(list) = list.filter(|_| id.contains('[')) else {
            return Ok(usize::from(!id.contains('.')));
        };
        let (listed, most) = numbers(list).or_else(|reason| self.wrong("JobID", reason))?;
        Ok(most.filter(|most| *most > 0).map_or(listed, |most| most.min(listed)))
    }

    /// The job of a row of `sacct` on the machines of `snapshot`; `None` if it asks for nothing.
    fn job(&self, jobs: usize, nodes: &Nodes, snapshot: &Snapshot, left: &mut usize) -> Read<Option<Job>> {
        let (submitted, started, ended) = self.times(["Submit", "Start", "End", "NodeList"])?;
        let width = if self.cell("NNodes") == "0" { 1 } else { self.count("NNodes")? };
        let partitions = self.cell("Partition").split(',').filter(|name| !name.is_empty());
        let partitions: BTreeSet<String> = partitions.map(String::from).collect();
        let there = |names: &BTreeSet<String>| partitions.is_empty() || !names.is_disjoint(&partitions);
        let eligible = nodes.open.iter().map(|place| place.partitions.as_ref().is_none_or(there)).collect();
        let list = Some(self.cell("NodeList")).filter(|_| started.is_some()).unwrap_or_default();
        let homes = hosts(list, left).or_else(|reason| self.wrong("NodeList", reason))?;
        let takes = if self.cell("AllocTRES").is_empty() { "ReqTRES" } else { "AllocTRES" };
        let each = self.amounts(takes, homes.len().max(1))?;
        let on = homes.iter().filter_map(|home| Some((snapshot.named(home)?, 1)));
        let on: Vec<_> = on.collect();
        let (asks, tasks) = match on.len() {
            0 => (self.amounts("ReqTRES", width)?, width.saturating_mul(jobs)),
            nodes => (each, nodes),
        };
        let team = Some(self.cell("Account")).filter(|name| !name.is_empty()).unwrap_or("(no account)");
        let (name, team) = (format!("job {}", self.cell("JobID")), team.to_string());
        let job = Job { name, team, submitted, started, ended, asks, tasks, eligible, on };
        Ok(Some(job).filter(|job| !job.asks.is_empty()))
    }
}

/// Adds the jobs of a log of `sacct`. A job is of the team that its account names. Job steps are omitted.
fn sacct(sheet: &Sheet<'_>, nodes: &Document, jobs: &mut Jobs) -> Read<()> {
    for needed in NEEDED {
        if !sheet.heads.iter().any(|head| head == needed) {
            let has = sheet.heads.join(", ");
            let reason = format!("is missing among {has}: expected what `{COMMAND}` prints");
            return Err(sheet.error(1, needed, reason));
        }
    }
    let (mut found, mut snapshot) = (Nodes::default(), Snapshot::new("node", "task"));
    for node in items(nodes, &["nodes"], "scontrol show nodes --json")? {
        read_node(&node, &mut found, &mut snapshot)?;
    }
    // `in_vain` is true once memory is requested and never allocated.
    let (mut in_vain, mut left) = (false, MOST_HOSTS);
    for (line, row) in &sheet.rows {
        let line = Line { sheet, line: *line, row };
        let count = line.jobs()?;
        let Some(job) = line.job(count, &found, &snapshot, &mut left)?.filter(|_| count > 0) else {
            continue;
        };
        let (asks, gets) = (line.cell("ReqTRES"), line.cell("AllocTRES"));
        in_vain |= has_memory(asks) && !gets.is_empty() && !has_memory(gets);
        jobs.jobs.push(job);
    }
    let waits = jobs.jobs.iter_mut().filter(|job| in_vain && job.on.is_empty());
    waits.for_each(|job| drop(job.asks.remove(MEMORY)));
    let machine = |(i, place): (usize, &Place)| (place.name.clone(), snapshot.has(i).clone());
    jobs.machines = found.open.iter().enumerate().map(machine).collect();
    Ok(())
}

/// Adds the jobs of a table on the machines of the table `stock`.
fn table(sheet: &Sheet<'_>, stock: &Sheet<'_>, jobs: &mut Jobs) -> Read<()> {
    let resources = resources(stock, sheet, &OWN)?;
    let servers = machines(stock, &resources, false)?;
    let amounts = |row: Vec<Value>| -> Amounts {
        let number = |value| if let Value::Number(x) = value { x } else { Rational::zero() };
        let pairs = resources.iter().cloned().zip(row.into_iter().map(number));
        pairs.filter(|(_, amount)| amount.is_positive()).collect()
    };
    for ((line, row), user) in sheet.rows.iter().zip(requests(sheet, &resources, &servers)?) {
        let line = Line { sheet, line: *line, row };
        let (submitted, started, ended) = line.times(["submit", "start", "end", "start"])?;
        let tasks = line.count("tasks")?;
        let ran: usize = user.running.values().sum();
        if ran != started.map_or(0, |_| tasks) {
            let reason = format!("{ran} tasks ran; a job that starts runs all its tasks, here {tasks}");
            return line.wrong("running", reason);
        }
        let asks = amounts(user.demand);
        let on = user.running.into_iter().filter(|(_, count)| *count > 0).collect();
        let (name, team, eligible) = (user.name, user.team, user.eligible);
        jobs.jobs.push(Job { name, team, submitted, started, ended, asks, tasks, eligible, on });
    }
    jobs.machines = servers.into_iter().map(|(name, row, _)| (name, amounts(row))).collect();
    Ok(())
}

/// Reads a log of jobs on the machines of `nodes`, in two files: what `sacct -P` and `scontrol show nodes --json` print,
/// or two tables. `weights` is the file of [`queues`]; a team that it does not list has weight 1.
///
/// # Errors
/// A file, a line or an entry that cannot be read.
pub fn log(path: &Path, nodes: &Path, weights: Option<&Path>) -> Read<Jobs> {
    let (file, text) = (path.display().to_string(), Document::text(path)?);
    let sheet = Sheet::read(&file, &text)?;
    let mut jobs = Jobs { file: file.clone(), ..Jobs::default() };
    if sheet.heads.iter().any(|head| NEEDED.contains(&&head[..])) {
        sacct(&sheet, &Document::load_import(nodes)?, &mut jobs)?;
    } else {
        let text = Document::text(nodes)?;
        table(&sheet, &Sheet::read(&nodes.display().to_string(), &text)?, &mut jobs)?;
    }
    if jobs.jobs.is_empty() {
        return Err(sheet.error(1, &sheet.heads[0], "no job stands below the names of the columns"));
    }
    jobs.jobs.sort_by_key(|job| job.submitted);
    let none = || Ok(Document { file: String::new(), root: Value::Table(Vec::new()) });
    let weights = weights.map_or_else(none, Document::load)?;
    let teams = jobs.jobs.iter().map(|job| job.team.clone()).collect();
    jobs.queues = queues(&weights, &teams, &mut jobs.notes)?;
    let (all, machines) = (jobs.jobs.len(), &jobs.machines);
    let room =
        |job: &Job| machines.iter().zip(&job.eligible).any(|((_, has), may)| *may && fits(&job.asks, has));
    jobs.jobs.retain(|job| if job.started.is_some() { !job.on.is_empty() } else { room(job) });
    let misfits = all - jobs.jobs.len();
    if misfits > 0 {
        jobs.notes.push(format!(
            "left out: {} that ran on no machine of the list, or fit on none that may run them",
            counted(misfits, "job")
        ));
    }
    Ok(jobs)
}
