//! A log of jobs with their starts and ends, as Slurm's `sacct -P` prints it, and the state of the cluster at chosen
//! moments.
//!
//! A job runs from its start to its end, and waits from its submission to its start; a job that never started waits
//! until its end. Nodes are those of `scontrol show nodes --json`, and are taken to be in service all the time.

use super::hosts::numbers;
use super::moment::{moment, time};
use super::slurm::slurm;
use super::tres::has_memory;
use super::{Imported, Options};
use crate::document::suggest::nearest;
use crate::document::{Document, InputError, Read, Value};

/// The required columns.
const NEEDED: [&str; 7] = ["JobID", "Account", "Submit", "Start", "End", "NodeList", "ReqTRES"];

/// The command that prints the log, for messages.
pub const COMMAND: &str =
    "sacct -a -X -P -o JobID,Account,Partition,Submit,Start,End,NNodes,NodeList,AllocTRES,ReqTRES";

/// One job. Times are in seconds since 1970, in the local time of the log.
#[derive(Debug)]
struct Job {
    submitted: i64,
    started: Option<i64>,
    ended: Option<i64>,
    /// Entry of the job in a list of jobs: first while it runs, then while it waits.
    runs: Value,
    waits: Value,
}

/// A log of jobs, in order of submission.
#[derive(Debug)]
pub struct Log {
    file: String,
    jobs: Vec<Job>,
    first: i64,
    last: i64,
}

/// Removes memory from the request of a waiting job.
fn without_memory(job: &mut Value) {
    let Value::Table(fields) = job else { return };
    for (_, value) in fields.iter_mut().filter(|(name, _)| name == "tres_req_str") {
        if let Value::Text(text) = value {
            let kept: Vec<&str> = text.split(',').filter(|part| !part.starts_with("mem=")).collect();
            *value = Value::text(kept.join(","));
        }
    }
}

fn wrong(file: &str, line: usize, column: &str, reason: impl Into<String>) -> InputError {
    let column = if column.is_empty() { String::new() } else { format!(", column {column}") };
    InputError { file: file.to_string(), field: format!("line {line}{column}"), reason: reason.into() }
}

/// One line of the log, below the names of its columns.
struct Row<'a> {
    file: &'a str,
    /// The number of the line.
    line: usize,
    heads: &'a [&'a str],
    cells: Vec<&'a str>,
}

impl Row<'_> {
    fn wrong(&self, column: &str, reason: impl Into<String>) -> InputError {
        wrong(self.file, self.line, column, reason)
    }

    fn cell(&self, name: &str) -> &str {
        self.heads.iter().position(|head| *head == name).map_or("", |k| self.cells[k])
    }

    fn when(&self, name: &str) -> Read<Option<i64>> {
        time(self.cell(name)).map_err(|reason| self.wrong(name, reason))
    }

    /// The job of the line; `None` for a job step.
    fn job(&self) -> Read<Option<Job>> {
        let id = self.cell("JobID");
        if id.contains('.') {
            return Ok(None);
        }
        let digits: String = id.chars().take_while(char::is_ascii_digit).collect();
        let number: usize =
            digits.parse().map_err(|_| self.wrong("JobID", format!("`{id}` is no number of a job")))?;
        let list = id.split_once('_').map(|(_, list)| list.trim_matches(['[', ']']));
        let array = list.filter(|_| id.contains('['));
        if let Some(list) = array {
            numbers(list).map_err(|reason| self.wrong("JobID", reason))?;
        }
        let nodes: usize = match self.cell("NNodes") {
            "" => 1,
            text => text.parse().map_err(|_| self.wrong("NNodes", format!("`{text}` is no number")))?,
        };
        let submitted = self.when("Submit")?.ok_or_else(|| self.wrong("Submit", "must be a time"))?;
        let (started, ended) = (self.when("Start")?, self.when("End")?);
        let partition = Some(self.cell("Partition")).filter(|name| !name.is_empty()).map(Value::text);
        let listed = |state: &str, more: Vec<(&str, Option<Value>)>| {
            let common = [
                ("job_id", Some(Value::index(number))),
                // Entries of one number differ by their lines.
                ("array_task_id", Some(Value::index(self.line - 1))),
                ("account", Some(Value::text(self.cell("Account")))),
                ("node_count", Some(Value::index(nodes.max(1)))),
                ("tres_req_str", Some(Value::text(self.cell("ReqTRES")))),
                ("partition", partition.clone()),
                ("job_state", Some(Value::text(state))),
            ];
            Value::table(common.into_iter().chain(more))
        };
        let takes = Some(self.cell("AllocTRES")).filter(|takes| !takes.is_empty());
        let takes = Value::text(takes.unwrap_or(self.cell("ReqTRES")));
        let nodes = Value::text(self.cell("NodeList"));
        let runs = listed("RUNNING", vec![("nodes", Some(nodes)), ("tres_alloc_str", Some(takes))]);
        let waits = listed("PENDING", vec![("array_task_string", array.map(Value::text))]);
        // A job that never got a node did not run, although its start may name a time.
        let started = started.filter(|_| !matches!(self.cell("NodeList"), "" | "None assigned"));
        Ok(Some(Job { submitted, started, ended, runs, waits }))
    }
}

impl Log {
    /// Reads a table whose columns are separated by bars and named in the first line. Rows of job steps are omitted.
    ///
    /// # Errors
    /// A missing column, a line of another length, or a time, a number or a job that cannot be read, with line and
    /// column.
    pub fn read(file: &str, text: &str) -> Read<Log> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let Some((at, head)) = lines.next() else {
            return Err(wrong(file, 1, "", format!("is empty: expected what `{COMMAND}` prints")));
        };
        let heads: Vec<&str> = head.trim_end_matches('|').split('|').map(str::trim).collect();
        for needed in NEEDED {
            if !heads.contains(&needed) {
                let near = nearest(needed, heads.iter().copied());
                let near = near.map_or_else(String::new, |near| format!(" (there is `{near}`)"));
                let reason = format!("has no column {needed}{near}: expected what `{COMMAND}` prints");
                return Err(wrong(file, at + 1, "", reason));
            }
        }
        let (mut jobs, mut first, mut last): (Vec<Job>, _, _) = (Vec::new(), i64::MAX, i64::MIN);
        // `true` once memory is requested and never allocated.
        let mut in_vain = false;
        for (at, line) in lines {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let spare = usize::from(cells.len() == heads.len() + 1 && cells.last() == Some(&""));
            let (has, names) = (cells.len() - spare, heads.len());
            let row = Row { file, line: at + 1, heads: &heads, cells };
            if has != names {
                let reason = format!("has {has} cells, and the first line names {names} columns");
                return Err(row.wrong("", reason));
            }
            let Some(job) = row.job()? else { continue };
            let (asks, gets) = (row.cell("ReqTRES"), row.cell("AllocTRES"));
            in_vain |= has_memory(asks) && !gets.is_empty() && !has_memory(gets);
            first = first.min(job.submitted);
            last = [Some(job.submitted), job.started, job.ended].into_iter().flatten().fold(last, i64::max);
            jobs.push(job);
        }
        if in_vain {
            jobs.iter_mut().for_each(|job| without_memory(&mut job.waits));
        }
        if jobs.is_empty() {
            return Err(wrong(file, at + 1, "", "no job stands below the names of the columns"));
        }
        Ok(Log { file: file.to_string(), jobs, first, last })
    }

    /// `count` moments: the midpoints of equal parts of the time between the first submission and the last event.
    pub fn moments(&self, count: u32) -> Vec<i64> {
        let span = i128::from(self.last) - i128::from(self.first);
        let middle = |k: u32| {
            let at = span * i128::from(2 * u64::from(k) + 1) / i128::from(2 * u64::from(count.max(1)));
            i64::try_from(i128::from(self.first) + at).unwrap_or(self.last)
        };
        let mut moments: Vec<i64> = (0..count).map(middle).collect();
        moments.dedup();
        moments
    }

    /// The state of the cluster at `moment`, with the name of the moment; no instance if no job runs or waits.
    ///
    /// # Errors
    /// As for a list of jobs; the error names the job in its field.
    pub fn at(&self, time: i64, nodes: &Document, options: &Options<'_>) -> Read<(String, Option<Imported>)> {
        let name = moment(time);
        let mut listed = Vec::new();
        for job in &self.jobs {
            let ended = job.ended.is_some_and(|end| end <= time);
            if job.submitted > time || ended {
                continue;
            }
            let runs = job.started.is_some_and(|start| start <= time);
            listed.push(if runs { job.runs.clone() } else { job.waits.clone() });
        }
        if listed.is_empty() {
            return Ok((name, None));
        }
        let jobs = Document {
            file: self.file.clone(),
            root: Value::Table(vec![("jobs".to_string(), Value::List(listed))]),
        };
        let mut made = slurm(nodes, &jobs, None, options)?;
        if let Value::Table(fields) = &mut made.instance
            && !fields.iter().any(|(field, _)| field == "running")
        {
            let rows = |field: &str| {
                let found = fields.iter().find(|(name, _)| name == field);
                found.map_or(0, |(_, value)| if let Value::List(rows) = value { rows.len() } else { 0 })
            };
            let (users, servers) = (rows("demand"), rows("capacity"));
            let nothing = Value::List(vec![Value::index(0); servers]);
            fields.push(("running".to_string(), Value::List(vec![nothing; users])));
        }
        Ok((name, Some(made)))
    }
}
