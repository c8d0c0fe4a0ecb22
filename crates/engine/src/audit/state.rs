//! What runs where at a moment, what is left of each server, and what changes when one task more or less runs there.

use super::shares::entitled;
use crate::model::cluster::{Pool, Setting};
use crate::scalar::{Rational, Scalar, least, min, sum};

/// A state of a cluster: tasks by user and server, and what follows from them.
#[derive(Clone, Debug)]
pub struct State<'a> {
    /// The instance.
    pub pool: &'a Pool,
    /// Whether tasks are whole.
    pub setting: Setting,
    /// Tasks of user `u` on server `i`.
    pub tasks: Vec<Vec<Rational>>,
    /// What is left of each resource of each server; below zero where too much runs.
    pub left: Vec<Vec<Rational>>,
    /// Tasks of each user.
    pub totals: Vec<Rational>,
    /// Tasks that each user's share would run.
    pub entitled: Vec<Rational>,
}

impl<'a> State<'a> {
    /// The state in which `tasks` run (users x servers).
    pub fn of(pool: &'a Pool, setting: Setting, tasks: Vec<Vec<Rational>>) -> Self {
        let mut left = pool.capacity.clone();
        for (row, demand) in tasks.iter().zip(&pool.demand) {
            for (i, x) in row.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
                left[i].iter_mut().zip(demand).for_each(|(l, d)| *l = &*l - x * d);
            }
        }
        let totals = tasks.iter().map(|row| sum(row.iter().filter(|x| !x.is_zero()).cloned())).collect();
        let entitled = (0..pool.users()).map(|u| entitled(setting, pool, u)).collect();
        State { pool, setting, tasks, left, totals, entitled }
    }

    /// By how many tasks the user is below its share; zero of a user that is not.
    pub fn short(&self, user: usize) -> Rational {
        positive(&self.entitled[user] - &self.totals[user])
    }

    /// By how many tasks the user is above its share; zero of a user that is not.
    pub fn spare(&self, user: usize) -> Rational {
        positive(&self.totals[user] - &self.entitled[user])
    }

    /// How many tasks the user has that do not run; `None` of a user that always has more.
    pub fn waiting(&self, user: usize) -> Option<Rational> {
        self.pool.tasks[user]
            .as_ref()
            .map(|has| positive(self.setting.tasks(has.clone()) - &self.totals[user]))
    }

    /// How many tasks more of the user fit on what is left of the server, were the server open to it.
    pub fn fits(&self, user: usize, server: usize) -> Rational {
        let demand = self.pool.demand[user].iter().zip(&self.left[server]);
        let fits = least(demand.filter(|(d, _)| d.is_positive()).map(|(d, l)| l / d));
        let fits = positive(fits.unwrap_or_else(Rational::zero));
        match self.pool.alike(server) {
            1 => self.setting.tasks(fits),
            // Spread evenly, as what runs on a class is.
            alike => {
                let alike = Rational::int(i64::try_from(alike).unwrap_or(i64::MAX));
                self.setting.tasks(fits / &alike) * alike
            }
        }
    }

    /// How many tasks more of the user fit on the server; zero where it may not run.
    pub fn room(&self, user: usize, server: usize) -> Rational {
        if self.pool.runs_on(user, server) { self.fits(user, server) } else { Rational::zero() }
    }

    /// The servers that could run more tasks of the user at once, each with how many; fewest servers first.
    pub fn rooms(&self, user: usize) -> Vec<(usize, Rational)> {
        let all = (0..self.pool.servers()).map(|i| (i, self.room(user, i)));
        let mut rooms: Vec<(usize, Rational)> = all.filter(|(_, room)| room.is_positive()).collect();
        rooms.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        rooms
    }

    /// How many tasks more of the user could start at once: what fits, and no more than wait.
    pub fn could_start(&self, user: usize, rooms: &[(usize, Rational)]) -> Rational {
        let room = sum(rooms.iter().map(|(_, room)| room.clone()));
        self.waiting(user).map_or(room.clone(), |waiting| min(room, waiting))
    }

    /// Lets `more` tasks more of the user run on the server, or fewer where `more` is below zero.
    pub fn put(&mut self, user: usize, server: usize, more: &Rational) {
        self.tasks[user][server] = &self.tasks[user][server] + more;
        self.totals[user] = &self.totals[user] + more;
        let demand = &self.pool.demand[user];
        self.left[server].iter_mut().zip(demand).for_each(|(l, d)| *l = &*l - more * d);
    }

    /// Whether the load of the server, summed anew, stays within its capacity or at least within `before`, the amounts that
    /// were left there.
    pub fn carries(&self, server: usize, before: &[Rational]) -> bool {
        let running = || (0..self.pool.users()).filter(|&u| !self.tasks[u][server].is_zero());
        (0..self.pool.resources()).all(|r| {
            let used = sum(running().map(|u| &self.tasks[u][server] * &self.pool.demand[u][r]));
            let left = &self.pool.capacity[server][r] - used;
            !left.is_negative() || left >= before[r]
        })
    }
}

/// The amount, or zero where it is below.
pub fn positive(x: Rational) -> Rational {
    if x.is_positive() { x } else { Rational::zero() }
}
