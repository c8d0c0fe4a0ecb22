//! Public traces, read as a stream: the cluster trace of 2011 by Google, and the batch tables of 2018 by Alibaba.
//!
//! A row that cannot be read is left out, counted under its reason, and named by its line. A file that cannot be read at
//! all is an error. What stays in memory is one record a task that is open, and the batches that come of them.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use super::workload::{Batch, Durations, Member, Time, Workload};
use crate::scalar::Rational;

/// Rows that were left out for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Why.
    pub reason: String,
    /// How many.
    pub count: u64,
    /// The line of the first.
    pub line: u64,
}

/// What came of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read<T> {
    /// What was found.
    pub found: Vec<T>,
    /// Rows in all.
    pub rows: u64,
    /// Those that were left out, by reason.
    pub left_out: Vec<LeftOut>,
}

impl<T> Read<T> {
    fn leave(&mut self, reason: impl Into<String>, line: u64) {
        let reason = reason.into();
        match self.left_out.iter_mut().find(|l| l.reason == reason) {
            Some(left) => left.count += 1,
            None => self.left_out.push(LeftOut { reason, count: 1, line }),
        }
    }
}

/// What came of the files of a trace.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Traced {
    /// The work.
    pub work: Workload,
    /// One a file.
    pub reports: Vec<Read<()>>,
    /// What else is to be said.
    pub notes: Vec<String>,
}

/// A file as a stream of lines; compressed if it begins as gzip does, whatever its name.
fn open(path: &Path) -> Result<csv::Reader<Box<dyn std::io::Read>>, String> {
    let failed = |e: std::io::Error| format!("{}: {e}", path.display());
    let mut file = std::fs::File::open(path).map_err(failed)?;
    let mut head = [0; 2];
    let n = file.read(&mut head).map_err(failed)?;
    let whole = std::io::Cursor::new(head[..n].to_vec()).chain(file);
    let buffered = std::io::BufReader::with_capacity(1 << 16, whole);
    let bytes: Box<dyn std::io::Read> = if head == [0x1f, 0x8b] {
        Box::new(flate2::bufread::MultiGzDecoder::new(buffered))
    } else {
        Box::new(buffered)
    };
    Ok(csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes))
}

/// What is done with a row and its line; an error is why it is left out.
type Take<'a, T> = dyn FnMut(&csv::StringRecord, &mut Read<T>, u64) -> Result<(), String> + 'a;

/// Gives each row to `take`, with its line; what it refuses is left out. A stream that breaks off ends the file, and that
/// is said too.
fn rows<T>(path: &Path, read: &mut Read<T>, take: &mut Take<'_, T>) -> Result<(), String> {
    let mut reader = open(path)?;
    let mut row = csv::StringRecord::new();
    loop {
        let next = reader.position().line();
        match reader.read_record(&mut row) {
            Ok(false) => return Ok(()),
            Ok(true) => {
                read.rows += 1;
                let line = row.position().map_or(next, csv::Position::line);
                if let Err(reason) = take(&row, read, line) {
                    read.leave(reason, line);
                }
            }
            Err(error) if matches!(error.kind(), csv::ErrorKind::Io(_)) => {
                read.leave(format!("the file breaks off: {error}"), next);
                return Ok(());
            }
            Err(error) => {
                read.rows += 1;
                let reason = match error.kind() {
                    csv::ErrorKind::Utf8 { .. } => "bytes that are no text".to_string(),
                    _ => error.to_string(),
                };
                read.leave(reason, next);
            }
        }
    }
}

fn column<'a>(row: &'a csv::StringRecord, k: usize, name: &str) -> Result<&'a str, String> {
    row.get(k).ok_or_else(|| format!("no column {name}")).map(str::trim)
}

fn number(row: &csv::StringRecord, k: usize, name: &str) -> Result<u64, String> {
    let text = column(row, k, name)?;
    if text.is_empty() {
        return Err(format!("{name} is missing"));
    }
    text.parse().map_err(|_| format!("{name} is not a whole number"))
}

/// A decimal as whole units, rounded up: a task is never made smaller than it is.
fn amount(row: &csv::StringRecord, k: usize, name: &str, unit: i64) -> Result<i64, String> {
    let text = column(row, k, name)?;
    if text.is_empty() {
        return Err(format!("{name} is missing"));
    }
    let plain = plain_decimal(text).ok_or_else(|| format!("{name} is not a number"))?;
    let value: Rational = plain.parse().map_err(|_| format!("{name} is not a number"))?;
    let scaled = value * Rational::new(unit, 1);
    let up = -(-scaled).floor();
    match up.small() {
        Some((n, 1)) if n >= 0 => Ok(n),
        _ => Err(format!("{name} is below zero or too large")),
    }
}

/// Decimals with an exponent, as tables of floats have them, written out.
fn plain_decimal(text: &str) -> Option<String> {
    let Some((digits, exponent)) = text.split_once(['e', 'E']) else { return Some(text.to_string()) };
    let exponent: i32 = exponent.parse().ok()?;
    if exponent.abs() > 30 {
        return None;
    }
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() || !(whole.to_string() + part).bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let all = format!("{whole}{part}");
    let point = whole.len() as i32 + exponent;
    Some(if point <= 0 {
        format!("{sign}0.{}{all}", "0".repeat(point.unsigned_abs() as usize))
    } else if point as usize >= all.len() {
        format!("{sign}{all}{}", "0".repeat(point as usize - all.len()))
    } else {
        format!("{sign}{}.{}", &all[..point as usize], &all[point as usize..])
    })
}

/// A time beyond the end of the trace, as its documentation marks it.
const AFTER: u64 = i64::MAX as u64;

/// The machines of `machine_events` that are there when the trace begins: rows of time 0 that add one. Later additions,
/// removals and updates are left out and counted; a machine without capacities is left out as well.
pub fn google_machines(path: &Path, unit: i64) -> Result<Read<Vec<i64>>, String> {
    let mut read = Read { found: Vec::new(), rows: 0, left_out: Vec::new() };
    let mut seen = std::collections::BTreeSet::new();
    rows(path, &mut read, &mut |row, read, _| {
        let time = number(row, 0, "timestamp")?;
        let machine = number(row, 1, "machine ID")?;
        match number(row, 2, "event type")? {
            0 if time == 0 => {}
            0 => return Err("a machine added later".to_string()),
            1 => return Err("a machine removed".to_string()),
            2 => return Err("a machine updated".to_string()),
            _ => return Err("an event type that machine_events does not have".to_string()),
        }
        let capacity = vec![amount(row, 4, "CPUs", unit)?, amount(row, 5, "memory", unit)?];
        if !seen.insert(machine) {
            return Err("a machine that is there already".to_string());
        }
        read.found.push(capacity);
        Ok(())
    })?;
    Ok(read)
}

/// A task that is open.
struct Open {
    submitted: Time,
    started: Option<Time>,
    demand: Vec<i64>,
    user: u32,
}

struct Tasks {
    users: BTreeMap<String, u32>,
    members: Vec<Member>,
    open: BTreeMap<(u64, u64), Open>,
    jobs: BTreeMap<u64, u32>,
    batches: Vec<Batch>,
    last: Time,
    unit: i64,
}

impl Tasks {
    fn user(&mut self, name: &str) -> u32 {
        if let Some(user) = self.users.get(name) {
            return *user;
        }
        let user = self.members.len() as u32;
        let shown: String = name.chars().take(12).collect();
        self.members.push(Member::named(if shown.is_empty() { format!("user {}", user + 1) } else { shown }));
        self.users.insert(name.to_string(), user);
        user
    }

    /// Puts a task that has run into a batch of its job; the last one if it is alike.
    fn done(&mut self, job: u64, task: Open, ended: Time) {
        let Some(started) = task.started else { return };
        let next = self.jobs.len() as u32;
        let job = *self.jobs.entry(job).or_insert(next);
        let lasted = ended.saturating_sub(started).max(1);
        let alike = |b: &&mut Batch| {
            b.job == job && b.user == task.user && b.at == task.submitted && b.demand == task.demand
        };
        if let Some(batch) = self.batches.iter_mut().rev().take(8).find(alike)
            && let Durations::Listed(times) = &mut batch.durations
        {
            times.push(lasted);
            batch.tasks += 1;
            return;
        }
        self.batches.push(Batch {
            job,
            user: task.user,
            at: task.submitted,
            tasks: 1,
            demand: task.demand,
            durations: Durations::Listed(vec![lasted]),
        });
    }
}

/// The work of `task_events`, files in order of time. Quirks of the trace, as its documentation describes them:
///
/// - Times are microseconds from 600 s before the trace; 0 is before it and the largest number after it. Times here are
///   milliseconds from the beginning, a task of before being submitted at 0.
/// - A task runs from each SCHEDULE (1) to the next EVICT, FAIL, FINISH, KILL or LOST (2 to 6). One that is evicted or
///   fails is submitted again and is then another task here.
/// - UPDATE_PENDING (7) changes the request of a task that waits; UPDATE_RUNNING (8) is left aside, since a task keeps
///   what it was started with.
/// - A SCHEDULE without a SUBMIT before it (a missing record) counts as submitted then.
/// - Requests may be missing; such a row is left out, and the task's later rows with it.
/// - A task that is open at the end of the files ends with the last row.
pub fn google_tasks(files: &[impl AsRef<Path>], unit: i64) -> Result<Traced, String> {
    let mut tasks = Tasks {
        users: BTreeMap::new(),
        members: Vec::new(),
        open: BTreeMap::new(),
        jobs: BTreeMap::new(),
        batches: Vec::new(),
        last: 0,
        unit,
    };
    let mut traced = Traced::default();
    for file in files {
        let mut read = Read::default();
        rows(file.as_ref(), &mut read, &mut |row, _, _| google_task(row, &mut tasks))?;
        traced.reports.push(read);
    }
    let still = std::mem::take(&mut tasks.open);
    let (mut running, mut never) = (0u64, 0u64);
    let last = tasks.last;
    for ((job, _), task) in still {
        if task.started.is_some() {
            running += 1;
            tasks.done(job, task, last);
        } else {
            never += 1;
        }
    }
    if running > 0 {
        traced.notes.push(format!("{running} tasks run at the end of the trace and end with its last row"));
    }
    if never > 0 {
        traced.notes.push(format!(
            "{never} tasks never start in the trace and are left out: nothing says how long they run"
        ));
    }
    traced.work = Workload::sorted(tasks.members, tasks.batches);
    Ok(traced)
}

fn google_task(row: &csv::StringRecord, tasks: &mut Tasks) -> Result<(), String> {
    let time = match number(row, 0, "timestamp")? {
        AFTER => return Err("a time after the end of the trace".to_string()),
        micros => micros / 1000,
    };
    if time > 0 && time < tasks.last {
        return Err("a time before that of an earlier row".to_string());
    }
    let job = number(row, 2, "job ID")?;
    let index = number(row, 3, "task index")?;
    let event = number(row, 5, "event type")?;
    let name = column(row, 6, "user")?.to_string();
    tasks.last = tasks.last.max(time);
    let unit = tasks.unit;
    let demand = |row: &csv::StringRecord| -> Result<Vec<i64>, String> {
        let demand = vec![amount(row, 9, "CPU request", unit)?, amount(row, 10, "memory request", unit)?];
        if demand.iter().all(|d| *d == 0) {
            return Err("a task that asks for nothing".to_string());
        }
        Ok(demand)
    };
    match event {
        0 => {
            let demand = demand(row)?;
            let user = tasks.user(&name);
            tasks.open.insert((job, index), Open { submitted: time, started: None, demand, user });
        }
        1 => {
            if !tasks.open.contains_key(&(job, index)) {
                let demand = demand(row)?;
                let user = tasks.user(&name);
                tasks.open.insert((job, index), Open { submitted: time, started: None, demand, user });
            }
            if let Some(open) = tasks.open.get_mut(&(job, index)) {
                open.started = Some(time);
            }
        }
        2..=6 => {
            let Some(open) = tasks.open.remove(&(job, index)) else {
                return Err("the end of a task that never began".to_string());
            };
            tasks.done(job, open, time);
        }
        7 => {
            let demand = demand(row)?;
            if let Some(open) = tasks.open.get_mut(&(job, index)) {
                open.demand = demand;
            }
        }
        8 => {}
        _ => return Err("an event type that task_events does not have".to_string()),
    }
    Ok(())
}

/// CPU of a machine of the 2018 trace, in the hundredths of a core that `plan_cpu` counts.
const ALIBABA_CORES: i64 = 9600;

/// The work of `batch_task.csv` of 2018: task_name, instance_num, job_name, task_type, status, start_time, end_time,
/// plan_cpu (100 is a core), plan_mem (per cent of a machine).
///
/// Each row becomes a batch of `instance_num` tasks that run as long as the row says; its job is submitted when the row
/// starts, and so the order of tasks within a job is kept as it was. The table names no users: jobs are dealt out to
/// `users` in the order in which they come. CPU is in parts of a machine with 96 cores.
pub fn alibaba_tasks(path: &Path, users: usize, unit: i64) -> Result<Traced, String> {
    let mut jobs: BTreeMap<String, u32> = BTreeMap::new();
    let mut batches: Vec<Batch> = Vec::new();
    let mut read: Read<()> = Read::default();
    rows(path, &mut read, &mut |row, _, _| {
        let count = number(row, 1, "instance_num")?;
        let job = column(row, 2, "job_name")?;
        let status = column(row, 4, "status")?;
        if status != "Terminated" {
            return Err(format!("status {status}: not known to have ended"));
        }
        let (start, end) = (number(row, 5, "start_time")?, number(row, 6, "end_time")?);
        if start == 0 || end < start {
            return Err("a task that ends before it starts, or has no start".to_string());
        }
        let cpu = amount(row, 7, "plan_cpu", unit)?;
        let memory = amount(row, 8, "plan_mem", unit)?;
        let up = |x: i64, by: i64| (x + by - 1) / by;
        let demand = vec![up(cpu, ALIBABA_CORES), up(memory, 100)];
        if demand.iter().all(|d| *d == 0) {
            return Err("a task that asks for nothing".to_string());
        }
        let tasks = u32::try_from(count).map_err(|_| "instance_num is too large".to_string())?;
        if tasks == 0 {
            return Err("a task without instances".to_string());
        }
        let next = jobs.len() as u32;
        let job = *jobs.entry(job.to_string()).or_insert(next);
        batches.push(Batch {
            job,
            user: job % users as u32,
            at: start * 1000,
            tasks,
            demand,
            durations: Durations::Each(((end - start) * 1000).max(1)),
        });
        Ok(())
    })?;
    let first = batches.iter().map(|b| b.at).min().unwrap_or(0);
    batches.iter_mut().for_each(|b| b.at -= first);
    let members = (1..=users).map(|u| Member::named(format!("user {u}"))).collect();
    let notes = vec![format!("{} jobs dealt out to {users} users: the table names none", jobs.len())];
    Ok(Traced { work: Workload::sorted(members, batches), reports: vec![read], notes })
}
