//! Screens of properties in machine words, by exact arithmetic that gives up if a number does not fit.
//!
//! A screen can only show that there is no violation. An instance that it does not clear is judged exactly.

use crate::model::cluster::{Division, Pool, Setting};
use crate::scalar::{Quick, Scalar};

/// Returns `true` if the single server is used feasibly: within capacities, and with no tasks beyond a user's
/// number or where it cannot run.
pub(super) fn fits_one_server(setting: Setting, pool: &Pool<Quick>, gets: &[Quick]) -> bool {
    let users = pool.users();
    let one = pool.servers() == 1 && setting == Setting::divisible(Division::Resource) && pool.rate.is_none();
    let sound = |u: usize| {
        !gets[u].is_negative()
            && (gets[u].is_zero() || pool.runs_on(u, 0))
            && pool.tasks[u].is_none_or(|has| gets[u] <= has)
    };
    one && (0..users).all(sound) && (0..pool.resources()).all(|r| used(pool, gets, r) <= pool.capacity[0][r])
}

fn used(pool: &Pool<Quick>, gets: &[Quick], r: usize) -> Quick {
    (0..pool.users()).fold(Quick::int(0), |sum, u| sum + gets[u] * pool.demand[u][r])
}

/// Returns `true` if on the single server no user can have more without a loss to another: each user has all
/// its tasks, or needs a resource that is used up.
pub(super) fn is_used_up(setting: Setting, pool: &Pool<Quick>, gets: &[Quick]) -> bool {
    fits_one_server(setting, pool, gets)
        && (0..pool.users()).filter(|&u| pool.runs_on(u, 0)).all(|u| {
            let demanded = |r: &usize| pool.demand[u][*r].is_positive();
            pool.tasks[u].is_some_and(|has| gets[u] == has)
                || (0..pool.resources()).filter(demanded).any(|r| used(pool, gets, r) == pool.capacity[0][r])
        })
}
