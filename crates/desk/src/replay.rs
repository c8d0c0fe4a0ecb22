//! What would have been: a log of jobs under a rule, and the integrals of shortfall and envy over its time.
//!
//! The shortfall at a moment is that of an audit of the moment. Under another weight or floor the rule sees the change,
//! and the shortfall still counts against the entitlements of the log.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use fairwitness_kernel::audit::limits::Limits;
use fairwitness_kernel::audit::shares::dominant_share;
use serde::Serialize;

use crate::audit::{Asked, Packings, audit_again};
use crate::document::{InputError, Read};
use crate::import::{Job, Jobs, moment};
use crate::linear::Stop;
use crate::scalar::{Rational, Scalar, max, sum};

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

/// Jobs by their numbers, each with the number of machines open to it, and the tasks on each machine if it runs.
type Placed = Vec<(usize, usize, Option<Vec<(usize, usize)>>)>;

/// The findings about states that were audited.
#[derive(Debug, Default)]
pub struct Known {
    /// Those with envy, by the jobs of the state: the number of machines that may run the job, which a change of labels
    /// changes, and those on which it runs.
    placed: BTreeMap<Placed, Found>,
    /// The missing dominant share of all teams, by the kinds of jobs of the state: the numbers of tasks that run and wait.
    counted: BTreeMap<Vec<(usize, usize, usize)>, Rational>,
    /// The kinds of jobs by team, amounts of one task and machines.
    kinds: BTreeMap<(String, Amounts, Vec<bool>), usize>,
    packings: Packings,
}

/// The largest number of states that are kept with envy, and without.
const MOST_KNOWN: (usize, usize) = (5_000, 100_000);

/// Audits a moment of the log.
fn found_at(jobs: &Jobs, now: i64, envy: bool, kept: &Packings, stop: &Stop) -> Read<Found> {
    let Some((pool, file)) = jobs.pool(now)? else { return Ok(Vec::new()) };
    let (limits, time) = (Limits::default(), Duration::from_secs(3_600));
    let (repairs, next) = (false, false);
    let asked = Asked { limits: &limits, properties: &[], whole: None, repairs, next, envy, time, stop };
    let audited = audit_again(&pool, &asked, kept)
        .map_err(|refusal| InputError::of(file, "", format!("an audit {refusal}")))?;
    let pooled = pool.pooled();
    let mut found = Vec::new();
    for (team, standing) in audited.teams.iter().zip(&audited.users) {
        let used = |r: usize| sum(team.shapes.iter().map(|&u| pool.runs(u) * &pool.demand[u][r]));
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
    /// The findings about a moment with envy, audited unless its state is known; `due` keeps the largest amounts.
    fn moment(&mut self, jobs: &Jobs, now: i64, known: &mut Known, stop: &Stop) -> Read<Found> {
        let job = |(k, job): (usize, &Job)| {
            let on = job.started.filter(|start| *start <= now).map(|_| job.on.clone());
            (k, job.eligible.iter().filter(|open| **open).count(), on)
        };
        let here = jobs.jobs.iter().enumerate().filter(|(_, job)| job.is_here(now));
        let state: Vec<_> = here.map(job).collect();
        let seen = known.placed.get(&state).cloned();
        let found = seen.map_or_else(|| found_at(jobs, now, true, &known.packings, stop), Ok)?;
        for (team, _, due) in &found {
            for (resource, amount) in due {
                let to = self.due.entry(team.clone()).or_default().entry(resource.clone());
                let most = to.or_insert_with(Rational::zero);
                *most = max(most.clone(), amount.clone());
            }
        }
        if known.placed.len() < MOST_KNOWN.0 && !stop.is_thrown() {
            known.placed.insert(state, found.clone());
        }
        Ok(found)
    }
}

/// The moments from `from` to `to` at which something begins or ends, and all those at which an hour does if `hours` is set;
/// with the moments of submissions, starts and ends.
fn moments(jobs: &Jobs, (from, to): (i64, i64), hours: bool) -> (Vec<i64>, BTreeSet<i64>) {
    let of = |job: &Job| [Some(job.submitted), job.started, job.ended];
    let events: BTreeSet<i64> = jobs.jobs.iter().flat_map(of).flatten().collect();
    let full = from.div_euclid(3_600) + 1..=to.div_euclid(3_600);
    let mut times: BTreeSet<i64> =
        full.filter(|_| hours).map(|hour| hour * 3_600).chain([from, to]).collect();
    times.extend(events.range(from..=to));
    (times.into_iter().collect(), events)
}

/// The missing dominant share of all teams times hours, over the time of the log from `from` to `to`; less if `stop` is
/// thrown. Jobs run where their machines are open to them.
///
/// # Errors
/// A state that is no instance, or that no audit accepts.
pub fn lacks(jobs: &Jobs, span: (i64, i64), known: &mut Known, stop: &Stop) -> Read<Rational> {
    let (times, events) = moments(jobs, span, false);
    let mut kind = |job: &Job| {
        let next = known.kinds.len();
        let of = (job.team.clone(), job.asks.clone(), job.eligible.clone());
        *known.kinds.entry(of).or_insert(next)
    };
    let kinds: Vec<usize> = jobs.jobs.iter().map(&mut kind).collect();
    let (mut all, mut here) = (Rational::zero(), Rational::zero());
    for pair in times.windows(2).take_while(|_| !stop.is_thrown()) {
        if events.contains(&pair[0]) {
            let mut state: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
            for (job, kind) in jobs.jobs.iter().zip(&kinds).filter(|(job, _)| job.is_here(pair[0])) {
                let (run, wait) = state.entry(*kind).or_default();
                *if job.started.is_some_and(|start| start <= pair[0]) { run } else { wait } += job.tasks;
            }
            let state: Vec<_> = state.into_iter().map(|(kind, (run, wait))| (kind, run, wait)).collect();
            here = match known.counted.get(&state) {
                Some(lacks) => lacks.clone(),
                None => {
                    let found = found_at(jobs, pair[0], false, &known.packings, stop)?;
                    let lacks = sum(found.iter().map(|(_, part, _)| part[LACKS].clone()));
                    if known.counted.len() < MOST_KNOWN.1 && !stop.is_thrown() {
                        known.counted.insert(state, lacks.clone());
                    }
                    lacks
                }
            };
        }
        all = all + &here * Rational::new(pair[1] - pair[0], 3_600);
    }
    Ok(all)
}

/// The integrals over the time of the log from `from` to `to`, or until `stop` is thrown. `seen` is called after each interval without an event, with its end.
///
/// # Errors
/// A state that is no instance, or that no audit accepts.
pub fn integrals(
    jobs: &Jobs,
    span: (i64, i64),
    known: &mut Known,
    stop: &Stop,
    seen: &dyn Fn(i64),
) -> Read<Lost> {
    let (teams, hours, due) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let mut lost = Lost { rule: None, lacks: Rational::zero(), until: None, teams, hours, due };
    let (times, events) = moments(jobs, span, true);
    let mut here = Vec::new();
    for pair in times.windows(2) {
        if events.contains(&pair[0]) {
            here = lost.moment(jobs, pair[0], known, stop)?;
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
