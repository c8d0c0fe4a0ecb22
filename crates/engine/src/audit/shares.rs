//! Entitlements: the part of the cluster that a user's weight stands for, in whole or divisible tasks of that user.

use fairwitness_kernel::property::cluster::si::slice_tasks;

use crate::model::cluster::{Pool, Setting};
use crate::scalar::{Rational, Scalar, max, sum};

/// The user's weight as a part of all weights; where weights differ by resource, that of its dominant resource.
pub fn part(pool: &Pool, pooled: &[Rational], user: usize) -> Rational {
    pool.slice(user, dominant(pool, pooled, user).unwrap_or(0))
}

/// The resource of which one task of the user takes the largest part of the cluster's `pooled` amounts; `None` of a user that
/// demands only what the cluster does not have.
pub fn dominant(pool: &Pool, pooled: &[Rational], user: usize) -> Option<usize> {
    let there =
        (0..pool.resources()).filter(|&r| pool.demand[user][r].is_positive() && pooled[r].is_positive());
    there.reduce(|a, b| {
        let (own, other) = (&pool.demand[user][a] / &pooled[a], &pool.demand[user][b] / &pooled[b]);
        if other > own { b } else { a }
    })
}

/// The part of the cluster's `pooled` amount of its dominant resource that `tasks` of the user take; zero where there is none.
pub fn dominant_share(pool: &Pool, pooled: &[Rational], user: usize, tasks: &Rational) -> Rational {
    match dominant(pool, pooled, user) {
        Some(r) => tasks * &pool.demand[user][r] / &pooled[r],
        None => Rational::zero(),
    }
}

/// The tasks that the user's share would run: its part of the tasks that the servers open to it could run for it alone, and never
/// fewer than its slices of the single servers would run (the property `si`). With whole tasks each server runs whole tasks, and
/// so does the part. Never more than the user has.
pub fn entitled(setting: Setting, pool: &Pool, user: usize) -> Rational {
    let slices = slice_tasks(setting, pool, user);
    if !setting.whole || pool.user_weights().is_none() {
        return slices;
    }
    let alone = sum((0..pool.servers()).map(|i| pool.gamma(user, i).floor()));
    max(slices, setting.capped(pool, user, (alone * pool.slice(user, 0)).floor()))
}
