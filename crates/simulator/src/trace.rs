//! Public traces, read as a stream: the cluster trace of 2011 by Google, and the batch tables of 2018 by
//! Alibaba.
//!
//! A row that cannot be read is omitted, counted under its reason, and reported with its line. A file that
//! cannot be read at all is an error. Memory holds one record per open task, and the resulting batches.

use std::collections::BTreeMap;
use std::path::Path;

use super::bounds;
use super::columns::{amount, column, number, text, time};
pub use super::rows::{LeftOut, Read};
use super::rows::{Why, of_table, rows, too_much};
use super::stream::Table;
use super::workload::{Batch, Durations, Member, Time, Workload};
use crate::document::shown;
use crate::linear::{Halt, Patience};

/// The work of a trace, with reports on its files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Traced {
    /// The work of the trace.
    pub work: Workload,
    /// The reports, one per file.
    pub reports: Vec<Read<()>>,
    /// Further remarks.
    pub notes: Vec<String>,
}

/// The mark for a time beyond the end of the trace, according to its documentation.
const AFTER: u64 = i64::MAX as u64;

/// The machines of `machine_events` at the beginning of the trace: rows of time 0 that add one. Later
/// additions, removals and updates are omitted and counted; a machine without capacities is omitted as well.
///
/// # Errors
/// A file that cannot be read or exceeds a bound, or that the reading was cut short.
pub fn google_machines(path: &Path, unit: i64, patience: &Patience) -> Result<Read<Vec<i64>>, Halt<String>> {
    let mut read = Read { found: Vec::new(), rows: 0, left_out: Vec::new() };
    let mut seen = std::collections::BTreeSet::new();
    rows(path, &mut read, patience, &mut |row, read, _| {
        let time = number(row, 0, "timestamp")?;
        let machine = number(row, 1, "machine ID")?;
        match number(row, 2, "event type")? {
            0 if time == 0 => {}
            0 => return Err("a machine added later".to_string().into()),
            1 => return Err("a machine removed".to_string().into()),
            2 => return Err("a machine updated".to_string().into()),
            _ => return Err("an event type that machine_events does not have".to_string().into()),
        }
        let capacity = vec![amount(row, 4, "CPUs", unit)?, amount(row, 5, "memory", unit)?];
        if !seen.insert(machine) {
            return Err("a machine that is there already".to_string().into());
        }
        if read.found.len() >= bounds::SERVERS {
            return Err(too_much(bounds::SERVERS, "machines"));
        }
        read.found.push(capacity);
        Ok(())
    })?;
    Ok(read)
}

/// A task that has not ended.
struct Open {
    submitted: Time,
    started: Option<Time>,
    demand: Vec<i64>,
    user: u32,
}

#[derive(Default)]
struct Tasks {
    users: BTreeMap<String, u32>,
    members: Vec<Member>,
    open: BTreeMap<(u64, u64), Open>,
    jobs: BTreeMap<u64, u32>,
    batches: Vec<Batch>,
    tasks: u64,
    last: Time,
    unit: i64,
}

impl Tasks {
    fn user(&mut self, name: &str) -> Result<u32, Why> {
        if let Some(user) = self.users.get(name) {
            return Ok(*user);
        }
        if self.members.len() >= bounds::USERS {
            return Err(too_much(bounds::USERS, "users"));
        }
        let user = self.members.len() as u32;
        let brief = shown(&name.chars().take(12).collect::<String>());
        self.members.push(Member::named(if brief.is_empty() { format!("user {}", user + 1) } else { brief }));
        self.users.insert(name.to_string(), user);
        Ok(user)
    }

    /// Opens a task that was submitted.
    fn open(&mut self, task: (u64, u64), demand: Vec<i64>, name: &str, submitted: Time) -> Result<(), Why> {
        let user = self.user(name)?;
        self.open.insert(task, Open { submitted, started: None, demand, user });
        if self.open.len() > bounds::BATCHES {
            return Err(too_much(bounds::BATCHES, "tasks that are open at one time"));
        }
        Ok(())
    }

    /// Adds a task that has run to a batch of its job: the last one, if its tasks are equal.
    fn done(&mut self, job: u64, task: Open, ended: Time) -> Result<(), Why> {
        let Some(started) = task.started else { return Ok(()) };
        self.tasks += 1;
        if self.tasks > bounds::TASKS {
            return Err(too_much(bounds::TASKS, "tasks"));
        }
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
            return Ok(());
        }
        if self.batches.len() >= bounds::BATCHES {
            return Err(too_much(bounds::BATCHES, "groups of tasks that are alike"));
        }
        self.batches.push(Batch {
            job,
            user: task.user,
            at: task.submitted,
            tasks: 1,
            demand: task.demand,
            durations: Durations::Listed(vec![lasted]),
        });
        Ok(())
    }
}

/// The work of `task_events`, with files in order of time. Peculiarities of the trace, according to its
/// documentation:
///
/// - Times are microseconds from 600 s before the trace; 0 is before it and the largest number after it. Times here
///   are milliseconds from the beginning of the trace, and a task that existed before is submitted at 0.
/// - A task runs from each SCHEDULE (1) to the next EVICT, FAIL, FINISH, KILL or LOST (2 to 6). A task that is
///   evicted or fails is submitted again, and its second run counts as another task.
/// - UPDATE_PENDING (7) changes the request of a task that waits; UPDATE_RUNNING (8) is ignored, because a task
///   keeps the resources with which it was started.
/// - A SCHEDULE without a SUBMIT before it (a missing record) counts as submitted then.
/// - Requests may be missing; such a row is omitted, and the task's later rows with it.
/// - A task that is open at the end of the files ends with the last row.
///
/// # Errors
/// A file that cannot be read or exceeds a bound, or that the reading was cut short.
pub fn google_tasks(
    files: &[impl AsRef<Path>],
    unit: i64,
    patience: &Patience,
) -> Result<Traced, Halt<String>> {
    let mut tasks = Tasks { unit, ..Tasks::default() };
    let mut traced = Traced::default();
    for file in files {
        let mut read = Read::default();
        rows(file.as_ref(), &mut read, patience, &mut |row, _, _| google_task(row, &mut tasks))?;
        traced.reports.push(read);
    }
    let still = std::mem::take(&mut tasks.open);
    let (mut running, mut never) = (0u64, 0u64);
    let last = tasks.last;
    for ((job, _), task) in still {
        if task.started.is_some() {
            running += 1;
            tasks.done(job, task, last).map_err(|(Why::Leave(reason) | Why::Refuse(reason))| reason)?;
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

fn google_task(row: &csv::StringRecord, tasks: &mut Tasks) -> Result<(), Why> {
    let time = match number(row, 0, "timestamp")? {
        AFTER => return Err("a time after the end of the trace".to_string().into()),
        micros => time(micros, 1_000_000, "timestamp")?,
    };
    if time > 0 && time < tasks.last {
        return Err("a time before that of an earlier row".to_string().into());
    }
    let job = number(row, 2, "job ID")?;
    let index = number(row, 3, "task index")?;
    let event = number(row, 5, "event type")?;
    let name = text(row, 6, "user")?;
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
        0 => tasks.open((job, index), demand(row)?, name, time)?,
        1 => {
            if !tasks.open.contains_key(&(job, index)) {
                tasks.open((job, index), demand(row)?, name, time)?;
            }
            if let Some(open) = tasks.open.get_mut(&(job, index)) {
                open.started = Some(time);
            }
        }
        2..=6 => {
            let Some(open) = tasks.open.remove(&(job, index)) else {
                return Err("the end of a task that never began".to_string().into());
            };
            tasks.done(job, open, time)?;
        }
        7 => {
            let demand = demand(row)?;
            if let Some(open) = tasks.open.get_mut(&(job, index)) {
                open.demand = demand;
            }
        }
        8 => {}
        _ => return Err("an event type that task_events does not have".to_string().into()),
    }
    Ok(())
}

/// CPU of a machine of the 2018 trace, in hundredths of a core, the unit of `plan_cpu`.
const ALIBABA_CORES: i64 = 9600;

/// A row of `batch_task.csv`: the job's name, and its tasks as a batch of that job.
fn alibaba_row(row: &csv::StringRecord, unit: i64) -> Result<(&str, Batch), String> {
    let count = number(row, 1, "instance_num")?;
    let job = text(row, 2, "job_name")?;
    let status = column(row, 4, "status")?;
    if status != "Terminated" {
        let brief: String = status.chars().take(20).collect();
        return Err(format!("status {}: not known to have ended", shown(&brief)));
    }
    let (start, end) = (number(row, 5, "start_time")?, number(row, 6, "end_time")?);
    if start == 0 || end < start {
        return Err("a task that ends before it starts, or has no start".to_string());
    }
    let (at, end) = (time(start, 1, "start_time")?, time(end, 1, "end_time")?);
    let up = |x: i64, by: i64| x / by + i64::from(x % by > 0);
    let cpu = up(amount(row, 7, "plan_cpu", unit)?, ALIBABA_CORES);
    let demand = vec![cpu, up(amount(row, 8, "plan_mem", unit)?, 100)];
    if demand.iter().all(|d| *d == 0) {
        return Err("a task that asks for nothing".to_string());
    }
    let tasks = u32::try_from(count).map_err(|_| "instance_num is too large".to_string())?;
    if tasks == 0 {
        return Err("a task without instances".to_string());
    }
    let durations = Durations::Each((end - at).max(1));
    Ok((job, Batch { job: 0, user: 0, at, tasks, demand, durations }))
}

/// The work of `batch_task.csv` of 2018: task_name, instance_num, job_name, task_type, status, start_time,
/// end_time, plan_cpu (100 is a core), plan_mem (per cent of a machine).
///
/// Each row becomes a batch of `instance_num` tasks with the duration of the row; its job is submitted when
/// the row starts, so the order of tasks within a job is preserved. The table names no users: jobs are
/// assigned to `users` users in turn. CPU is counted in parts of a machine with 96 cores.
///
/// # Errors
/// A file that cannot be read or exceeds a bound, or that the reading was cut short.
pub fn alibaba_tasks(
    path: &Path,
    users: usize,
    unit: i64,
    patience: &Patience,
) -> Result<Traced, Halt<String>> {
    let mut jobs: BTreeMap<String, u32> = BTreeMap::new();
    let mut batches: Vec<Batch> = Vec::new();
    let mut read: Read<()> = Read::default();
    let mut tasks = 0;
    rows(path, &mut read, patience, &mut |row, _, _| {
        let (name, mut batch) = alibaba_row(row, unit)?;
        tasks += u64::from(batch.tasks);
        if tasks > bounds::TASKS {
            return Err(too_much(bounds::TASKS, "tasks"));
        }
        if batches.len() >= bounds::BATCHES {
            return Err(too_much(bounds::BATCHES, "rows"));
        }
        let next = jobs.len() as u32;
        batch.job = match jobs.get(name) {
            Some(job) => *job,
            None => *jobs.entry(name.to_string()).or_insert(next),
        };
        batch.user = batch.job % users.max(1) as u32;
        batches.push(batch);
        Ok(())
    })?;
    let first = batches.iter().map(|b| b.at).min().unwrap_or(0);
    batches.iter_mut().for_each(|b| b.at -= first);
    let members = (1..=users).map(|u| Member::named(format!("user {u}"))).collect();
    let notes = vec![format!("{} jobs dealt out to {users} users: the table names none", jobs.len())];
    Ok(Traced { work: Workload::sorted(members, batches), reports: vec![read], notes })
}

/// Reads a text as each of the known tables at once: machines, tasks of 2011 and tasks of 2018. Returns the number of its
/// rows, and the number of machines, tasks and batches in them.
///
/// # Errors
/// The line and the reason if the text exceeds a bound; or that the reading was cut short.
pub fn read_text(text: &[u8], unit: i64, patience: &Patience) -> Result<(u64, u64), Halt<(u64, String)>> {
    let (mut tasks, mut others) = (Tasks { unit, ..Tasks::default() }, 0);
    let mut read: Read<()> = Read::default();
    of_table(&mut Table::within(text), &mut read, patience, &mut |row, read, line| {
        let machine = number(row, 1, "machine ID").and_then(|_| amount(row, 4, "CPUs", unit));
        for found in [machine.map(|_| ()), alibaba_row(row, unit).map(|_| ())] {
            match found {
                Ok(()) => others += 1,
                Err(reason) => read.leave(reason, line),
            }
        }
        google_task(row, &mut tasks)
    })?;
    Ok((read.rows, others + tasks.tasks))
}
