//! Jobs of a log with the machines of the cluster, and the state of the cluster at any moment as an instance.

use std::collections::BTreeMap;

use super::Options;
use super::amounts::{Amounts, add, said};
use super::division::Queues;
use super::moment::moment;
use super::snapshot::Snapshot;
use crate::document::{Document, InputError, Read};
use crate::model::cluster::{MOST_PAIRS, Pool};
use crate::scalar::Rational;

/// A job of a log. Times are in seconds.
#[derive(Clone, Debug)]
pub struct Job {
    /// Name of the job.
    pub name: String,
    /// Team of the job.
    pub team: String,
    /// Time of its submission.
    pub submitted: i64,
    /// Time of its start; `None` for a job that never started.
    pub started: Option<i64>,
    /// Time of its end; `None` for a job that the log does not end.
    pub ended: Option<i64>,
    /// Amounts of one task.
    pub asks: BTreeMap<String, Rational>,
    /// Number of tasks, which start together.
    pub tasks: usize,
    /// Flags of the machines that may run its tasks.
    pub eligible: Vec<bool>,
    /// Machines on which it runs, each with the number of tasks there.
    pub on: Vec<(usize, usize)>,
}

impl Job {
    /// Returns `true` if the job waits or runs at a moment.
    pub fn is_here(&self, at: i64) -> bool {
        self.submitted <= at && self.ended.is_none_or(|end| at < end)
    }
}

/// A log of jobs on machines.
#[derive(Clone, Debug)]
pub struct Jobs {
    /// Name of the file of jobs.
    pub file: String,
    /// Name and amounts of each machine.
    pub machines: Vec<(String, BTreeMap<String, Rational>)>,
    /// Jobs in order of submission.
    pub jobs: Vec<Job>,
    /// Omissions of the reading, one sentence each.
    pub notes: Vec<String>,
    pub(super) queues: Queues,
}

impl Jobs {
    /// Calls `tried` with the log under each change of the terms of one team, and its words: the weight doubled or halved, and
    /// every machine eligible, if `terms` is set; and the floor in `due`.
    ///
    /// # Errors
    /// That of `tried`, which ends the trial.
    pub fn changed<E>(
        &self,
        terms: bool,
        due: &BTreeMap<String, BTreeMap<String, Rational>>,
        tried: &mut dyn FnMut(String, &Jobs) -> Result<(), E>,
    ) -> Result<(), E> {
        for (q, queue) in self.queues.list.iter().enumerate() {
            let team = &queue.name;
            let of_team = |job: &&mut Job| job.team == *team;
            for (words, n, d) in [("doubled", 2, 1), ("halved", 1, 2)].into_iter().filter(|_| terms) {
                let mut new = self.clone();
                new.queues.list[q].shares = &queue.shares * Rational::new(n, d);
                tried(format!("weight: that of {team} {words}"), &new)?;
            }
            let mut new = self.clone();
            new.jobs.iter_mut().filter(of_team).for_each(|job| job.eligible.fill(true));
            if terms && new.jobs.iter().zip(&self.jobs).any(|(new, job)| new.eligible != job.eligible) {
                tried(format!("labels: jobs of {team} may run on every machine"), &new)?;
            }
            if let Some(floor) = due.get(team) {
                let mut new = self.clone();
                new.queues.list[q].floor.clone_from(floor);
                tried(format!("quota: a floor of {team} of {}", said(floor)), &new)?;
            }
        }
        Ok(())
    }

    /// What all machines have.
    pub fn all(&self) -> BTreeMap<String, Rational> {
        let mut all = Amounts::new();
        self.machines.iter().for_each(|(_, has)| add(&mut all, has));
        all
    }

    /// The first submission and the last event.
    pub fn span(&self) -> (i64, i64) {
        let times = |job: &Job| [Some(job.submitted), job.started, job.ended].into_iter().flatten().max();
        let first = self.jobs.iter().map(|job| job.submitted).min().unwrap_or(0);
        (first, self.jobs.iter().filter_map(times).max().unwrap_or(first))
    }

    /// `count` moments: the midpoints of equal parts of the time between the first submission and the last event.
    pub fn moments(&self, count: u32) -> Vec<i64> {
        let (first, last) = self.span();
        let (span, parts) = (i128::from(last - first), 2 * i128::from(count.max(1)));
        let middle = |k: u32| first + i64::try_from(span * (2 * i128::from(k) + 1) / parts).unwrap_or(0);
        let mut moments: Vec<i64> = (0..count).map(middle).collect();
        moments.dedup();
        moments
    }

    /// The state at a moment as an instance; `None` if no job runs or waits.
    ///
    /// # Errors
    /// As for an import.
    pub fn at(&self, at: i64) -> Read<Option<Document>> {
        let Some((snapshot, file)) = self.snapshot(at)? else { return Ok(None) };
        let instance = snapshot.instance(&Options::default(), &self.file, &file)?.instance;
        Ok(Some(Document { file, root: instance }.instance()))
    }

    /// The state at a moment as a cluster, with its name in errors; `None` if no job runs or waits.
    ///
    /// # Errors
    /// As for an import.
    pub fn pool(&self, at: i64) -> Read<Option<(Pool, String)>> {
        let Some((snapshot, file)) = self.snapshot(at)? else { return Ok(None) };
        let pool = snapshot.pool(&file)?;
        // Rules that allocate to the jobs of a moment make tables of pairs.
        let (kinds, machines) = (pool.users(), pool.servers());
        if kinds.saturating_mul(machines) > MOST_PAIRS {
            let reason = format!("{kinds} kinds of tasks on {machines} machines are too many");
            return Err(InputError::of(&file, "", reason));
        }
        Ok(Some((pool, file)))
    }

    fn snapshot(&self, at: i64) -> Read<Option<(Snapshot, String)>> {
        let file = format!("{} at {}", self.file, moment(at));
        let mut snapshot = Snapshot::new("machine", "task");
        for (name, has) in &self.machines {
            snapshot.machine(name, has.clone());
        }
        let mut rows: BTreeMap<&[bool], usize> = BTreeMap::new();
        for job in self.jobs.iter().filter(|job| job.is_here(at)) {
            let row = match rows.get(&job.eligible[..]) {
                Some(row) => *row,
                None => snapshot
                    .row_where(|i| job.eligible[i])
                    .map_err(|reason| InputError::of(file.clone(), "", reason))?,
            };
            rows.insert(&job.eligible, row);
            let of = (&job.team[..], &job.name[..]);
            if job.started.is_none_or(|start| at < start) {
                snapshot.task(of, job.asks.clone(), row, None, job.tasks);
                continue;
            }
            for (machine, count) in &job.on {
                snapshot.task(of, job.asks.clone(), row, Some(*machine), *count);
            }
        }
        if rows.is_empty() {
            return Ok(None);
        }
        snapshot.queues = Some(self.queues.clone());
        Ok(Some((snapshot, file)))
    }
}
