//! Higher-order cycles: when the cycle of the highest share fits no more, that of the next highest (metin 6.1).

use super::{OnePool, pdrf};
use crate::scalar::{Rational, Scalar, greatest};

/// The cycles that are taken, one after another: the users still in, and what each gets.
pub(super) fn taken(one: &OnePool<'_>) -> Vec<(Vec<usize>, Vec<Rational>)> {
    let mut users = one.running();
    let mut left = one.pool.capacity[0].clone();
    let mut cycles = Vec::new();
    while let Some(highest) = greatest(users.iter().map(|&u| one.unit(u).clone())) {
        let level = pdrf::level_with(one, &users, &left);
        if let Some(level) = level.filter(|level| *level >= highest) {
            let gets: Vec<Rational> = users.iter().map(|&u| (&level / one.unit(u)).floor()).collect();
            for (&u, x) in users.iter().zip(&gets) {
                left.iter_mut().zip(&one.pool.demand[u]).for_each(|(l, d)| *l = &*l - x * d);
            }
            cycles.push((users.clone(), gets));
        }
        users.retain(|&u| *one.unit(u) < highest);
    }
    cycles
}

pub(super) fn run(one: &OnePool<'_>) -> Vec<Rational> {
    let mut given = vec![Rational::zero(); one.share.len()];
    for (users, gets) in taken(one) {
        for (u, x) in users.into_iter().zip(gets) {
            given[u] = &given[u] + x;
        }
    }
    given
}
