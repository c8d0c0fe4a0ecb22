//! Profiles: the capacities of the servers, and the demand vector that every user reports.

use crate::scope::ProfileScope;

/// The information of a rule: the capacities, and one reported demand vector per user.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Profile {
    /// Capacities (servers x resources).
    pub capacity: Vec<Vec<u32>>,
    /// Demands of one task (users x resources); no row is 0 everywhere.
    pub demand: Vec<Vec<u32>>,
}

impl Profile {
    /// Returns the number of users.
    pub fn users(&self) -> usize {
        self.demand.len()
    }

    /// Returns the number of servers.
    pub fn servers(&self) -> usize {
        self.capacity.len()
    }

    /// Returns the sort key of profiles: the number of users, the sum of all capacities and demands, then the
    /// capacities and the demands.
    pub fn order(&self) -> (usize, u32, &[Vec<u32>], &[Vec<u32>]) {
        let sum = self.capacity.iter().chain(&self.demand).flatten().sum();
        (self.users(), sum, &self.capacity, &self.demand)
    }

    /// Returns the profile in which user `u` has the demand of user `by[u]` of `self`.
    pub fn renamed(&self, by: &[usize]) -> Self {
        let demand = by.iter().map(|&u| self.demand[u].clone()).collect();
        Profile { capacity: self.capacity.clone(), demand }
    }

    /// Returns the profile in which resource `r` is resource `by[r]` of `self`.
    pub fn reordered(&self, by: &[usize]) -> Self {
        let turn = |rows: &[Vec<u32>]| {
            rows.iter().map(|row| by.iter().map(|&r| row[r]).collect()).collect::<Vec<Vec<u32>>>()
        };
        Profile { capacity: turn(&self.capacity), demand: turn(&self.demand) }
    }

    /// Returns the profile without user `l`.
    pub fn without(&self, l: usize) -> Self {
        let demand = (0..self.users()).filter(|&u| u != l).map(|u| self.demand[u].clone()).collect();
        Profile { capacity: self.capacity.clone(), demand }
    }

    /// Returns `true` if the profile belongs to the scope; `fewer` also admits fewer users, down to 1.
    pub fn within(&self, scope: &ProfileScope, fewer: bool) -> bool {
        let low = u32::from(!scope.zeros);
        let users = self.users() == scope.users || fewer && (1..scope.users).contains(&self.users());
        let demands = self.demand.iter().all(|row| {
            row.len() == scope.resources()
                && row.iter().any(|&d| d > 0)
                && row.iter().zip(&scope.max).all(|(&d, &max)| (low..=max).contains(&d))
        });
        let capacities = if scope.smaller {
            let fits = |(row, most): (&Vec<u32>, &Vec<u32>)| {
                row.len() == most.len() && row.iter().zip(most).all(|(&c, &m)| (1.min(m)..=m).contains(&c))
            };
            self.capacity.len() == scope.servers() && self.capacity.iter().zip(&scope.capacity).all(fits)
        } else {
            self.capacity == scope.capacity
        };
        users && demands && capacities
    }
}

/// Returns the number of profiles of a scope, or `None` beyond 2^128; `fewer` also counts fewer users.
pub fn count(scope: &ProfileScope, fewer: bool) -> Option<u128> {
    let mut rows: u128 = 1;
    for &max in &scope.max {
        rows = rows.checked_mul(u128::from(max) + u128::from(scope.zeros))?;
    }
    rows -= u128::from(scope.zeros);
    let mut capacities: u128 = 1;
    if scope.smaller {
        for &c in scope.capacity.iter().flatten() {
            capacities = capacities.checked_mul(u128::from(c.max(1)))?;
        }
    }
    let mut all: u128 = 0;
    for users in if fewer { 1..=scope.users } else { scope.users..=scope.users } {
        all = all.checked_add(rows.checked_pow(u32::try_from(users).ok()?)?)?;
    }
    all.checked_mul(capacities)
}

/// Returns all profiles of a scope in the order of [`Profile::order`]. The caller first checks [`count`].
pub fn profiles(scope: &ProfileScope, fewer: bool) -> Vec<Profile> {
    let low = u32::from(!scope.zeros);
    let rows: Vec<Vec<u32>> = boxes(&scope.max.iter().map(|&m| (low, m)).collect::<Vec<_>>())
        .into_iter()
        .filter(|row| row.iter().any(|&d| d > 0))
        .collect();
    let wide = scope.resources();
    let range = |c: u32| if scope.smaller { (1.min(c), c) } else { (c, c) };
    let bounds: Vec<(u32, u32)> = scope.capacity.iter().flatten().map(|&c| range(c)).collect();
    let mut all = vec![];
    for cells in boxes(&bounds) {
        let capacity: Vec<Vec<u32>> = cells.chunks(wide).map(<[u32]>::to_vec).collect();
        for users in if fewer { 1..=scope.users } else { scope.users..=scope.users } {
            let most = u32::try_from(rows.len() - 1).unwrap_or(u32::MAX);
            for pick in boxes(&vec![(0, most); users]) {
                let demand = pick.iter().map(|&i| rows[i as usize].clone()).collect();
                all.push(Profile { capacity: capacity.clone(), demand });
            }
        }
    }
    all.sort_by(|a, b| a.order().cmp(&b.order()));
    all
}

/// Returns all vectors within `bounds` (smallest and largest value per entry), in lexicographic order.
fn boxes(bounds: &[(u32, u32)]) -> Vec<Vec<u32>> {
    let mut all = vec![vec![]];
    for &(low, high) in bounds {
        all = all
            .into_iter()
            .flat_map(|head: Vec<u32>| {
                (low..=high).map(move |x| head.iter().copied().chain([x]).collect::<Vec<u32>>())
            })
            .collect();
    }
    all
}

/// Returns all permutations of `0..n` except the identity, in lexicographic order.
pub fn permutations(n: usize) -> Vec<Vec<usize>> {
    fn grow(n: usize, head: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        if head.len() == n {
            all.push(head.clone());
        }
        for next in 0..n {
            if !head.contains(&next) {
                head.push(next);
                grow(n, head, all);
                head.pop();
            }
        }
    }
    let mut all = vec![];
    grow(n, &mut vec![], &mut all);
    all.remove(0);
    all
}
