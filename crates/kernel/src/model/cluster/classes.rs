//! Classes of identical servers: one row with a `count`, or the servers written out one by one.
//!
//! A class of n servers is one server of the instance with n times the capacity (and n times the rates). For
//! divisible tasks the two forms are equivalent, by equal division: a load that fits the class fits its
//! members in equal parts, and loads that fit the members add up to a load that fits the class. A user alone
//! runs n gamma tasks there instead of gamma. So normalisations that are sums over servers do not change, and
//! levels on one server are divided by n for all users alike, which changes no comparison. A property that
//! sums, over servers, quantities proportional to a server and its load reads both forms alike: feasibility,
//! the weighted fair share, the value of a bundle, dominance, and the set of totals that some placement
//! attains.
//!
//! Exceptions are treated apart: whole tasks cannot be divided, a class of two servers is not one server, and
//! a user may misreport its access to some members of a class only.

use std::collections::HashMap;

use super::{Placement, Pool};
use crate::scalar::{Rational, Scalar};

/// The largest number of user-server pairs of which tables are made, so that they fit into memory.
pub const MOST_PAIRS: usize = 16_000_000;

/// The largest number of user-server pairs that an audit of what runs looks at one after another.
pub const MOST_AUDITED: usize = 4_000_000_000;

/// The largest number of servers in a class.
pub(super) const MOST_OF_A_CLASS: usize = 1_000_000_000;

/// The message that there are more user-server pairs than `most`.
pub(super) fn too_many(users: usize, servers: usize, most: usize) -> String {
    format!("{users} users and {servers} servers are too many pairs: at most {most} are handled")
}

/// The fields with an entry for each server.
const BY_SERVER: [&str; 6] = ["count", "eligible", "rate", "running", "owner", "servers"];

/// The capacities of `users` users' servers. If there are too many pairs, and `told` says that no field tells servers apart,
/// servers of equal capacities are one row, with the number of each.
pub(super) fn joined(
    users: usize,
    rows: Vec<Vec<Rational>>,
    told: impl Fn(&str) -> bool,
) -> (Vec<Vec<Rational>>, Vec<usize>) {
    if users.saturating_mul(rows.len()) <= MOST_PAIRS || BY_SERVER.into_iter().any(told) {
        return (rows, Vec::new());
    }
    let (mut distinct, mut count, mut at) = (Vec::new(), Vec::new(), HashMap::new());
    for row in rows {
        let k = *at.entry(row).or_insert_with_key(|row: &Vec<Rational>| {
            distinct.push(row.clone());
            count.push(0);
            count.len() - 1
        });
        count[k] += 1;
    }
    (distinct, count)
}

/// A number of servers as a rational number.
pub(super) fn whole(count: usize) -> Rational {
    Rational::int(i64::try_from(count).unwrap_or(i64::MAX))
}

impl<S: Scalar> Pool<S> {
    /// Returns `true` if some row stands for several identical servers.
    pub fn in_classes(&self) -> bool {
        !self.count.is_empty()
    }

    /// The number of servers, with each server of a class counted.
    pub fn machines(&self) -> usize {
        match self.in_classes() {
            true => self.count.iter().fold(0, |sum, n| sum.saturating_add(*n)),
            false => self.servers(),
        }
    }

    /// The number of identical servers in row `i`.
    pub fn alike(&self, i: usize) -> usize {
        self.count.get(i).copied().unwrap_or(1)
    }
}

impl Pool {
    /// Turns rows of single servers into classes of `count[i]` servers each; `count` has one entry per row.
    pub fn set_count(&mut self, count: Vec<usize>) {
        if count.iter().all(|n| *n == 1) {
            return;
        }
        for (row, n) in self.capacity.iter_mut().zip(&count) {
            row.iter_mut().for_each(|c| *c = &*c * whole(*n));
        }
        for row in self.rate.iter_mut().flatten() {
            row.iter_mut().zip(&count).for_each(|(rate, n)| *rate = &*rate * whole(*n));
        }
        self.count = count;
    }

    /// The capacity of a single server of each row (rows x resources).
    pub fn capacity_of_one(&self) -> Vec<Vec<Rational>> {
        let row = |(i, row): (usize, &Vec<Rational>)| row.iter().map(|c| c / whole(self.alike(i))).collect();
        self.capacity.iter().enumerate().map(row).collect()
    }

    /// The rates on a single server of each row (users x rows), from the rates on the classes.
    pub(super) fn rate_of_one(&self, rate: &[Vec<Rational>]) -> Vec<Vec<Rational>> {
        let row = |row: &Vec<Rational>| {
            row.iter().enumerate().map(|(i, rate)| rate / whole(self.alike(i))).collect::<Vec<_>>()
        };
        rate.iter().map(row).collect()
    }

    /// The row of each server, with the servers of classes counted one by one.
    fn rows(&self) -> Vec<usize> {
        (0..self.servers()).flat_map(|i| std::iter::repeat_n(i, self.alike(i))).collect()
    }

    /// The instance with each server of a class in a row of its own. The result has no running tasks, because the
    /// placement of a class does not say which of its servers run them.
    ///
    /// # Errors
    /// A number of servers that is too large to write out.
    pub fn one_by_one(&self) -> Result<Pool, String> {
        if !self.in_classes() {
            return Ok(self.clone());
        }
        if self.users().saturating_mul(self.machines()) > MOST_PAIRS {
            let many = too_many(self.users(), self.machines(), MOST_PAIRS);
            return Err(format!("servers are taken one by one here, and {many}"));
        }
        let rows = self.rows();
        let spread = |row: &Vec<Rational>| rows.iter().map(|&i| row[i].clone()).collect::<Vec<_>>();
        let capacity = self.capacity_of_one();
        let name = |k: usize| {
            let i = rows[k];
            let label = &self.labels.servers[i];
            match self.alike(i) {
                1 => label.clone(),
                _ => format!("{label} #{}", k - rows[..k].partition_point(|&row| row < i) + 1),
            }
        };
        let mut pool = self.clone();
        pool.count = Vec::new();
        pool.capacity = rows.iter().map(|&i| capacity[i].clone()).collect();
        pool.eligible = self.eligible.iter().map(|row| rows.iter().map(|&i| row[i]).collect()).collect();
        pool.rate = self.rate.as_ref().map(|rate| self.rate_of_one(rate).iter().map(spread).collect());
        pool.running = None;
        if !self.labels.servers.is_empty() {
            pool.labels.servers = (0..rows.len()).map(name).collect();
        }
        Ok(pool)
    }

    /// The placement on the single servers of the classes: each server of a class runs an equal part.
    pub fn spread(&self, placement: &Placement) -> Placement {
        let rows = self.rows();
        let part = |row: &Vec<Rational>| rows.iter().map(|&i| &row[i] / whole(self.alike(i))).collect();
        Placement { tasks: placement.tasks.iter().map(part).collect() }
    }
}
