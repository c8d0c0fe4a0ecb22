//! Higher-order cycles: when the cycle of the highest share does not fit again, the cycle of the next highest
//! share follows (metin 6.1).

use super::{OnePool, pdrf};
use crate::model::cluster::Cycle;
use crate::model::{Checked, certain};
use crate::observer::Observer;
use crate::scalar::{Rational, Scalar, greatest, sum};

/// A cycle that is tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The users of the cycle.
    pub users: Vec<usize>,
    /// The highest dominant share of a task of these users.
    pub highest: Rational,
    /// The amount of each resource that is left before the cycle.
    pub left: Vec<Rational>,
    /// The level and the tasks of each of the users; `None` if the level is below the highest share.
    pub taken: Option<(Rational, Vec<Rational>)>,
}

/// The cycles that are taken, in order: the level, the users that take part, and the tasks of each of them.
pub fn taken(one: &OnePool<'_>) -> Vec<(Rational, Vec<usize>, Vec<Rational>)> {
    taken_seen(one, &mut ())
}

/// The cycles of [`taken`]; `observer` receives each cycle that is tried.
pub fn taken_seen(
    one: &OnePool<'_>,
    observer: &mut impl Observer<Tried>,
) -> Vec<(Rational, Vec<usize>, Vec<Rational>)> {
    let mut users = one.running();
    let mut left = one.pool.capacity[0].clone();
    let mut cycles = Vec::new();
    while let Some(highest) = greatest(users.iter().map(|&u| one.unit(u).clone())) {
        let level = pdrf::level_with(one, &users, &left).filter(|level| *level >= highest);
        let gets = |level: &Rational| users.iter().map(|&u| (level / one.unit(u)).floor()).collect();
        let taken: Option<(Rational, Vec<Rational>)> = level.map(|level| {
            let gets = gets(&level);
            (level, gets)
        });
        observer.see(|| Tried {
            users: users.clone(),
            highest: highest.clone(),
            left: left.clone(),
            taken: taken.clone(),
        });
        if let Some((level, gets)) = taken {
            for (&u, x) in users.iter().zip(&gets) {
                left.iter_mut().zip(&one.pool.demand[u]).for_each(|(l, d)| *l = &*l - x * d);
            }
            cycles.push((level, users.clone(), gets));
        }
        users.retain(|&u| *one.unit(u) < highest);
    }
    cycles
}

/// The tasks of each user when no further cycle fits.
pub fn run(one: &OnePool<'_>) -> Vec<Rational> {
    let mut given = vec![Rational::zero(); one.share.len()];
    for (_, users, gets) in taken(one) {
        for (u, x) in users.into_iter().zip(gets) {
            given[u] = &given[u] + x;
        }
    }
    given
}

/// The certificate: each cycle with its level and the tasks of every user.
pub fn certificate(one: &OnePool<'_>) -> Vec<Cycle> {
    let cycle = |(level, users, gets): (Rational, Vec<usize>, Vec<Rational>)| {
        let mut tasks = vec![Rational::zero(); one.share.len()];
        users.into_iter().zip(gets).for_each(|(u, x)| tasks[u] = x);
        Cycle { level, tasks }
    };
    taken(one).into_iter().map(cycle).collect()
}

/// Checks the cycles: each stops at its level and gives the whole tasks within it, each omitted cycle has no
/// room for a task of the highest share, and the cycles sum to `given`.
///
/// # Errors
/// The first cycle that is wrong.
pub fn check(one: &OnePool<'_>, given: &[Rational], cycles: &[Cycle]) -> Checked {
    let mut users = one.running();
    let mut left = one.pool.capacity[0].clone();
    let mut sums = vec![Rational::zero(); one.share.len()];
    let mut rest = cycles.iter().peekable();
    while let Some(highest) = greatest(users.iter().map(|&u| one.unit(u).clone())) {
        let next = rest.next_if(|cycle| {
            cycle.level >= highest && pdrf::stops_at(one, &users, &left, Some(&cycle.level))
        });
        if let Some(Cycle { level, tasks }) = next {
            let right = |u: usize| match users.contains(&u) {
                true => (level / one.unit(u)).floor(),
                false => Rational::zero(),
            };
            let right = tasks.len() == sums.len() && (0..sums.len()).all(|u| tasks[u] == right(u));
            certain(right, "a cycle gives other tasks than its level")?;
            for (u, x) in tasks.iter().enumerate() {
                sums[u] = &sums[u] + x;
                left.iter_mut().zip(&one.pool.demand[u]).for_each(|(l, d)| *l = &*l - x * d);
            }
        } else {
            let taken = |u: usize, r: usize| &one.pool.demand[u][r] * &highest / one.unit(u);
            let fits = |r: usize| sum(users.iter().map(|&u| taken(u, r))) <= left[r];
            certain(!(0..left.len()).all(fits), "a cycle that fits is left out")?;
        }
        users.retain(|&u| *one.unit(u) < highest);
    }
    certain(rest.next().is_none() && sums == *given, "the cycles amount to other tasks")
}
