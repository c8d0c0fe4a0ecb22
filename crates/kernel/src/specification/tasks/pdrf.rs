//! Precomputed DRF: the level at which divisible filling would end, rounded down to whole tasks
//! (metin 3.4, Algorithm 1).

use std::collections::BTreeMap;

use super::OnePool;
use crate::model::{Checked, certain, uncertified};
use crate::scalar::{Rational, Scalar, greatest, least, sum};

/// The weighted dominant share that divisible filling gives each user: the smallest `c_r / sum_i d_ir /
/// ds_i`, the `k'` of the simplified form. `None` if no user can run anything.
pub fn level(one: &OnePool<'_>) -> Option<Rational> {
    level_with(one, &one.running(), &one.pool.capacity[0])
}

/// The level of [`level`] for `users` only, with the amounts `left` as capacities.
pub fn level_with(one: &OnePool<'_>, users: &[usize], left: &[Rational]) -> Option<Rational> {
    least(ends(one, users, left).into_iter().map(|(_, level)| level))
}

/// For each resource that `users` demand, the level at which they use up the amount `left`.
pub fn ends(one: &OnePool<'_>, users: &[usize], left: &[Rational]) -> Vec<(usize, Rational)> {
    let end = |r: usize| {
        let rise = rise(one, users, r);
        rise.is_positive().then(|| (r, &left[r] / rise))
    };
    (0..left.len()).filter_map(end).collect()
}

/// Usage of resource `r` when the share of each of `users` rises by one. Terms are first grouped by
/// denominator, because many users share few denominators.
fn rise(one: &OnePool<'_>, users: &[usize], r: usize) -> Rational {
    let mut by_denominator: BTreeMap<i64, i64> = BTreeMap::new();
    let mut rest = Rational::zero();
    for &u in users {
        let demand = &one.pool.demand[u][r];
        if demand.is_zero() {
            continue;
        }
        let small = demand.small().zip(one.unit(u).small()).and_then(|((d, whole), (p, q))| {
            let d = if whole == 1 { d } else { return None };
            let sum = by_denominator.get(&p).copied().unwrap_or(0);
            Some((p, sum.checked_add(d.checked_mul(q)?)?))
        });
        match small {
            Some((denominator, sum)) => drop(by_denominator.insert(denominator, sum)),
            None => rest = rest + demand / one.unit(u),
        }
    }
    sum(by_denominator.into_iter().map(|(q, p)| Rational::new(p, q))) + rest
}

/// PDRF in the form of Algorithm 1: `k` cycles of the user with the highest share.
pub fn by_cycles(one: &OnePool<'_>) -> Vec<Rational> {
    let users = one.running();
    let mut given = vec![Rational::zero(); one.share.len()];
    let Some(highest) = greatest(users.iter().map(|&u| one.unit(u).clone())) else { return given };
    let Some(level) = level(one) else { return given };
    let k = level / &highest;
    for u in users {
        given[u] = (&k * &highest / one.unit(u)).floor();
    }
    given
}

/// PDRF in the simplified form: the whole tasks within the common level.
pub fn by_level(one: &OnePool<'_>) -> Vec<Rational> {
    let mut given = vec![Rational::zero(); one.share.len()];
    if let Some(level) = level(one) {
        one.running().into_iter().for_each(|u| given[u] = (&level / one.unit(u)).floor());
    }
    given
}

/// Returns `true` if `level` fills some resource for `users` and overfills none. Each resource is summed in
/// exact arithmetic; `None` is right if no resource is demanded.
pub fn stops_at(one: &OnePool<'_>, users: &[usize], left: &[Rational], level: Option<&Rational>) -> bool {
    let taken = |r: usize| sum(users.iter().map(|&u| &one.pool.demand[u][r] / one.unit(u)));
    let demanded: Vec<_> = left
        .iter()
        .enumerate()
        .map(|(r, c)| (c, taken(r)))
        .filter(|(_, taken)| taken.is_positive())
        .collect();
    match level {
        None => demanded.is_empty(),
        Some(level) => {
            demanded.iter().all(|(c, taken)| &(level * taken) <= *c)
                && demanded.iter().any(|(c, taken)| &(level * taken) == *c)
        }
    }
}

/// Checks that `level` is the level of precomputed DRF, and that each user has the whole tasks within it.
///
/// # Errors
/// A wrong level, or the first user with another number of tasks.
pub fn check(one: &OnePool<'_>, given: &[Rational], level: Option<&Rational>) -> Checked {
    let stops = stops_at(one, &one.running(), &one.pool.capacity[0], level);
    certain(stops, "the level is not the one at which the first resource fills up")?;
    let level = level.cloned().unwrap_or_else(Rational::zero);
    for u in 0..given.len() {
        let tasks = one.share[u].as_ref().map_or_else(Rational::zero, |share| &level / share);
        if !given[u].is_integer() || given[u] > tasks || &given[u] + Rational::one() <= tasks {
            let name = one.pool.user_name(u);
            return uncertified(format!("{name} has {} tasks, and the level gives {tasks}", given[u]));
        }
    }
    Ok(())
}
