//! Precomputed DRF with one final round: one more task for each user in turn, if it fits (metin 5, 6.2).

use super::{OnePool, pdrf};
use crate::model::{Checked, uncertified};
use crate::observer::Observer;
use crate::scalar::{Rational, Scalar};

/// The users in increasing order of dominant share; among equals, the larger share per task first.
fn turns(one: &OnePool<'_>, given: &[Rational]) -> Vec<usize> {
    let mut turns = one.running();
    turns.sort_by_key(|&u| (&given[u] * one.unit(u), -one.unit(u).clone()));
    turns
}

/// The turn of a user in the final round, and `true` if one more of its tasks fits.
pub type Turn = (usize, bool);

/// The tasks of each user: those of precomputed DRF, and one more where it fits in turn.
pub fn run(one: &OnePool<'_>) -> Vec<Rational> {
    run_seen(one, &mut ())
}

/// The tasks of [`run`]; `observer` receives each turn.
pub fn run_seen(one: &OnePool<'_>, observer: &mut impl Observer<Turn>) -> Vec<Rational> {
    let mut given = pdrf::by_cycles(one);
    let mut left = one.left(&given);
    for u in turns(one, &given) {
        let fits = one.fits(u, &left);
        observer.see(|| (u, fits));
        if fits {
            one.take(u, &mut left);
            given[u] = &given[u] + Rational::one();
        }
    }
    given
}

/// Checks that each user has the tasks of the level or one more, and that the additional tasks were given in
/// turn.
///
/// # Errors
/// The first user with another number of tasks.
pub fn check(one: &OnePool<'_>, given: &[Rational]) -> Checked {
    let base = pdrf::by_level(one);
    let mut left = one.left(&base);
    for u in turns(one, &base) {
        let fits = one.fits(u, &left);
        if given[u] != &base[u] + Rational::int(i64::from(fits)) {
            return uncertified(format!("{} has another number of tasks", one.pool.user_name(u)));
        }
        if fits {
            one.take(u, &mut left);
        }
    }
    match (0..given.len()).find(|&u| one.share[u].is_none() && !given[u].is_zero()) {
        Some(u) => uncertified(format!("{} can run nothing", one.pool.user_name(u))),
        None => Ok(()),
    }
}
