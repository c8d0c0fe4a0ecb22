//! The audit of a present allocation: users that run less than their share and by how much, users that they
//! envy, idle resources that could serve them, and a plan after which no user is below its share.
//!
//! The outcome is the set of running tasks of the instance; no mechanism made it, so nothing here concerns a
//! rule. Entitlements are defined in the kernel, plans are searched for in `plan`, and the properties are those of the
//! table that look at one outcome alone.

mod greedy;
mod kept;
mod next;
pub mod plan;
mod state;
mod team;
mod verdicts;
mod words;

use std::time::Duration;

use fairwitness_kernel::audit::limits::Limits;
use fairwitness_kernel::audit::programme::Due;
use fairwitness_kernel::audit::shares::{dominant, dominant_share};
use fairwitness_kernel::property::cluster::ef::with_bundle_of;

pub use kept::smaller;
pub use next::Next;
pub use plan::{Plan, Plans};
pub use team::{Packings, Shape, rights_of};
pub use verdicts::Said;

use crate::clock::Stopwatch;
use crate::linear::{Patience, Stop};
use crate::mechanism::as_it_stands::{DIVISIBLE, WHOLE};
use crate::model::cluster::{Cluster, MOST_PAIRS, Pool, Running, Team};
use crate::model::refusal::Refusal;
use crate::property::Examine;
use crate::property::evidence::Run;
use crate::scalar::{Rational, Scalar, min};
use state::State;
pub(crate) use state::positive;

/// The options of an audit.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Priorities, gangs and budgets, which every plan keeps.
    pub limits: &'a Limits,
    /// The properties by which the state is judged.
    pub properties: &'a [&'static dyn Examine<Cluster>],
    /// `true` if tasks are whole; `None` to take them as whole if all numbers of running tasks are.
    pub whole: Option<bool>,
    /// `true` if a plan is searched for.
    pub repairs: bool,
    /// `true` if rules for whole tasks are asked for the tasks that they would start next.
    pub next: bool,
    /// `true` if envy is computed. Properties of teams need it.
    pub envy: bool,
    /// The time for verdicts and plans, as far as their length can be chosen.
    pub time: Duration,
    /// The switch that stops the audit from outside.
    pub stop: &'a Stop,
}

/// The findings of an audit.
#[derive(Clone, Debug)]
pub struct Audit {
    /// `true` if tasks were taken as whole.
    pub whole: bool,
    /// The verdict of each property, by id.
    pub properties: Vec<(&'static str, Said)>,
    /// The findings about each user.
    pub users: Vec<Standing>,
    /// The results of continuing rules from the running tasks, if asked for.
    pub next: Vec<Next>,
    /// The amount of each resource of each server that is left; negative where usage exceeds the capacity.
    pub left: Vec<Vec<Rational>>,
    /// The team of each entry of `users`; a user outside all teams is a team of its own.
    pub teams: Vec<Team>,
    /// The plans after which no team, or one team less, is below its share, if asked for.
    pub plans: Option<Plans>,
}

/// The findings about one user. Amounts are tasks unless stated otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Running tasks.
    pub tasks: Rational,
    /// Tasks that the user has, running or waiting; `None` without a limit.
    pub has: Option<Rational>,
    /// Dominant share of the running tasks: usage of the dominant resource as a part of its total capacity.
    pub share: Rational,
    /// The dominant resource; `None` if every resource that the user demands has capacity zero.
    pub dominant: Option<usize>,
    /// The part of the cluster that the user's weight entitles it to.
    pub part: Rational,
    /// Tasks that the entitlement would run.
    pub entitled: Rational,
    /// Dominant share of the entitled tasks.
    pub entitled_share: Rational,
    /// Shortfall: the tasks missing from the user's entitlement.
    pub short: Rational,
    /// The envied users, each with the tasks that their bundles would run for this user: the most first.
    pub envies: Vec<(usize, Rational)>,
    /// Servers with idle resources for tasks of the user, each with the number that fits: the most first.
    /// Empty if no task waits.
    pub idle: Vec<(usize, Rational)>,
    /// Waiting tasks that could start on idle resources.
    pub could_start: Rational,
    /// Tasks of the shortfall that idle resources could serve.
    pub serves: Rational,
    /// The shapes of the team's tasks; empty if there is only one.
    pub shapes: Vec<Shape>,
    /// The share that the user is entitled to: the part of its dominant resource, before rounding to whole tasks and
    /// whatever tasks it has.
    pub right: Rational,
    /// The amount of each resource that the missing tasks need.
    pub missing: Vec<Rational>,
}

/// A number of tasks in words: "3 tasks", "1 task", "1/2 of a task".
pub fn counted(tasks: &Rational) -> String {
    match tasks {
        one if *one == Rational::one() => format!("{one} task"),
        part if part.is_positive() && *part < Rational::one() => format!("{part} of a task"),
        many => format!("{many} tasks"),
    }
}

/// The ids of the properties that are judged by default, as far as they exist.
pub const USUAL: [&str; 8] = ["feasible", "si", "ef", "ef1", "po", "non-wasteful", "bf", "bbf"];

/// The properties of the table that look at one outcome alone.
pub fn of_one_outcome() -> Vec<&'static dyn Examine<Cluster>> {
    crate::property::CLUSTER.iter().copied().filter(|property| !property.facts().looks_beyond).collect()
}

/// Audits the running tasks of `pool`.
///
/// # Errors
/// The instance does not state which tasks run, or has effective rates.
pub fn audit(pool: &Pool, asked: &Asked<'_>) -> Result<Audit, Refusal> {
    audit_again(pool, asked, &Packings::default())
}

/// Audits the running tasks of `pool`, one of several states that follow one another and share the packings in `kept`.
///
/// # Errors
/// The instance does not state which tasks run, or has effective rates.
pub fn audit_again(pool: &Pool, asked: &Asked<'_>, kept: &Packings) -> Result<Audit, Refusal> {
    let began = Stopwatch::start();
    let until = |deadline| Patience::with(asked.stop).until(deadline);
    let (teams, servers) = (pool.teams().len(), pool.servers());
    if teams.saturating_mul(servers) > MOST_PAIRS {
        return Err(Refusal::OutOfDomain(format!(
            "looks at no more than {MOST_PAIRS} pairs of a team, or a user outside all teams, and a server, and there are {teams} and {servers}: \
             name larger teams in the field `team`, or write identical servers as one row with a `count`"
        )));
    }
    let whole = asked.whole.unwrap_or_else(|| pool.running.iter().all(Running::whole));
    if pool.running.is_some() && (pool.in_teams() || (whole && pool.in_classes())) {
        return team::audit(pool, asked, kept);
    }
    let standing = if whole { &WHOLE } else { &DIVISIBLE };
    let specification: &dyn crate::mechanism::Specification<Cluster> = standing;
    specification.domain(pool)?;
    let setting = specification.setting();
    let running = pool.running.clone().unwrap_or_default();
    let state = State::of(pool, setting, running, asked.limits);
    let bench = verdicts::Judge::of(standing, &state);
    let pooled = pool.pooled();
    let users: Vec<Standing> =
        (0..pool.users()).map(|u| of_user(&state, bench.run(), &pooled, u, asked.envy)).collect();
    // Verdicts have half of the time, in equal parts; the time that they leave is for plans.
    let count = u32::try_from(asked.properties.len().max(1)).unwrap_or(u32::MAX);
    let each = (asked.time / 2) / count;
    let judge = |property: &&'static dyn Examine<Cluster>| {
        (property.id(), bench.judge(*property, &until(Stopwatch::start().at(each))))
    };
    let properties = asked.properties.iter().map(judge).collect();
    let teams = pool.teams();
    let due = Due::Tasks(&state.entitled);
    let plans = asked.repairs.then(|| plan::plans(&state, &teams, due, &users, &until(began.at(asked.time))));
    let later = until(Stopwatch::start().at(asked.time));
    let next = if asked.next { next::next(&state, &later) } else { Vec::new() };
    Ok(Audit { whole: setting.whole, properties, users, next, left: state.left, teams, plans })
}

fn of_user(state: &State<'_>, run: &Run<'_, Cluster>, pooled: &[Rational], u: usize, envy: bool) -> Standing {
    let pool = state.pool;
    let tasks = state.totals[u].clone();
    let others = (0..pool.users()).filter(|&m| envy && m != u && state.totals[m].is_positive());
    let mut envies: Vec<(usize, Rational)> =
        others.map(|m| (m, with_bundle_of(run, u, m) - &tasks)).filter(|(_, by)| by.is_positive()).collect();
    envies.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let waits = state.waiting(u).is_none_or(|waiting| waiting.is_positive());
    let idle = if waits { state.rooms(u) } else { Vec::new() };
    let short = state.short(u);
    let entitled_share = dominant_share(pool, pooled, u, &state.entitled[u]);
    let could_start = state.could_start(u, &idle);
    let dominant = dominant(pool, pooled, u);
    Standing {
        has: pool.tasks[u].clone(),
        share: dominant_share(pool, pooled, u, &tasks),
        part: state.parts.part(pool, u, dominant.filter(|_| !state.parts.alike()).unwrap_or(0)),
        dominant,
        right: dominant_share(pool, pooled, u, &state.right[u]),
        missing: pool.demand[u].iter().map(|d| d * &short).collect(),
        entitled_share,
        entitled: state.entitled[u].clone(),
        serves: min(could_start.clone(), short.clone()),
        could_start,
        shapes: Vec::new(),
        short,
        envies,
        idle,
        tasks,
    }
}
