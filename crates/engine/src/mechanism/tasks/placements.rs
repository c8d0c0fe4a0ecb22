//! Whole tasks placed one by one on many servers, by the decisions of a scheduler (wang2013 V-B and VI).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use fairwitness_kernel::observer::Observer;
use fairwitness_kernel::specification::tasks::choice::Choice;
use fairwitness_kernel::specification::tasks::placing::{Scheduler, has_more};

use super::decision::{Turn, serve};
use crate::linear::Patience;
use crate::mechanism::Sought;
use crate::model::Refusal;
use crate::model::cluster::Pool;
use crate::scalar::{Rational, Scalar, sum};

/// The largest number of tasks that may fit; beyond it tasks are not placed one by one.
const MOST_TASKS: i64 = 100_000;

/// A turn of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served {
    /// The user with the smallest share.
    pub user: usize,
    /// The server on which its task is placed; `None` if the task fits nowhere.
    pub server: Option<usize>,
}

/// The placements in order: always a task of the user with the smallest share (among equals, the lowest
/// index); a user whose task fits nowhere is skipped. `observer` receives each turn.
pub(super) fn placements(
    rule: &dyn Scheduler,
    pool: &Pool,
    patience: &Patience,
    observer: &mut impl Observer<Served>,
) -> Sought<Vec<(usize, usize)>> {
    // No user places more tasks than it could with every server to itself.
    let alone = |u: usize| pool.capped(u, sum((0..pool.servers()).map(|i| pool.gamma(u, i).floor())));
    if sum((0..pool.users()).map(alone)) > Rational::int(MOST_TASKS) {
        return Err(Refusal::Undecided(format!("there may be room for more than {MOST_TASKS} tasks")).into());
    }
    let mut choice = Choice::new(rule, pool);
    let mut placed = vec![Rational::zero(); pool.users()];
    let mut order = Vec::new();
    let rise: Vec<Option<Rational>> = (0..pool.users()).map(|u| rule.rise(u)).collect();
    let may = |u: &usize| rise[*u].is_some() && has_more(pool, *u, &Rational::zero());
    let mut heap: BinaryHeap<Reverse<(Rational, usize)>> =
        (0..pool.users()).filter(may).map(|u| Reverse((Rational::zero(), u))).collect();
    let mut cut = Ok(());
    serve(&mut heap, true, |u| {
        // After a cut no further user is served.
        cut = cut.and_then(|()| patience.check());
        if cut.is_err() {
            return Turn::Done;
        }
        let server = choice.best(u);
        observer.see(|| Served { user: u, server });
        let Some(i) = server else { return Turn::Blocked };
        choice.take(u, i);
        placed[u] = &placed[u] + Rational::one();
        order.push((u, i));
        match rise[u].as_ref().filter(|_| has_more(pool, u, &placed[u])) {
            Some(rise) => Turn::Again(&placed[u] * rise),
            None => Turn::Done,
        }
    });
    cut?;
    Ok(order)
}
