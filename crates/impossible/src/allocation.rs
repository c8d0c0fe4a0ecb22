//! An allocation: how many whole tasks of every user run on every server.

use crate::profile::Profile;

/// Whole tasks, users x servers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Allocation(pub Vec<Vec<u32>>);

impl Allocation {
    /// The tasks of user `u` on all servers.
    pub fn total(&self, u: usize) -> u32 {
        self.0[u].iter().sum()
    }

    /// The tasks of every user on all servers.
    pub fn totals(&self) -> Vec<u32> {
        (0..self.0.len()).map(|u| self.total(u)).collect()
    }

    /// The allocation in which user `u` holds what user `by[u]` holds here.
    pub fn renamed(&self, by: &[usize]) -> Self {
        Allocation(by.iter().map(|&u| self.0[u].clone()).collect())
    }

    /// The shape is users x servers, and no resource of a server is used beyond its capacity.
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

/// The whole tasks of demand `demand` that fit into `amount`: the minimum over the resources that are demanded.
pub fn fit(amount: &[u32], demand: &[u32]) -> u32 {
    amount.iter().zip(demand).filter(|(_, d)| **d > 0).map(|(a, d)| a / d).min().unwrap_or(0)
}

/// The whole tasks of demand `wanted` that run, server by server, from `tasks` bundles of demand `held`.
pub fn worth(wanted: &[u32], held: &[u32], tasks: &[u32]) -> u32 {
    tasks.iter().map(|x| fit(&held.iter().map(|d| x.saturating_mul(*d)).collect::<Vec<_>>(), wanted)).sum()
}

/// All feasible allocations of a profile, in lexicographic order; `None` when there are more than `limit`.
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
