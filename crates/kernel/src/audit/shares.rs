//! Entitlements: the part of the cluster that a user's weight entitles it to, in whole or divisible tasks of
//! that user.

use crate::model::cluster::{Pool, Setting};
use crate::property::cluster::amounts::InPool;
use crate::property::cluster::si::{Entitled, due};
use crate::scalar::{Rational, Scalar, least, max, sum};

/// The dominant resource of `user`: one task takes the largest part of its total `pooled`. `None` if every
/// resource that the user demands has total zero.
pub fn dominant(pool: &Pool, pooled: &[Rational], user: usize) -> Option<usize> {
    let there =
        (0..pool.resources()).filter(|&r| pool.demand[user][r].is_positive() && pooled[r].is_positive());
    there.reduce(|a, b| {
        let (own, other) = (&pool.demand[user][a] / &pooled[a], &pool.demand[user][b] / &pooled[b]);
        if other > own { b } else { a }
    })
}

/// The dominant share of `tasks` tasks of `user`, as a part of the total `pooled`; zero without a dominant
/// resource.
pub fn dominant_share(pool: &Pool, pooled: &[Rational], user: usize, tasks: &Rational) -> Rational {
    match dominant(pool, pooled, user) {
        Some(r) => tasks * &pool.demand[user][r] / &pooled[r],
        None => Rational::zero(),
    }
}

/// The right of `user` in tasks, whatever tasks it has: its part of the tasks that its eligible servers could run for it
/// alone, but at least the tasks that its parts of the single servers would run (the property `si`). With whole tasks
/// each server runs whole tasks; the part of all of them is not rounded. Parts of resources that are unlike count as far
/// as the user's tasks use each resource. `endless` is the pool with endless tasks.
pub fn right(setting: Setting, endless: &Pool, user: usize, parts: &Entitled<Rational>) -> Rational {
    let slices = due(&InPool { setting, instance: endless, gets: &[], outcome: None }, parts, user);
    if !setting.whole || (!parts.alike() && endless.user_weights().is_none()) {
        return slices;
    }
    let alone = sum((0..endless.servers()).map(|i| endless.gamma(user, i).floor()));
    let part = match (parts.alike(), endless.pooled()) {
        (true, _) => parts.part(endless, user, 0),
        (false, pooled) => {
            let share =
                |r: usize| dominant_share(endless, &pooled, user, &(&pooled[r] / &endless.demand[user][r]));
            let used = (0..endless.resources())
                .filter(|&r| endless.demand[user][r].is_positive() && pooled[r].is_positive());
            least(used.map(|r| parts.part(endless, user, r) * share(r))).unwrap_or_else(Rational::zero)
        }
    };
    max(slices, alone * part)
}
