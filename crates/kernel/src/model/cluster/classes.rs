//! Classes of like servers: one row with a `count`, and the servers written out one by one.
//!
//! A class of n servers stands in the instance as one server with n times the capacity (and the rates). For divisible tasks
//! that is exact, by equal division: what fits into the class fits in equal parts into its members, and what fits into the
//! members adds up to what fits into the class. A user alone runs n gamma tasks there instead of gamma, so yardsticks that are
//! sums over servers are as before, and levels on one server are divided by n for all users alike, which changes no comparison.
//! A property that adds up over servers what grows in proportion to a server and to what runs there reads both forms alike:
//! feasibility, the weighted slice, the worth of a bundle, dominance, and the set of totals that some placement reaches.
//!
//! What is not so is kept apart: whole tasks do not divide, a class of two is not one server, and a user may lie about some
//! members of a class.

use super::{Placement, Pool};
use crate::scalar::{Rational, Scalar};

/// Pairs of a user and a server beyond which an instance is not handled: tables of pairs would not fit into memory.
pub const MOST_PAIRS: usize = 1_000_000;

/// The most servers of a class.
pub(super) const MOST_OF_A_CLASS: usize = 1_000_000_000;

/// Says that there are too many pairs.
pub(super) fn too_many(users: usize, servers: usize) -> String {
    format!("{users} users and {servers} servers are too many pairs: at most {MOST_PAIRS} are handled")
}

fn whole(count: usize) -> Rational {
    Rational::int(i64::try_from(count).unwrap_or(i64::MAX))
}

impl<S: Scalar> Pool<S> {
    /// Whether some row stands for several like servers.
    pub fn in_classes(&self) -> bool {
        !self.count.is_empty()
    }

    /// How many servers there are, each member of a class counted.
    pub fn machines(&self) -> usize {
        match self.in_classes() {
            true => self.count.iter().fold(0, |sum, n| sum.saturating_add(*n)),
            false => self.servers(),
        }
    }

    /// How many like servers row `i` stands for.
    pub fn alike(&self, i: usize) -> usize {
        self.count.get(i).copied().unwrap_or(1)
    }
}

impl Pool {
    /// Makes classes of servers whose rows were those of one: one entry a row, or none.
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

    /// The capacity of one server of each row.
    pub fn capacity_of_one(&self) -> Vec<Vec<Rational>> {
        let row = |(i, row): (usize, &Vec<Rational>)| row.iter().map(|c| c / whole(self.alike(i))).collect();
        self.capacity.iter().enumerate().map(row).collect()
    }

    /// The rates of one server of each row.
    pub(super) fn rate_of_one(&self, rate: &[Vec<Rational>]) -> Vec<Vec<Rational>> {
        let row = |row: &Vec<Rational>| {
            row.iter().enumerate().map(|(i, rate)| rate / whole(self.alike(i))).collect::<Vec<_>>()
        };
        rate.iter().map(row).collect()
    }

    /// The row of each server when all are written out one by one.
    fn rows(&self) -> Vec<usize> {
        (0..self.servers()).flat_map(|i| std::iter::repeat_n(i, self.alike(i))).collect()
    }

    /// The instance with each member of a class as a server of its own. On which members the tasks run that run on a class is not
    /// known, so nothing runs in it.
    ///
    /// # Errors
    /// Too many servers to write out.
    pub fn one_by_one(&self) -> Result<Pool, String> {
        if !self.in_classes() {
            return Ok(self.clone());
        }
        if self.users().saturating_mul(self.machines()) > MOST_PAIRS {
            return Err(format!(
                "servers are taken one by one here, and {}",
                too_many(self.users(), self.machines())
            ));
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

    /// A placement on classes as one on their members: equal parts.
    pub fn spread(&self, placement: &Placement) -> Placement {
        let rows = self.rows();
        let part = |row: &Vec<Rational>| rows.iter().map(|&i| &row[i] / whole(self.alike(i))).collect();
        Placement { tasks: placement.tasks.iter().map(part).collect() }
    }
}
