//! Pareto optimality: no feasible allocation gives every user at least as many tasks and some user more.

use super::{Facts, Linear, Property, tasks};
use crate::allocation::{self, Allocation, fit};
use crate::profile::Profile;

/// Pareto optimality, as the module documentation defines it.
#[derive(Debug)]
pub struct Po;

/// Returns the first user with one more task that fits. On one server, a dominating allocation exists exactly
/// if there is such a user.
fn next_fits(p: &Profile, v: &Allocation) -> Option<usize> {
    (0..p.users()).find(|&u| {
        (0..p.servers()).any(|s| {
            let left: Vec<u32> = (0..p.capacity[s].len())
                .map(|r| p.capacity[s][r] - (0..p.users()).map(|n| v.0[n][s] * p.demand[n][r]).sum::<u32>())
                .collect();
            fit(&left, &p.demand[u]) > 0
        })
    })
}

impl Property for Po {
    fn facts(&self) -> Facts {
        Facts { linear: Some(Linear::Saturated), ..Facts::of("po", "Pareto optimality") }
    }

    fn broken(&self, p: &Profile, v: &Allocation) -> Option<Vec<usize>> {
        if let Some(u) = next_fits(p, v) {
            return Some(vec![u]);
        }
        if p.servers() == 1 {
            return None;
        }
        let have = v.totals();
        allocation::all(p, usize::MAX)?.iter().find_map(|better| {
            let gets = better.totals();
            let gains: Vec<usize> = (0..p.users()).filter(|&u| gets[u] > have[u]).collect();
            (!gains.is_empty() && (0..p.users()).all(|u| gets[u] >= have[u])).then_some(gains)
        })
    }

    fn tell(&self, p: &Profile, v: &Allocation, by: &[usize]) -> String {
        let who = by.iter().map(|u| (u + 1).to_string()).collect::<Vec<_>>().join(" and ");
        let now = tasks(v.total(by[0]));
        match next_fits(p, v) {
            Some(u) => format!("one more task of user {} fits beside all the others", u + 1),
            None => format!("user {who} can run more than {now} while no other user runs fewer"),
        }
    }
}
