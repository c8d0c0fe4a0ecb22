//! The tasks that run, by user and server, as a list for each user: of many pairs of a user and a server few run tasks.

use super::{Placement, Pool};
use crate::scalar::{Rational, Scalar, sum};

/// Running tasks: for each user the servers on which some of its tasks run, in ascending order, each with their number,
/// which is not zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Running<S = Rational>(Vec<Vec<(usize, S)>>);

impl<S> Default for Running<S> {
    fn default() -> Self {
        Running(Vec::new())
    }
}

impl<S: Scalar> Running<S> {
    /// The running tasks of `rows` (users x servers).
    pub fn of(rows: &[Vec<S>]) -> Self {
        let some = |row: &Vec<S>| row.iter().cloned().enumerate().filter(|(_, x)| !x.is_zero()).collect();
        Running(rows.iter().map(some).collect())
    }

    /// The running tasks of users one after another; the servers of each come in ascending order.
    pub fn of_entries(rows: Vec<Vec<(usize, S)>>) -> Self {
        let some = |mut row: Vec<(usize, S)>| {
            row.retain(|(_, x)| !x.is_zero());
            row.shrink_to_fit();
            row
        };
        Running(rows.into_iter().map(some).collect())
    }

    /// The number of users.
    pub fn users(&self) -> usize {
        self.0.len()
    }

    /// The servers on which tasks of `user` run, in ascending order, each with their number.
    pub fn row(&self, user: usize) -> impl Iterator<Item = (usize, &S)> + Clone {
        self.0[user].iter().map(|(i, x)| (*i, x))
    }

    /// The user, the server and the number of running tasks, wherever some run.
    pub fn entries(&self) -> impl Iterator<Item = (usize, usize, &S)> + Clone {
        self.0.iter().enumerate().flat_map(|(u, row)| row.iter().map(move |(i, x)| (u, *i, x)))
    }

    /// The number of tasks of `user` on server `i`.
    pub fn on(&self, user: usize, i: usize) -> S {
        let row = &self.0[user];
        row.binary_search_by_key(&i, |(i, _)| *i).map_or_else(|_| S::zero(), |at| row[at].1.clone())
    }

    /// Sets the number of tasks of `user` on server `i`.
    pub fn set(&mut self, user: usize, i: usize, x: S) {
        let row = &mut self.0[user];
        match (row.binary_search_by_key(&i, |(i, _)| *i), x.is_zero()) {
            (Ok(at), true) => drop(row.remove(at)),
            (Ok(at), false) => row[at].1 = x,
            (Err(_), true) => {}
            (Err(at), false) => row.insert(at, (i, x)),
        }
    }

    /// The number of running tasks of `user`.
    pub fn total(&self, user: usize) -> S {
        sum(self.row(user).map(|(_, x)| x.clone()))
    }

    /// The number of running tasks of each user.
    pub fn totals(&self) -> Vec<S> {
        (0..self.users()).map(|u| self.total(u)).collect()
    }

    /// The placement with a number for every pair of a user and one of `servers` servers.
    pub fn placement(&self, servers: usize) -> Placement<S> {
        let mut all = Placement::empty(self.users(), servers);
        self.entries().for_each(|(u, i, x)| all.tasks[u][i] = x.clone());
        all
    }

    /// The running tasks with `f` applied to every number.
    pub fn map<T: Scalar>(&self, f: impl Fn(&S) -> T) -> Running<T> {
        Running(self.0.iter().map(|row| row.iter().map(|(i, x)| (*i, f(x))).collect()).collect())
    }

    /// Adds a user of which nothing runs.
    pub fn add_user(&mut self) {
        self.0.push(Vec::new());
    }

    /// Removes a user.
    pub fn drop_user(&mut self, user: usize) {
        self.0.remove(user);
    }

    /// Removes a server with what runs there.
    pub fn drop_server(&mut self, server: usize) {
        for row in &mut self.0 {
            row.retain(|(i, _)| *i != server);
            row.iter_mut().filter(|(i, _)| *i > server).for_each(|(i, _)| *i -= 1);
        }
    }
}

impl Running {
    /// Returns `true` if every number of tasks is whole.
    pub fn whole(&self) -> bool {
        self.entries().all(|(.., x)| x.is_integer())
    }

    /// The amount of each resource of each server of `pool` that is left; negative where usage exceeds the capacity.
    pub fn left(&self, pool: &Pool) -> Vec<Vec<Rational>> {
        let mut left = pool.capacity.clone();
        for (u, i, x) in self.entries() {
            left[i].iter_mut().zip(&pool.demand[u]).for_each(|(l, d)| *l = &*l - x * d);
        }
        left
    }
}
