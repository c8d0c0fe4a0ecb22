//! The allocation that is there, judged: who runs less than its share and by how much, whom it envies, which idle resources could
//! serve it, and what would repair that.
//!
//! The outcome is what the instance says is running; no mechanism made it, so nothing here is said of a rule. What is compared
//! with what is defined in `shares`, how a repair is searched for in `repair`, and properties are those of the table that look at one
//! outcome alone.

pub mod change;
mod kept;
mod next;
mod repair;
mod several;
mod shares;
mod state;
mod team;
mod terms;
mod verdicts;

use std::time::Duration;

use fairwitness_kernel::property::cluster::ef::with_bundle_of;

pub use kept::smaller;
pub use next::Next;
pub use repair::{Repair, Way};
pub use team::Shape;
pub use verdicts::Said;

use crate::clock::Stopwatch;
use crate::linear::{Patience, Stop};
use crate::mechanism::as_it_stands::{DIVISIBLE, WHOLE, runs_whole};
use crate::model::cluster::{Cluster, Placement, Pool, Team};
use crate::model::refusal::Refusal;
use crate::property::Examine;
use crate::property::evidence::Run;
use crate::scalar::{Rational, Scalar, min};
use shares::{dominant, dominant_share, part};
use state::State;

/// What is asked of an audit.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// By which properties the state is judged.
    pub properties: &'a [&'static dyn Examine<Cluster>],
    /// Whether tasks are whole; without it, they are where only whole ones run.
    pub whole: Option<bool>,
    /// Whether repairs are searched for.
    pub repairs: bool,
    /// Whether rules for whole tasks are asked what they would start next.
    pub next: bool,
    /// How long it may take, as far as that can be chosen.
    pub time: Duration,
    /// Thrown from outside to stop.
    pub stop: &'a Stop,
}

/// What an audit found.
#[derive(Clone, Debug)]
pub struct Audit {
    /// Whether tasks were taken to be whole.
    pub whole: bool,
    /// What each property says.
    pub properties: Vec<(&'static str, Said)>,
    /// One a user.
    pub users: Vec<Standing>,
    /// What rules would come to that go on from what runs, where that is asked.
    pub next: Vec<Next>,
    /// What is left of each resource of each server; below zero where too much runs.
    pub left: Vec<Vec<Rational>>,
    /// Whose standings these are; a user that is in no team is one of its own.
    pub teams: Vec<Team>,
}

/// How one user stands. Amounts are tasks unless something else is said.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// What it runs.
    pub tasks: Rational,
    /// What it has, running or waiting; `None` of a user that always has more.
    pub has: Option<Rational>,
    /// What it takes of its dominant resource, as a part of all there is of it.
    pub share: Rational,
    /// Its dominant resource; `None` of a user that demands only what there is none of.
    pub dominant: Option<usize>,
    /// The part of the cluster that its weight stands for.
    pub part: Rational,
    /// What that part would run.
    pub entitled: Rational,
    /// What those tasks would take of the dominant resource, as a part of all there is of it.
    pub entitled_share: Rational,
    /// What it lacks of that.
    pub short: Rational,
    /// Whose bundles would run more, and how much: the most first.
    pub envies: Vec<(usize, Rational)>,
    /// Where its tasks fit on what is idle, with how many: the most first. Nothing of a user that has no task waiting.
    pub idle: Vec<(usize, Rational)>,
    /// How many it could start there, of those that wait.
    pub could_start: Rational,
    /// How many of the tasks that it is short of idle resources could serve.
    pub serves: Rational,
    /// The shapes of its tasks, where there are several.
    pub shapes: Vec<Shape>,
    /// The share that it is entitled to, before whole tasks are counted; of a user without a team what its entitled tasks take.
    pub right: Rational,
    /// What would repair a shortfall.
    pub repair: Repair,
}

/// Properties that are judged unless others are named, as far as there are any of these ids.
pub const USUAL: [&str; 8] = ["feasible", "si", "ef", "ef1", "po", "non-wasteful", "bf", "bbf"];

/// The properties of the table that look at one outcome alone.
pub fn of_one_outcome() -> Vec<&'static dyn Examine<Cluster>> {
    crate::property::CLUSTER.iter().copied().filter(|property| !property.looks_beyond()).collect()
}

/// Audits what runs.
///
/// # Errors
/// The instance does not say what runs, or has effective rates.
pub fn audit(pool: &Pool, asked: &Asked<'_>) -> Result<Audit, Refusal> {
    let began = Stopwatch::start();
    let until = |deadline| Patience::with(asked.stop).until(deadline);
    let running = pool.running.as_deref().unwrap_or_default();
    let whole = asked.whole.unwrap_or_else(|| runs_whole(running));
    if pool.running.is_some() && (pool.in_teams() || (whole && pool.in_classes())) {
        return team::audit(pool, asked);
    }
    let standing = if whole { &WHOLE } else { &DIVISIBLE };
    let specification: &dyn crate::mechanism::Specification<Cluster> = standing;
    specification.domain(pool)?;
    let setting = specification.setting();
    let mut state = State::of(pool, setting, running.to_vec());
    let outcome = Placement { tasks: running.to_vec() };
    let run = Run { mechanism: specification, instance: pool, outcome };
    let pooled = pool.pooled();
    let mut users: Vec<Standing> = (0..pool.users()).map(|u| of_user(&state, &run, &pooled, u)).collect();
    // Verdicts have half of the time, each its part; what they leave is for repairs.
    let count = u32::try_from(asked.properties.len().max(1)).unwrap_or(u32::MAX);
    let each = (asked.time / 2) / count;
    let judge = |property: &&'static dyn Examine<Cluster>| {
        (property.id(), verdicts::judge(standing, *property, &state, &until(Stopwatch::start().at(each))))
    };
    let properties = asked.properties.iter().map(judge).collect();
    if asked.repairs {
        let on = repair::present(&state);
        // The largest shortfall, as a part of what the user is entitled to, comes first.
        let mut short: Vec<usize> = (0..pool.users()).filter(|&u| users[u].short.is_positive()).collect();
        short.sort_by(|&a, &b| {
            (&users[b].short / &users[b].entitled).cmp(&(&users[a].short / &users[a].entitled))
        });
        let patience = until(began.at(asked.time));
        for u in short {
            users[u].repair = repair::repair(&mut state, &on, u, &patience);
        }
    }
    let later = until(Stopwatch::start().at(asked.time));
    let next = if asked.next { next::next(&state, &later) } else { Vec::new() };
    Ok(Audit { whole: setting.whole, properties, users, next, left: state.left, teams: pool.teams() })
}

fn of_user(state: &State<'_>, run: &Run<'_, Cluster>, pooled: &[Rational], u: usize) -> Standing {
    let pool = state.pool;
    let tasks = state.totals[u].clone();
    let others = (0..pool.users()).filter(|&m| m != u && state.totals[m].is_positive());
    let mut envies: Vec<(usize, Rational)> =
        others.map(|m| (m, with_bundle_of(run, u, m) - &tasks)).filter(|(_, by)| by.is_positive()).collect();
    envies.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let waits = state.waiting(u).is_none_or(|waiting| waiting.is_positive());
    let idle = if waits { state.rooms(u) } else { Vec::new() };
    let short = state.short(u);
    let entitled_share = dominant_share(pool, pooled, u, &state.entitled[u]);
    let could_start = state.could_start(u, &idle);
    Standing {
        has: pool.tasks[u].clone(),
        share: dominant_share(pool, pooled, u, &tasks),
        dominant: dominant(pool, pooled, u),
        part: part(pool, pooled, u),
        right: entitled_share.clone(),
        entitled_share,
        entitled: state.entitled[u].clone(),
        repair: if short.is_zero() { Repair::Needless } else { Repair::Unsearched },
        serves: min(could_start.clone(), short.clone()),
        could_start,
        shapes: Vec::new(),
        short,
        envies,
        idle,
        tasks,
    }
}
