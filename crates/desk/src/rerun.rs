//! A log of jobs under a rule.
//!
//! At each submission and each end the rule allocates the cluster to all jobs that run or wait. Running jobs are not
//! stopped. Of the teams with a waiting job that fits on free machines, the team that takes the smallest part of what the
//! rule allocates to it starts its oldest such job, on the first machines with room, all tasks together; this is repeated
//! until no waiting job fits. A job runs as long as in the log. A job that never ran in the log has no known length, so
//! it waits until its end there.

use std::collections::{BTreeMap, BTreeSet};

use fairwitness_kernel::audit::shares::dominant_share;

use crate::document::{InputError, Read};
use crate::import::{Job, Jobs};
use crate::linear::{Halt, Patience, Stop};
use crate::mechanism::Mechanism;
use crate::model::cluster::{Cluster, Eligible, Pool};
use crate::scalar::{Rational, Scalar, greatest, least, sum};

type Amounts = BTreeMap<String, Rational>;

/// The state of a run under a rule.
struct Run<'a> {
    jobs: &'a Jobs,
    rule: &'a dyn Mechanism<Cluster>,
    patience: Patience,
    /// The log as it would have been, up to now, with the terms that the rule sees.
    after: Jobs,
    /// What all machines have, and what is left of each.
    all: Amounts,
    left: Vec<Amounts>,
    /// The jobs that run or wait.
    here: BTreeSet<usize>,
    /// The ends of the jobs that run, and of those that never start.
    ends: BTreeSet<(i64, usize)>,
    /// `true` once the rule was asked.
    asked: bool,
}

/// The log as it would have been under a rule that sees the terms of `seen`, the log itself or with a change; `None` once
/// `stop` is thrown.
///
/// # Errors
/// The refusal of the rule, or a state that is no instance.
pub fn replay(jobs: &Jobs, seen: &Jobs, rule: &dyn Mechanism<Cluster>, stop: &Stop) -> Read<Option<Jobs>> {
    let mut after = seen.clone();
    for job in after.jobs.iter_mut().filter(|job| job.started.is_some()) {
        (job.started, job.ended, job.on) = (None, None, Vec::new());
    }
    let (here, ends, patience) = (BTreeSet::new(), BTreeSet::new(), Patience::with(stop));
    let left = jobs.machines.iter().map(|(_, has)| has.clone()).collect();
    let mut run = Run { jobs, rule, patience, after, all: jobs.all(), left, here, ends, asked: false };
    let mut submits = jobs.jobs.iter().enumerate().peekable();
    loop {
        let submit = submits.peek().map(|(_, job)| job.submitted);
        let Some(now) = submit.into_iter().chain(run.ends.first().map(|end| end.0)).min() else { break };
        if stop.is_thrown() {
            return Ok(None);
        }
        while run.ends.first().is_some_and(|end| end.0 <= now) {
            let Some((_, k)) = run.ends.pop_first() else { break };
            run.here.remove(&k);
            run.take(k, -1);
        }
        while let Some((k, job)) = submits.next_if(|(_, job)| job.submitted <= now) {
            run.here.insert(k);
            // A job that never ran waits until its end in the log.
            run.ends.extend(job.ended.filter(|_| job.started.is_none()).map(|end| (end, k)));
        }
        if !run.start(now)? {
            return Ok(None);
        }
    }
    let mut done = jobs.clone();
    done.jobs = run.after.jobs;
    Ok(Some(done))
}

impl Run<'_> {
    /// Takes the tasks of a job from the free amounts, or gives them back if `sign` is -1.
    fn take(&mut self, k: usize, sign: i64) {
        let job = &self.after.jobs[k];
        for (machine, count) in &job.on {
            let count = Rational::int(i64::try_from(*count).unwrap_or(i64::MAX) * sign);
            for (resource, amount) in &job.asks {
                let left = self.left[*machine].entry(resource.clone()).or_insert_with(Rational::zero);
                *left = &*left - amount * &count;
            }
        }
    }

    /// The first machines on which all tasks of a job fit.
    fn room(&self, job: &Job) -> Option<Vec<(usize, usize)>> {
        let (mut on, mut lacks) = (Vec::new(), i64::try_from(job.tasks).ok()?);
        for (i, left) in self.left.iter().enumerate().filter(|(i, _)| job.eligible[*i]) {
            let fits = |(r, amount): (&String, &Rational)| {
                left.get(r).map_or_else(Rational::zero, |left| left / amount)
            };
            let fits = least(job.asks.iter().map(fits)).unwrap_or_else(Rational::zero).floor();
            let count = fits.small().map_or(lacks, |(fits, _)| fits).clamp(0, lacks);
            if count > 0 {
                on.push((i, usize::try_from(count).ok()?));
            }
            lacks -= count;
            if lacks == 0 {
                return Some(on);
            }
        }
        None
    }

    /// The oldest waiting job of each team that fits. Jobs of unknown length never start.
    fn fitting(&self) -> BTreeMap<&str, usize> {
        let (mut first, mut failed) = (BTreeMap::new(), BTreeSet::new());
        for &k in self.here.iter().filter(|&&k| self.after.jobs[k].started.is_none()) {
            let job = &self.after.jobs[k];
            let form = (&job.asks, job.tasks, &job.eligible);
            let ran = self.jobs.jobs[k].started.is_some();
            if ran && !first.contains_key(&job.team[..]) && !failed.contains(&form) {
                match self.room(job) {
                    Some(_) => drop(first.insert(&job.team[..], k)),
                    None => drop(failed.insert(form)),
                }
            }
        }
        first
    }

    /// Starts jobs until none fits; returns `false` if the time is over. The rule is asked once it has a choice, and at the
    /// first start, which shows whether it allocates such clusters.
    fn start(&mut self, now: i64) -> Read<bool> {
        let mut goal: Option<(Amounts, Amounts)> = None;
        loop {
            let fitting = self.fitting();
            let Some((_, &only)) = fitting.first_key_value() else { return Ok(true) };
            let asks = fitting.len() > 1 || !self.asked;
            let k = match &goal {
                None if asks => {
                    self.asked = true;
                    let Some(found) = self.goals(now)? else { return Ok(false) };
                    let mut has: Amounts =
                        found.keys().map(|team| (team.clone(), Rational::zero())).collect();
                    let running = self.here.iter().filter(|&&k| self.after.jobs[k].started.is_some());
                    running.for_each(|&k| self.hold(&mut has, k));
                    goal = Some((found, has));
                    continue;
                }
                None => only,
                Some((goal, has)) => {
                    // The part of the goal that a team takes; teams without a goal come last.
                    let part = |team: &str| match goal.get(team).filter(|goal| goal.is_positive()) {
                        Some(goal) => (false, &has[team] / goal),
                        None => (true, Rational::zero()),
                    };
                    let first = fitting.into_iter().map(|(team, k)| (part(team), k)).min();
                    first.map_or(only, |(_, k)| k)
                }
            };
            let Some(on) = self.room(&self.after.jobs[k]) else { return Ok(true) };
            let (old, new) = (&self.jobs.jobs[k], &mut self.after.jobs[k]);
            (new.started, new.on) = (Some(now), on);
            new.ended = old.started.zip(old.ended).map(|(start, end)| now + (end - start));
            self.ends.extend(new.ended.map(|end| (end, k)));
            self.take(k, 1);
            if let Some((_, has)) = &mut goal {
                self.hold(has, k);
            }
        }
    }

    /// Adds the dominant share of a job to what its team has.
    fn hold(&self, has: &mut Amounts, k: usize) {
        let job = &self.jobs.jobs[k];
        let parts = job.asks.iter().map(|(r, asks)| asks / &self.all[r]);
        let tasks = Rational::int(i64::try_from(job.tasks).unwrap_or(i64::MAX));
        let to = has.entry(job.team.clone()).or_insert_with(Rational::zero);
        *to = &*to + greatest(parts).unwrap_or_else(Rational::zero) * tasks;
    }

    /// The dominant share of the tasks that the rule allocates to each team; `None` if the time is over. A rule for one
    /// server takes the cluster as one server.
    fn goals(&self, now: i64) -> Read<Option<Amounts>> {
        let Some((read, _)) = self.after.pool(now)? else { return Ok(Some(Amounts::new())) };
        let (teams, pooled) = (read.teams(), read.pooled());
        let pool = Pool { running: None, team: None, ..read };
        let mut one = Pool { capacity: vec![pooled.clone()], ..pool.clone() };
        one.eligible = Eligible::everywhere(pool.users(), 1);
        one.labels.servers.clear();
        let mut refused = None;
        for pool in [&pool, &one] {
            match self.rule.allocate(pool, &self.patience) {
                Ok(outcome) => {
                    let value = |u: usize| dominant_share(pool, &pooled, u, &outcome.total(u));
                    let of = |shapes: Vec<usize>| sum(shapes.into_iter().map(value));
                    return Ok(Some(teams.into_iter().map(|team| (team.name, of(team.shapes))).collect()));
                }
                Err(Halt::Cut) => return Ok(None),
                Err(Halt::Failed(refusal)) => refused = refused.or(Some(refusal.to_string())),
            }
        }
        let reason = format!("the rule {}", refused.unwrap_or_default());
        Err(InputError::of(self.rule.id().to_string(), "", reason))
    }
}
