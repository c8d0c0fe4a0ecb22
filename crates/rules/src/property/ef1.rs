//! Envy-freeness up to one task of the envied user: envy ends if one task of that user is removed.

use super::ef::{pair, sentence, value};
use super::{Facts, Property};
use crate::allocation::Allocation;
use crate::profile::Profile;

/// Envy-freeness up to one task (EF1), as the module documentation defines it.
#[derive(Debug)]
pub struct Ef1;

/// Returns the smallest number of tasks that user `n` could run with the tasks of user `m` less one, or
/// `None` if user `m` has none.
fn least(p: &Profile, v: &Allocation, n: usize, m: usize) -> Option<u32> {
    let without = |s: usize| {
        let mut held = v.0[m].clone();
        held[s] -= 1;
        value(p, n, m, &held)
    };
    (0..p.servers()).filter(|&s| v.0[m][s] > 0).map(without).min()
}

impl Property for Ef1 {
    fn facts(&self) -> Facts {
        Facts::of("ef1", "envy-freeness up to one task of the envied user")
    }

    fn broken(&self, p: &Profile, v: &Allocation) -> Option<Vec<usize>> {
        pair(p, |n, m| least(p, v, n, m).is_some_and(|worth| worth > v.total(n)))
    }

    fn tell(&self, p: &Profile, v: &Allocation, by: &[usize]) -> String {
        let worth = least(p, v, by[0], by[1]).unwrap_or(0);
        sentence(v, by, worth, " even after one task of that user is taken away")
    }
}
