//! Sharing incentive: every user runs at least the whole tasks that fit into one n-th of every server.

use super::{Facts, Linear, Property, tasks, vector};
use crate::allocation::{Allocation, fit};
use crate::profile::Profile;

/// Sharing incentive, as the module documentation defines it.
#[derive(Debug)]
pub struct Si;

/// Returns the number of whole tasks of user `u` that fit into one n-th of each server, rounded down on every
/// server.
pub fn entitled(p: &Profile, u: usize) -> u32 {
    let n = u32::try_from(p.users()).unwrap_or(u32::MAX);
    let part = |row: &Vec<u32>| {
        row.iter().zip(&p.demand[u]).filter(|(_, d)| **d > 0).map(|(c, d)| c / (n * d)).min().unwrap_or(0)
    };
    p.capacity.iter().map(part).sum()
}

impl Property for Si {
    fn facts(&self) -> Facts {
        Facts { linear: Some(Linear::Share), counts_users: true, ..Facts::of("si", "sharing incentive") }
    }

    fn broken(&self, p: &Profile, v: &Allocation) -> Option<Vec<usize>> {
        (0..p.users()).find(|&u| v.total(u) < entitled(p, u)).map(|u| vec![u])
    }

    fn tell(&self, p: &Profile, v: &Allocation, by: &[usize]) -> String {
        let u = by[0];
        let whole = p.capacity.iter().all(|row| fit(row, &p.demand[u]) > 0);
        let (name, size, runs) = (u + 1, vector(&p.demand[u]), tasks(v.total(u)));
        let part = if p.users() == 1 { "the whole".to_string() } else { format!("1/{}", p.users()) };
        let of = if p.servers() == 1 || !whole { "the capacity" } else { "every server" };
        let due = format!("{part} of {of} would run {}", tasks(entitled(p, u)));
        format!("user {name}, whose tasks have size {size}, runs {runs} although {due}")
    }
}
