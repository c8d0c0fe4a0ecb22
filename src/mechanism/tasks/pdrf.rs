//! Precomputed DRF: the level at which divisible filling would end, rounded down to whole tasks
//! (metin 3.4, Algorithm 1).

use std::collections::BTreeMap;

use super::{OnePool, uncertified};
use crate::model::refusal::Rejected;
use crate::scalar::{Rational, Scalar, greatest, least, sum};

/// The weighted dominant share that divisible filling gives everybody: the smallest `c_r / sum_i d_ir / ds_i`, the `k'`
/// of the simplified form. `None` when nobody can run anything.
pub fn level(one: &OnePool<'_>) -> Option<Rational> {
    level_with(one, &one.running(), &one.pool.capacity[0])
}

/// The same for some of the users and what is left for them.
pub(super) fn level_with(one: &OnePool<'_>, users: &[usize], left: &[Rational]) -> Option<Rational> {
    least((0..left.len()).filter_map(|r| {
        let rise = rise(one, users, r);
        rise.is_positive().then(|| &left[r] / rise)
    }))
}

/// How much of a resource everybody takes when each share rises by one. Terms are added up by denominator first:
/// with many users there are few.
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

/// PDRF in the form of Algorithm 1: cycles of the user with the highest share, `k` of them.
pub(super) fn by_cycles(one: &OnePool<'_>) -> Vec<Rational> {
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

/// PDRF in the simplified form: whole tasks within the common level.
pub(super) fn by_level(one: &OnePool<'_>) -> Vec<Rational> {
    let mut given = vec![Rational::zero(); one.share.len()];
    if let Some(level) = level(one) {
        one.running().into_iter().for_each(|u| given[u] = (&level / one.unit(u)).floor());
    }
    given
}

/// PDRF, by integers alone where that settles it.
pub(super) fn fast(one: &OnePool<'_>) -> Vec<Rational> {
    let users = one.running();
    let Some(tasks) = enclosed(one, &users) else { return by_cycles(one) };
    let mut given = vec![Rational::zero(); one.share.len()];
    users.into_iter().zip(tasks).for_each(|(u, x)| given[u] = x);
    given
}

/// Numerator and denominator, not in lowest terms.
type Fraction = (i128, i128);

/// The whole tasks of each of the users: the level lies between two fractions, and where both give everybody the same whole
/// tasks, so does it. `None` when they do not, or when numbers grow out of 128 bits.
fn enclosed(one: &OnePool<'_>, users: &[usize]) -> Option<Vec<Rational>> {
    const BITS: u32 = 40;
    let units: Vec<Fraction> = users
        .iter()
        .map(|&u| one.unit(u).small().map(|(p, q)| (i128::from(p), i128::from(q))))
        .collect::<Option<_>>()?;
    // The level is the least c / S; of each S we know floor(2^40 S) up to one a user.
    let (mut least, mut most): (Option<Fraction>, Option<Fraction>) = (None, None);
    let smaller = |best: Option<Fraction>, next: Fraction| -> Option<Fraction> {
        let Some(best) = best else { return Some(next) };
        let less = next.0.checked_mul(best.1)? < best.0.checked_mul(next.1)?;
        Some(if less { next } else { best })
    };
    for (r, capacity) in one.pool.capacity[0].iter().enumerate() {
        let mut sum: i128 = 0;
        for (&u, (p, q)) in users.iter().zip(&units) {
            let (d, 1) = one.pool.demand[u][r].small()? else { return None };
            sum = sum.checked_add(i128::from(d).checked_mul(*q)?.checked_mul(1 << BITS)? / p)?;
        }
        if sum > 0 {
            let (c, 1) = capacity.small()? else { return None };
            let scaled = i128::from(c).checked_mul(1 << BITS)?;
            least = Some(smaller(least, (scaled, sum + users.len() as i128))?);
            most = Some(smaller(most, (scaled, sum))?);
        }
    }
    let (least, most) = (least?, most?);
    let tasks = |level: Fraction, (p, q): Fraction| Some(level.0.checked_mul(q)? / level.1.checked_mul(p)?);
    let both = |unit: &Fraction| {
        let (low, high) = (tasks(least, *unit)?, tasks(most, *unit)?);
        (low == high).then(|| Some(Rational::int(i64::try_from(low).ok()?)))?
    };
    units.iter().map(both).collect()
}

/// Whether the level fills up a resource for these users, and overfills none: adding up each resource in full.
pub(super) fn stops_at(
    one: &OnePool<'_>,
    users: &[usize],
    left: &[Rational],
    level: Option<&Rational>,
) -> bool {
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

/// Checks that everybody has the whole tasks that the level gives, and that the level is the one.
pub(super) fn check(one: &OnePool<'_>, given: &[Rational], level: Option<&Rational>) -> Result<(), Rejected> {
    if !stops_at(one, &one.running(), &one.pool.capacity[0], level) {
        return uncertified("the level is not the one at which the first resource fills up".to_string());
    }
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
