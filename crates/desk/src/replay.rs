//! What would have been: a log of jobs under a rule, and the integrals of shortfall and envy over its time.
//!
//! At each submission and each end the rule allocates the cluster to all jobs that run or wait. Running jobs are not
//! stopped. Of the teams with a waiting job that fits on free machines, the team that takes the smallest part of what the
//! rule allocates to it starts its oldest such job, on the first machines with room, all tasks together; this is repeated
//! until no waiting job fits. A job runs as long as in the log. A job that never ran in the log has no known length, so
//! it waits until its end there.
//!
//! The shortfall at a moment is that of an audit of the moment. Under another weight or floor the rule sees the change,
//! and the shortfall still counts against the entitlements of the log.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use fairwitness_kernel::audit::limits::Limits;
use fairwitness_kernel::audit::shares::dominant_share;
use serde::Serialize;

use crate::audit::{Asked, audit};
use crate::document::{InputError, Read};
use crate::import::{Job, Jobs, moment};
use crate::linear::{Halt, Patience, Stop};
use crate::mechanism::Mechanism;
use crate::model::cluster::{Cluster, Pool};
use crate::scalar::{Rational, Scalar, greatest, least, max, sum};

/// The name of the integral that changes are to lower.
const LACKS: &str = "missing share";

type Amounts = BTreeMap<String, Rational>;

/// Amounts times hours of one team: `missing tasks`, `missing share` (the dominant share of the missing amounts), `envy` (the
/// dominant share of what the most envied team's bundle would run beyond one's own), and `used gpu` for each resource.
pub type Integrals = BTreeMap<String, Rational>;

/// Adds a constant `part` over `hours` to the integrals of a team.
fn add(to: &mut BTreeMap<String, Integrals>, team: &str, part: &Integrals, hours: &Rational) {
    let to = to.entry(team.to_string()).or_default();
    for (name, amount) in part {
        let sum = to.entry(name.clone()).or_insert_with(Rational::zero);
        *sum = &*sum + amount * hours;
    }
}

/// The integrals of a log, as it was or under a rule.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lost {
    /// Id of the rule; null for the log as it was.
    pub rule: Option<String>,
    /// Missing dominant share of all teams, times hours.
    pub lacks: Rational,
    /// Moment up to which the integrals are known, if the time was over before the end.
    pub until: Option<String>,
    /// Integrals of each team over the time of the log.
    pub teams: BTreeMap<String, Integrals>,
    /// Integrals of each team over each hour, by the beginning of the hour.
    pub hours: BTreeMap<String, BTreeMap<String, Integrals>>,
    /// The largest amounts of a team that was short: what it took and what it lacked.
    #[serde(skip)]
    pub due: BTreeMap<String, BTreeMap<String, Rational>>,
}

/// The findings about each team at a moment: its name, what it has and lacks, and the amounts that it is due if it is short.
type Found = Vec<(String, Integrals, Amounts)>;

/// The findings about states that were audited, each with `true` if envy was computed, by the jobs of the state: the number of
/// machines that may run the job, which a change of labels changes, and those on which it runs.
pub type Known = BTreeMap<Vec<(usize, usize, Option<Vec<(usize, usize)>>)>, (bool, Found)>;

/// The largest number of states that are kept.
const MOST_KNOWN: usize = 20_000;

/// Audits a moment of the log.
fn found_at(jobs: &Jobs, now: i64, envy: bool, stop: &Stop) -> Read<Found> {
    let Some((pool, file)) = jobs.pool(now)? else { return Ok(Vec::new()) };
    let (limits, time) = (Limits::default(), Duration::from_secs(3_600));
    let (repairs, next) = (false, false);
    let asked = Asked { limits: &limits, properties: &[], whole: None, repairs, next, envy, time, stop };
    let audited =
        audit(&pool, &asked).map_err(|refusal| InputError::of(file, "", format!("an audit {refusal}")))?;
    let pooled = pool.pooled();
    let runs = |u: usize| sum(pool.running.iter().flat_map(|rows| rows[u].iter().cloned()));
    let mut found = Vec::new();
    for (team, standing) in audited.teams.iter().zip(&audited.users) {
        let used = |r: usize| sum(team.shapes.iter().map(|&u| runs(u) * &pool.demand[u][r]));
        let (mut lacks, mut due) = (Rational::zero(), Amounts::new());
        for (r, missing) in standing.missing.iter().enumerate() {
            if missing.is_positive() && !pooled[r].is_zero() {
                lacks = max(lacks, missing / &pooled[r]);
                due.insert(pool.resource_name(r), used(r) + missing);
            }
        }
        let mut envy = standing.envies.first().map_or_else(Rational::zero, |(_, by)| by.clone());
        // The envy of a team with several shapes is a dominant share already.
        if let [u] = team.shapes[..] {
            envy = dominant_share(&pool, &pooled, u, &envy);
        }
        let parts = [("missing tasks", standing.short.clone()), (LACKS, lacks), ("envy", envy)];
        let used = (0..pooled.len()).map(|r| (format!("used {}", pool.resource_name(r)), used(r)));
        let parts = parts.map(|(name, part)| (name.to_string(), part)).into_iter().chain(used);
        found.push((team.name.clone(), parts.collect(), due));
    }
    Ok(found)
}

impl Lost {
    /// The findings about a moment, audited unless its state is known; `due` keeps the largest amounts.
    fn moment(
        &mut self,
        jobs: &Jobs,
        now: i64,
        (envy, known): (bool, &mut Known),
        stop: &Stop,
    ) -> Read<Found> {
        let job = |(k, job): (usize, &Job)| {
            let on = job.started.filter(|start| *start <= now).map(|_| job.on.clone());
            (k, job.eligible.iter().filter(|open| **open).count(), on)
        };
        let here = jobs.jobs.iter().enumerate().filter(|(_, job)| job.is_here(now));
        let state: Vec<_> = here.map(job).collect();
        let seen = known.get(&state).filter(|(with, _)| *with || !envy).map(|(_, found)| found.clone());
        let found = seen.map_or_else(|| found_at(jobs, now, envy, stop), Ok)?;
        for (team, _, due) in &found {
            for (resource, amount) in due {
                let to = self.due.entry(team.clone()).or_default().entry(resource.clone());
                let most = to.or_insert_with(Rational::zero);
                *most = max(most.clone(), amount.clone());
            }
        }
        if known.len() < MOST_KNOWN && !stop.is_thrown() {
            let with = known.get(&state).is_some_and(|(with, _)| *with);
            known.insert(state, (envy || with, found.clone()));
        }
        Ok(found)
    }
}

/// The integrals over the time of the log from `from` to `to`, or until `stop` is thrown; that of envy is unknown unless
/// `envy` is set. `seen` is called after each interval without an event, with its end.
///
/// # Errors
/// A state that is no instance, or that no audit accepts.
pub fn integrals(
    jobs: &Jobs,
    (from, to): (i64, i64),
    (envy, known): (bool, &mut Known),
    stop: &Stop,
    seen: &dyn Fn(i64),
) -> Read<Lost> {
    let (teams, hours, due) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let mut lost = Lost { rule: None, lacks: Rational::zero(), until: None, teams, hours, due };
    let of = |job: &Job| [Some(job.submitted), job.started, job.ended];
    let events: BTreeSet<i64> = jobs.jobs.iter().flat_map(of).flatten().collect();
    let hours = from.div_euclid(3_600) + 1..=to.div_euclid(3_600);
    let mut times: BTreeSet<i64> = hours.map(|hour| hour * 3_600).chain([from, to]).collect();
    times.extend(events.range(from..=to));
    let times: Vec<i64> = times.into_iter().collect();
    let mut here = Vec::new();
    for pair in times.windows(2) {
        if events.contains(&pair[0]) {
            here = lost.moment(jobs, pair[0], (envy, known), stop)?;
        }
        if stop.is_thrown() {
            lost.until = Some(moment(pair[0]));
            break;
        }
        let hour = moment(pair[0].div_euclid(3_600) * 3_600);
        for (team, part, _) in &here {
            let length = Rational::new(pair[1] - pair[0], 3_600);
            add(lost.hours.entry(hour.clone()).or_default(), team, part, &length);
            add(&mut lost.teams, team, part, &length);
        }
        seen(pair[1]);
    }
    lost.lacks = sum(lost.teams.values().map(|part| part[LACKS].clone()));
    Ok(lost)
}

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
    let mut run = Run { jobs, rule, patience, after, all: jobs.all(), left, here, ends };
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

    /// Starts jobs until none fits; returns `false` if the time is over.
    fn start(&mut self, now: i64) -> Read<bool> {
        if self.fitting().is_empty() {
            return Ok(true);
        }
        let Some(goal) = self.goals(now)? else { return Ok(false) };
        let mut has: Amounts = goal.keys().map(|team| (team.clone(), Rational::zero())).collect();
        let running = self.here.iter().filter(|&&k| self.after.jobs[k].started.is_some());
        running.for_each(|&k| self.hold(&mut has, k));
        loop {
            // The part of the goal that a team takes; teams without a goal come last.
            let part = |team: &str| match goal.get(team).filter(|goal| goal.is_positive()) {
                Some(goal) => (false, &has[team] / goal),
                None => (true, Rational::zero()),
            };
            let first = self.fitting().into_iter().map(|(team, k)| (part(team), k)).min();
            let Some((_, k)) = first else { return Ok(true) };
            let Some(on) = self.room(&self.after.jobs[k]) else { return Ok(true) };
            let (old, new) = (&self.jobs.jobs[k], &mut self.after.jobs[k]);
            (new.started, new.on) = (Some(now), on);
            new.ended = old.started.zip(old.ended).map(|(start, end)| now + (end - start));
            self.ends.extend(new.ended.map(|end| (end, k)));
            self.take(k, 1);
            self.hold(&mut has, k);
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
        one.eligible = vec![vec![true]; pool.users()];
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
