//! Bottlenecks on the only server of an instance, in machine words: each step is checked, and a number that does not fit
//! leaves the question to [`PerServer::meets`](super::PerServer::meets).

use crate::model::cluster::{Placement, Pool};
use crate::scalar::{Rational, Scalar, compare};

/// The largest number of users for which machine words are tried.
const MOST: usize = 8;

/// A fraction of two words, not necessarily in lowest terms; the denominator is positive.
type Fraction = (i64, i64);

/// The product of two fractions; `None` if it does not fit.
fn times(x: Fraction, y: Fraction) -> Option<Fraction> {
    Some((x.0.checked_mul(y.0)?, x.1.checked_mul(y.1)?))
}

/// Returns `true` if `x` is above `y`. The crosswise products of words fit two words.
fn is_above(x: Fraction, y: Fraction) -> bool {
    i128::from(x.0) * i128::from(y.1) > i128::from(y.0) * i128::from(x.1)
}

/// The weighted dominant share of `user`, which runs `tasks` on the only server; `None` if it does not fit.
fn dominant_share(pool: &Pool, user: usize, tasks: &Rational) -> Option<Fraction> {
    let tasks = tasks.small()?;
    let mut largest = (0, 1);
    for (r, (demand, capacity)) in pool.demand[user].iter().zip(&pool.capacity[0]).enumerate() {
        if demand.is_positive() {
            let (n, d) = times(capacity.small()?, pool.weight(user, r).small()?)?;
            let share = times(times(tasks, demand.small()?)?, (d, n))?;
            if is_above(share, largest) {
                largest = share;
            }
        }
    }
    Some(largest)
}

/// Returns `true` if machine words show that, under weighted dominant shares, each user of the only server has all its tasks or
/// a bottleneck: a resource that it demands, that is used up, and that no user with a larger share uses. `placement` is
/// feasible. If the answer is `false`, nothing is known.
pub fn met_in_words(pool: &Pool, placement: &Placement) -> bool {
    shown(pool, placement).is_some()
}

fn shown(pool: &Pool, placement: &Placement) -> Option<()> {
    let (users, rows) = (pool.users(), &placement.tasks);
    if pool.servers() != 1 || pool.rate.is_some() || users > MOST {
        return None;
    }
    let mut share = [(0, 1); MOST];
    // One bit for each user that lacks tasks and has no bottleneck yet. A user that can run nothing runs nothing.
    let mut open = 0u32;
    for u in (0..users).filter(|&u| pool.runs_on(u, 0)) {
        share[u] = dominant_share(pool, u, &rows[u][0])?;
        let all = pool.tasks[u].as_ref().is_some_and(|has| *has == rows[u][0]);
        open |= u32::from(!all) << u;
    }
    for (r, capacity) in pool.capacity[0].iter().enumerate() {
        let usage = || rows.iter().zip(&pool.demand).map(|(row, demand)| (&row[0], &demand[r]));
        if open == 0 || compare(usage, capacity).is_ne() {
            continue;
        }
        let demands = |u: &usize| pool.demand[*u][r].is_positive();
        let largest =
            (0..users).filter(demands).map(|u| share[u]).reduce(|x, y| if is_above(y, x) { y } else { x });
        for u in (0..users).filter(demands) {
            if largest.is_some_and(|largest| !is_above(largest, share[u])) {
                open &= !(1 << u);
            }
        }
    }
    (open == 0).then_some(())
}
