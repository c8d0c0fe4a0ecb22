//! A log of jobs with their starts and ends, as Slurm's `sacct -P` prints it, or a table with the same columns.
//!
//! A job runs from its start to its end, and waits from its submission to its start; a job that never started waits
//! until its end. Nodes are those of `scontrol show nodes --json`, and are taken to be in service all the time.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::amounts::{Amounts, MEMORY, fits};
use super::hosts::{hosts, numbers};
use super::jobs::{Job, Jobs};
use super::moment::time;
use super::places::{counted, items};
use super::slurm::MOST_HOSTS;
use super::slurm_nodes::{Nodes, Place, read_node};
use super::snapshot::Snapshot;
use super::tables::Sheet;
use super::tres::{has_memory, part, pooled, tres};
use super::weights::queues;
use crate::document::{Document, Node, Read, Value};

/// The required columns of a log of `sacct`.
const NEEDED: [&str; 7] = ["JobID", "Account", "Submit", "Start", "End", "NodeList", "ReqTRES"];

/// The command that prints the log, for messages.
const COMMAND: &str =
    "sacct -a -X -P -o JobID,Account,Partition,Submit,Start,End,NNodes,NodeList,AllocTRES,ReqTRES";

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

    fn time(&self, column: &str) -> Read<Option<i64>> {
        let text = self.cell(column);
        let seconds = text.parse().ok().filter(|seconds| (-LATEST..=LATEST).contains(seconds));
        let read = seconds.map_or_else(|| time(text), |seconds| Ok(Some(seconds)));
        read.or_else(|reason| self.wrong(column, reason))
    }

    /// The times of submission, start and end.
    fn times(&self) -> Read<(i64, Option<i64>, Option<i64>)> {
        let Some(submitted) = self.time("Submit")? else { return self.wrong("Submit", "must be a time") };
        // A job that never got a node did not run, although its start may name a time.
        let started = self.time("Start")?.filter(|_| !matches!(self.cell("NodeList"), "" | "None assigned"));
        let start = started.unwrap_or(submitted);
        match self.time("End")? {
            Some(end) if end < start => self.wrong("End", "a job ends before it starts"),
            _ if start < submitted => self.wrong("Start", "a job starts before it is submitted"),
            ended => Ok((submitted, started, ended)),
        }
    }

    /// The amounts in a column of trackable resources, divided among `parts` nodes.
    fn amounts(&self, column: &str, parts: usize) -> Read<Amounts> {
        let text = Value::text(self.cell(column));
        match tres(&Node::new("", &text)) {
            Ok(found) => Ok(part(pooled(found, &BTreeMap::new()), parts)),
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

    /// The job of a row of `sacct` on the machines of `snapshot`; `None` for a step, or if it asks for nothing.
    fn job(&self, nodes: &Nodes, snapshot: &Snapshot, left: &mut usize) -> Read<Option<Job>> {
        let jobs = self.jobs()?;
        if jobs == 0 {
            return Ok(None);
        }
        let (submitted, started, ended) = self.times()?;
        let width = match self.cell("NNodes") {
            "" => 1,
            text => text.parse().or_else(|_| self.wrong("NNodes", format!("`{text}` is no number")))?,
        };
        let width = width.max(1usize);
        let partitions = self.cell("Partition").split(',').filter(|name| !name.is_empty());
        let partitions: BTreeSet<String> = partitions.map(String::from).collect();
        let there = |names: &BTreeSet<String>| partitions.is_empty() || !names.is_disjoint(&partitions);
        let eligible = nodes.open.iter().map(|place| place.partitions.as_ref().is_none_or(there)).collect();
        let list = Some(self.cell("NodeList")).filter(|_| started.is_some()).unwrap_or_default();
        let homes = hosts(list, left).or_else(|reason| self.wrong("NodeList", reason))?;
        let takes = if self.cell("AllocTRES").is_empty() { "ReqTRES" } else { "AllocTRES" };
        let each = self.amounts(takes, homes.len().max(1))?;
        let on: Vec<_> = homes.iter().filter_map(|home| Some((snapshot.named(home)?, 1))).collect();
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

/// Reads a table whose columns are parted by bars and named in the first line, with the nodes of another file. A job is of
/// the team that its account names. Job steps are omitted. `weights` is the file of the weights of queues.
///
/// # Errors
/// A file, a line or an entry that cannot be read, with line and column.
pub fn log(path: &Path, nodes: &Path, weights: Option<&Path>) -> Read<Jobs> {
    let (file, text) = (path.display().to_string(), Document::text(path)?);
    let sheet = Sheet::read(&file, &text)?;
    for needed in NEEDED {
        if !sheet.heads.iter().any(|head| head == needed) {
            let has = sheet.heads.join(", ");
            let reason = format!("is missing among {has}: expected what `{COMMAND}` prints");
            return Err(sheet.error(1, needed, reason));
        }
    }
    let nodes = Document::load_import(nodes)?;
    let (mut found, mut snapshot) = (Nodes::default(), Snapshot::new("node", "task"));
    for node in items(&nodes, &["nodes"], "scontrol show nodes --json")? {
        read_node(&node, &mut found, &mut snapshot)?;
    }
    // `in_vain` is true once memory is requested and never allocated.
    let (mut jobs, mut in_vain, mut left): (Vec<Job>, _, _) = (Vec::new(), false, MOST_HOSTS);
    for (line, row) in &sheet.rows {
        let line = Line { sheet: &sheet, line: *line, row };
        let Some(job) = line.job(&found, &snapshot, &mut left)? else { continue };
        let (asks, gets) = (line.cell("ReqTRES"), line.cell("AllocTRES"));
        in_vain |= has_memory(asks) && !gets.is_empty() && !has_memory(gets);
        jobs.push(job);
    }
    let waits = jobs.iter_mut().filter(|job| in_vain && job.on.is_empty());
    waits.for_each(|job| drop(job.asks.remove(MEMORY)));
    let machine = |(i, place): (usize, &Place)| (place.name.clone(), snapshot.has(i).clone());
    let machines: Vec<_> = found.open.iter().enumerate().map(machine).collect();
    let room =
        |job: &Job| machines.iter().zip(&job.eligible).any(|((_, has), may)| *may && fits(&job.asks, has));
    let all = jobs.len();
    jobs.retain(|job| if job.started.is_some() { !job.on.is_empty() } else { room(job) });
    let waits = jobs.iter().filter(|job| job.started.is_none()).count();
    let mut notes = Vec::new();
    for (count, words) in [
        (all - jobs.len(), "left out, because no node of the list ran them or could run them"),
        (waits, "waiting until their end in the log under every rule, because they never ran"),
    ] {
        notes.extend((count > 0).then(|| format!("{words}: {}", counted(count, "job"))));
    }
    if jobs.is_empty() {
        let reason = format!("no job stands below the names of the columns; {}", notes.concat());
        return Err(sheet.error(1, "JobID", reason.trim_end_matches("; ")));
    }
    jobs.sort_by_key(|job| job.submitted);
    let none = || Ok(Document { file: String::new(), root: Value::Table(Vec::new()) });
    let weights = weights.map_or_else(none, Document::load)?;
    let teams = jobs.iter().map(|job| job.team.clone()).collect();
    let queues = queues(&weights, &teams, &mut notes)?;
    Ok(Jobs { file, machines, jobs, notes, queues })
}
