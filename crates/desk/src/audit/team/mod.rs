//! The audit of a cluster with teams that have several shapes of tasks, or with classes of identical servers. Tasks
//! are whole.
//!
//! A team is judged as one user. The kernel's module `audit::rights` defines the entitlement of a team, and `packing` the value of a
//! bundle to it. The tasks on a class count as spread evenly over its servers, so the idle amount of one server is
//! an equal part of the idle amount of the class. Entitlements do not depend on the spread. Envy is reported only if
//! it holds for every spread: the value of a bundle is at least the sum of the values of its single tasks, and at
//! most the value of the bundle on one server.

mod alone;
mod named;
mod next;
mod packing;
mod po;
mod verdicts;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::time::Duration;

use super::state::{State, positive};
use super::{Asked, Audit, Standing, plan};
use crate::clock::Stopwatch;
use crate::linear::Patience;
use crate::mechanism::Specification;
use crate::mechanism::as_it_stands::DIVISIBLE;
use crate::model::cluster::{Cluster, Pool, Running, Setting};
use crate::model::refusal::Refusal;
use crate::scalar::{Rational, Scalar, min, sum};
use fairwitness_kernel::audit::programme::Due;
use fairwitness_kernel::audit::rights::Rights;
pub use packing::Packings;
use verdicts::Envy;

/// One shape of tasks of a team.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Index of the user of the instance that stands for the shape.
    pub user: usize,
    /// Running tasks.
    pub tasks: Rational,
    /// Tasks, running or waiting; `None` without a limit.
    pub has: Option<Rational>,
    /// Missing tasks of the shape, as part of the team's shortfall.
    pub short: Rational,
}

fn refused(why: &str) -> Refusal {
    Refusal::OutOfDomain(why.to_string())
}

fn domain(pool: &Pool) -> Result<(), Refusal> {
    let specification: &dyn Specification<Cluster> = &DIVISIBLE;
    specification.domain(pool)?;
    let what = if pool.in_teams() {
        "teams with several shapes of tasks"
    } else {
        "whole tasks on classes of servers"
    };
    if pool.user_weights().is_none() {
        return Err(refused(&format!("of {what} takes one weight for each user, not one for each resource")));
    }
    if !pool.running.iter().all(Running::whole) {
        return Err(refused(&format!("of {what} counts whole tasks, and parts of tasks run")));
    }
    Ok(())
}

/// The entitlements of the teams of `pool`, computed side by side.
pub fn rights_of(pool: &Pool) -> Rights {
    Rights::of(pool, pool.teams(), |teams, one, parts| alone::alone(pool, teams, one, parts))
}

/// Audits the running tasks of `pool`, team by team.
///
/// # Errors
/// The state is outside the domain: queues, weights that differ by resource, or parts of tasks.
pub(super) fn audit(pool: &Pool, asked: &Asked<'_>, kept: &Packings) -> Result<Audit, Refusal> {
    if asked.whole == Some(false) {
        return Err(refused(
            "of teams with several shapes of tasks counts whole tasks: a bundle is worth what whole tasks of its team fit into it, which is \
             not defined for parts of tasks; with --shapes each shape is a user whose tasks may be split",
        ));
    }
    domain(pool)?;
    let began = Stopwatch::start();
    let until = |deadline| Patience::with(asked.stop).until(deadline);
    let running = pool.running.clone().unwrap_or_default();
    let mut state = State::of_teams(pool, Setting::WHOLE, running, asked.limits);
    let rights = Rights { steps: asked.limits.steps.clone(), ..rights_of(pool) };
    let time = if asked.envy { asked.time / 4 } else { Duration::ZERO };
    let envy = Envy::of(&state, &rights, &until(began.at(time)), kept);
    let count = u32::try_from(asked.properties.len().max(1)).unwrap_or(u32::MAX);
    let patience = || until(Stopwatch::start().at(asked.time / 4 / count));
    let properties = verdicts::judge(asked.properties, &state, &rights, &envy, patience);
    let users: Vec<Standing> =
        (0..rights.teams.len()).map(|t| of_team(&mut state, &rights, &envy, t)).collect();
    let due = Due::Rights(&rights);
    let plans =
        asked.repairs.then(|| plan::plans(&state, &rights.teams, due, &users, &until(began.at(asked.time))));
    let later = until(Stopwatch::start().at(asked.time));
    let next = if asked.next { next::next(&state, &rights, &later) } else { Vec::new() };
    Ok(Audit { whole: true, properties, users, next, left: state.left, teams: rights.teams, plans })
}

/// Waiting tasks of team `t` that could start on idle resources, the missing tasks in `short` first. Returns the
/// number of missing tasks that could start, the number of all tasks that could start, and the tasks by server
/// (missing tasks alone, if any of them fits).
fn startable(
    state: &mut State<'_>,
    rights: &Rights,
    t: usize,
    short: &[(usize, Rational)],
) -> (Rational, Rational, Vec<(usize, Rational)>) {
    let mut started: Vec<(bool, usize, usize, Rational)> = Vec::new();
    let others: Vec<(usize, Rational)> = rights.teams[t]
        .shapes
        .iter()
        .map(|&u| (u, state.waiting(u).unwrap_or_else(|| rights.most[u].clone())))
        .collect();
    for (k, (user, tasks)) in short.iter().chain(&others).enumerate() {
        let mut lacks = match state.waiting(*user) {
            Some(waiting) => min(waiting, tasks.clone()),
            None => tasks.clone(),
        };
        if !lacks.is_positive() {
            continue;
        }
        // The largest room first. It may suffice; otherwise few servers have to be put in order, since few tasks wait.
        let open = || state.open(*user).map(|(server, room)| (room, Reverse(server)));
        let mut rooms: BinaryHeap<(Rational, Reverse<usize>)> = match open().max() {
            Some(first) if first.0 >= lacks => BinaryHeap::from([first]),
            _ => open().collect(),
        };
        while let Some((_, Reverse(server))) = rooms.pop() {
            let some = min(state.room(*user, server), lacks.clone());
            if !some.is_positive() {
                break;
            }
            lacks = lacks - &some;
            state.put(*user, server, &some);
            started.push((k < short.len(), *user, server, some));
        }
        // Of a gang as many start as it needs, or none.
        let mut beyond = &state.totals[*user] - state.limits.step(*user, state.totals[*user].clone());
        while let Some((_, _, server, tasks)) =
            started.pop_if(|(_, of, ..)| of == user && beyond.is_positive())
        {
            let rest = positive(&tasks - &beyond);
            state.put(*user, server, &(&rest - &tasks));
            beyond = beyond - (tasks - &rest);
            started.extend(rest.is_positive().then_some((k < short.len(), *user, server, rest)));
        }
    }
    let all = sum(started.iter().map(|(.., tasks)| tasks.clone()));
    let serves = sum(started.iter().filter(|(missing, ..)| *missing).map(|(.., tasks)| tasks.clone()));
    let mut by_server: Vec<(usize, Rational)> = Vec::new();
    for (missing, user, server, tasks) in started {
        state.put(user, server, &-tasks.clone());
        if !missing && serves.is_positive() {
            continue;
        }
        match by_server.iter_mut().find(|(known, _)| *known == server) {
            Some((_, sum)) => *sum = &*sum + tasks,
            None => by_server.push((server, tasks)),
        }
    }
    (serves, all, by_server)
}

fn of_team(state: &mut State<'_>, rights: &Rights, envy: &Envy, t: usize) -> Standing {
    let pool = state.pool;
    let rows = &rights.teams[t].shapes;
    let short = rights.short(pool, t, &state.totals);
    let due = rights.bundle(pool, t, &state.totals);
    let total = |list: &[(usize, Rational)]| sum(list.iter().map(|(_, tasks)| tasks.clone()));
    let tasks = sum(rows.iter().map(|&u| state.totals[u].clone()));
    let (share, dominant) = rights.share(pool, t, &state.totals);
    let (serves, could_start, idle) = match &rows[..] {
        [u] => {
            let waits = state.waiting(*u).is_none_or(|waiting| waiting.is_positive());
            let rooms = if waits { state.rooms(*u) } else { Vec::new() };
            let could_start = state.could_start(*u, &rooms);
            (min(could_start.clone(), total(&short)), could_start, rooms)
        }
        _ => startable(state, rights, t, &short),
    };
    let missing: BTreeMap<usize, &Rational> = short.iter().map(|(u, tasks)| (*u, tasks)).collect();
    let of_shape = |&user: &usize| Shape {
        user,
        tasks: state.totals[user].clone(),
        has: pool.tasks[user].clone(),
        short: missing.get(&user).map_or_else(Rational::zero, |tasks| (*tasks).clone()),
    };
    Standing {
        has: rows.iter().map(|&u| pool.tasks[u].clone()).collect::<Option<Vec<_>>>().map(sum),
        part: rights.part[t].clone(),
        entitled: sum(rows.iter().map(|&u| due[u].clone())),
        entitled_share: rights.share(pool, t, &due).0,
        short: total(&short),
        envies: envy.told(rights, t),
        could_start,
        serves,
        idle,
        shapes: if rows.len() > 1 { rows.iter().map(of_shape).collect() } else { Vec::new() },
        right: rights.right[t].clone(),
        missing: rights.need(pool, &short),
        share,
        dominant,
        tasks,
    }
}
