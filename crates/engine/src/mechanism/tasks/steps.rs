//! The steps of mechanisms for whole tasks, as tables for a reader.

use fairwitness_kernel::specification::tasks::{OnePool, cycles, pdrf};

use super::Cycle;
use crate::mechanism::Filling;
use crate::model::Table;
use crate::model::cluster::Pool;
use crate::scalar::{Rational, Scalar, greatest};
use crate::shown::join;

/// The largest number of picks that are shown.
const SHOWN: usize = 40;
/// The largest number of tasks for which picks are listed.
const MOST_LISTED: i64 = 1_000_000;

/// The order of picks: the user, its share, and the amounts left.
pub(super) fn picks(one: &OnePool<'_>, filling: &Filling<'_>) -> Vec<Table> {
    let many = pdrf::level(one).is_some_and(|level| {
        let tasks = one.running().iter().fold(Rational::zero(), |sum, &u| sum + &level / one.unit(u));
        tasks > Rational::int(MOST_LISTED)
    });
    if many {
        return Vec::new();
    }
    let order = filling.picks();
    let mut left = one.pool.capacity[0].clone();
    let mut given = vec![Rational::zero(); one.share.len()];
    let mut rows = Vec::new();
    for (k, &u) in order.iter().enumerate().take(SHOWN) {
        let before = &given[u] * one.unit(u);
        one.take(u, &mut left);
        given[u] = &given[u] + Rational::one();
        let (turn, user, after) = ((k + 1).to_string(), one.pool.user_name(u), &given[u] * one.unit(u));
        rows.push(vec![turn, user, before.to_string(), after.to_string(), join(&left)]);
    }
    let title = match order.len() {
        0 => return Vec::new(),
        n if n > SHOWN => format!("order of picks (the first {SHOWN} of {n})"),
        _ => "order of picks".to_string(),
    };
    vec![Table::of(title, &["pick", "user", "share before", "share after", "left"], rows)]
}

/// The level of precomputed DRF, and the whole tasks of each user within it.
pub(super) fn level(one: &OnePool<'_>) -> Vec<Table> {
    let users = one.running();
    let Some(level) = pdrf::level(one) else { return Vec::new() };
    let highest = greatest(users.iter().map(|&u| one.unit(u).clone())).unwrap_or_else(Rational::one);
    let shares: Vec<Rational> = users.iter().map(|&u| one.unit(u).clone()).collect();
    let cycle = Cycle::of(&shares);
    let title = format!("divisible filling ends at share {level}, after {} cycles", &level / &highest);
    let times = |k: usize| cycle.as_ref().map_or_else(String::new, |c| c.occurrences[k].to_string());
    let table = Table::new(title, users.len())
        .column("user", |k| one.pool.user_name(users[k]))
        .column("share of a task", |k| &shares[k])
        .column("times in a subcycle", |k| &highest / &shares[k])
        .column("times in the full cycle", times)
        .column("tasks, not rounded", |k| &level / &shares[k]);
    vec![table]
}

/// The cycles of higher orders, in order.
pub(super) fn higher_cycles(one: &OnePool<'_>) -> Vec<Table> {
    let row = |(k, (_, users, gets)): (usize, (Rational, Vec<usize>, Vec<Rational>))| {
        let names: Vec<String> = users.iter().map(|&u| one.pool.user_name(u)).collect();
        vec![(k + 1).to_string(), names.join(", "), join(&gets)]
    };
    let rows: Vec<_> = cycles::taken(one).into_iter().enumerate().map(row).collect();
    vec![Table::of("cycles taken", &["cycle", "users", "tasks"], rows)]
}

/// The order of placements on many servers.
pub(super) fn placements(pool: &Pool, order: &[(usize, usize)]) -> Vec<Table> {
    let rows = order.iter().enumerate().take(SHOWN);
    let rows = rows.map(|(k, &(u, i))| vec![(k + 1).to_string(), pool.user_name(u), pool.server_name(i)]);
    let title = match order.len() {
        0 => return Vec::new(),
        n if n > SHOWN => format!("order of placements (the first {SHOWN} of {n})"),
        _ => "order of placements".to_string(),
    };
    vec![Table::of(title, &["task", "user", "server"], rows.collect())]
}
