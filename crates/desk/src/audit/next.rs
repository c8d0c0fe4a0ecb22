//! The tasks that a rule for whole tasks would start next, if it continued from the running tasks: always a
//! task of the user with the smallest share, on the server that the rule selects, until no waiting task fits.
//! No running task is moved or stopped.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use fairwitness_kernel::specification::tasks::placing::{best, has_more};
use fairwitness_kernel::specification::tasks::{BEST_FIT_DRFH, FIRST_FIT_DRFH, WholeTasks};

use super::state::State;
use crate::linear::Patience;
use crate::mechanism::Specification as _;
use crate::mechanism::decision::{Turn, serve};
use crate::scalar::{Rational, Scalar as _, sum};

/// The rules that can continue from any state: those that place task by task, by the free amounts of each
/// server.
const RULES: [&WholeTasks; 2] = [&BEST_FIT_DRFH, &FIRST_FIT_DRFH];

/// The largest product of tasks to start and servers for which tasks are placed one by one.
const MOST: i64 = 20_000_000;

/// The id of a rule, and the tasks of each user once the rule has continued as far as possible, or the reason
/// why it does not.
pub type Next = (&'static str, Result<Vec<Rational>, String>);

/// The result of each rule of [`RULES`].
pub fn next(state: &State<'_>, patience: &Patience) -> Vec<Next> {
    RULES.iter().map(|rule| (rule.id(), of_rule(rule, state, patience))).collect()
}

fn of_rule(rule: &WholeTasks, state: &State<'_>, patience: &Patience) -> Result<Vec<Rational>, String> {
    let pool = state.pool;
    if !state.setting.whole {
        return Err("continues with whole tasks only".to_string());
    }
    let refused = |refusal: crate::model::refusal::Refusal| refusal.to_string();
    let Some(scheduler) = rule.scheduler(pool).map_err(refused)? else { return Ok(state.totals.clone()) };
    let starts = sum((0..pool.users()).map(|u| state.could_start(u, &state.rooms(u))));
    let servers = i64::try_from(pool.servers()).unwrap_or(i64::MAX);
    if starts * Rational::int(servers) > Rational::int(MOST) {
        return Err("there are too many tasks to be placed one by one".to_string());
    }
    let mut left = state.left.clone();
    let mut totals = state.totals.clone();
    let rise: Vec<Option<Rational>> = (0..pool.users()).map(|u| scheduler.rise(u)).collect();
    let level = |u: usize, totals: &[Rational]| {
        rise[u].as_ref().filter(|_| has_more(pool, u, &totals[u])).map(|rise| rise * &totals[u])
    };
    let mut waiting: BinaryHeap<Reverse<(Rational, usize)>> =
        (0..pool.users()).filter_map(|u| Some(Reverse((level(u, &totals)?, u)))).collect();
    serve(&mut waiting, true, |u| {
        let place = if patience.over() { None } else { best(&*scheduler, pool, u, &left) };
        let Some(i) = place else { return Turn::Blocked };
        scheduler.take(u, i, &mut left[i]);
        totals[u] = &totals[u] + Rational::one();
        level(u, &totals).map_or(Turn::Done, Turn::Again)
    });
    if patience.over() { Err("it was not done in the time that it had".to_string()) } else { Ok(totals) }
}
