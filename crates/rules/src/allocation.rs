//! Allocations of whole tasks: the number of tasks that every user runs on every server.

use crate::profile::Profile;

/// The largest number of allocations at one profile.
pub const MOST_VALUES: usize = 5_000;

/// Numbers of tasks (users x servers).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Allocation(pub Vec<Vec<u32>>);

impl Allocation {
    /// Returns the number of tasks of user `u` on all servers together.
    pub fn total(&self, u: usize) -> u32 {
        self.0[u].iter().sum()
    }

    /// Returns the number of tasks of every user, by index of the user.
    pub fn totals(&self) -> Vec<u32> {
        (0..self.0.len()).map(|u| self.total(u)).collect()
    }

    /// Returns the allocation in which user `u` has the row of user `by[u]` of `self`.
    pub fn renamed(&self, by: &[usize]) -> Self {
        Allocation(by.iter().map(|&u| self.0[u].clone()).collect())
    }

    /// Returns `true` if the shape is users x servers of `p` and no resource of a server is used beyond its
    /// capacity.
    pub fn feasible(&self, p: &Profile) -> bool {
        self.0.len() == p.users()
            && self.0.iter().all(|row| row.len() == p.servers())
            && (0..p.servers()).all(|s| {
                (0..p.capacity[s].len()).all(|r| {
                    let used: u64 =
                        (0..p.users()).map(|u| u64::from(self.0[u][s]) * u64::from(p.demand[u][r])).sum();
                    used <= u64::from(p.capacity[s][r])
                })
            })
    }
}

/// Returns the number of whole tasks of demand `demand` that fit into `amount`: the minimum over the demanded
/// resources of `amount / demand`, rounded down.
pub fn fit(amount: &[u32], demand: &[u32]) -> u32 {
    amount.iter().zip(demand).filter(|(_, d)| **d > 0).map(|(a, d)| a / d).min().unwrap_or(0)
}

/// Returns the number of whole tasks of demand `wanted` that run on the resources of `tasks[s]` tasks of
/// demand `held` on each server `s`, summed over the servers.
pub fn worth(wanted: &[u32], held: &[u32], tasks: &[u32]) -> u32 {
    tasks.iter().map(|x| fit(&held.iter().map(|d| x.saturating_mul(*d)).collect::<Vec<_>>(), wanted)).sum()
}

/// Returns all feasible allocations of `p` in lexicographic order, or `None` if there are more than `limit`.
pub fn all(p: &Profile, limit: usize) -> Option<Vec<Allocation>> {
    let mut found = vec![];
    let mut free = p.capacity.clone();
    let mut held = vec![vec![0; p.servers()]; p.users()];
    grow(p, 0, limit, &mut free, &mut held, &mut found).then_some(found)
}

fn grow(
    p: &Profile,
    cell: usize,
    limit: usize,
    free: &mut [Vec<u32>],
    held: &mut [Vec<u32>],
    found: &mut Vec<Allocation>,
) -> bool {
    if cell == p.users() * p.servers() {
        found.push(Allocation(held.to_vec()));
        return found.len() <= limit;
    }
    let (u, s) = (cell / p.servers(), cell % p.servers());
    let before = free[s].clone();
    for tasks in 0..=fit(&before, &p.demand[u]) {
        for (left, (all, d)) in free[s].iter_mut().zip(before.iter().zip(&p.demand[u])) {
            *left = all - tasks * d;
        }
        held[u][s] = tasks;
        if !grow(p, cell + 1, limit, free, held, found) {
            return false;
        }
    }
    free[s] = before;
    held[u][s] = 0;
    true
}
