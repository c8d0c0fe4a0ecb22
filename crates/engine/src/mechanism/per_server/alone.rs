//! Progressive filling of one server whose users have nothing elsewhere, in one pass over the users in order of the level
//! at which they have all their tasks. [`fill`](super::fill) is the same, event by event, and the slower for it.

use super::Server;
use crate::scalar::{Rational, Scalar, dot};

/// What rises: who, how fast each resource is used, and what those who stopped leave of it.
struct Rising<'a> {
    server: &'a Server<'a>,
    open: Vec<bool>,
    /// Use of each resource per unit of level.
    rate: Vec<Rational>,
    /// What those who stopped leave.
    free: Vec<Rational>,
    placed: Vec<Rational>,
}

impl Rising<'_> {
    /// Use of a resource by the users that `counted` picks, so much of each.
    fn used(&self, r: usize, amounts: &[Rational], counted: impl Fn(usize) -> bool) -> Rational {
        let loads = amounts.iter().zip(self.server.load.iter()).enumerate();
        dot(loads.filter(|(u, _)| counted(*u)).map(|(_, (x, load))| (x, &load[r])))
    }

    /// Adds up from nothing how fast each resource is used and what is left of it.
    fn add_up(&mut self) {
        let resources = 0..self.server.capacity.len();
        let rates = resources.clone().map(|r| self.used(r, &self.server.unit, |u| self.open[u])).collect();
        let free =
            resources.map(|r| &self.server.capacity[r] - self.used(r, &self.placed, |u| !self.open[u]));
        self.free = free.collect();
        self.rate = rates;
    }

    /// The level at which a resource is used up, and the resource.
    fn saturation(&self) -> Option<(Rational, usize)> {
        let rates = self.rate.iter().zip(&self.free).enumerate().filter(|(_, (rate, _))| rate.is_positive());
        rates.map(|(r, (rate, free))| (free / rate, r)).min()
    }

    /// One user has all its tasks.
    fn done(&mut self, user: usize, has: &Rational) {
        self.open[user] = false;
        for (r, load) in self.server.load[user].iter().enumerate().filter(|(_, load)| !load.is_zero()) {
            self.rate[r] = &self.rate[r] - &self.server.unit[user] * load;
            self.free[r] = &self.free[r] - has * load;
        }
        self.placed[user].clone_from(has);
    }

    /// A resource is used up: those who demand it stop.
    fn saturated(&mut self, level: &Rational, r: usize) {
        for u in 0..self.open.len() {
            if self.open[u] && self.server.load[u][r].is_positive() {
                self.open[u] = false;
                self.placed[u] = level * &self.server.unit[u];
            }
        }
        self.add_up();
    }
}

/// What each user runs on the server, which is filled from nothing, given how many tasks each has.
pub fn fill_alone(server: &Server<'_>, tasks: &[Option<Rational>]) -> Vec<Rational> {
    let users = server.unit.len();
    let wants = |u: usize| server.unit[u].is_positive() && tasks[u].as_ref().is_none_or(Scalar::is_positive);
    let mut rising = Rising {
        server,
        open: (0..users).map(wants).collect(),
        rate: Vec::new(),
        free: Vec::new(),
        placed: vec![Rational::zero(); users],
    };
    rising.add_up();
    let finite = (0..users).filter(|&u| rising.open[u]);
    let finite = finite.filter_map(|u| tasks[u].as_ref().map(|has| (has / &server.unit[u], u, has)));
    let mut ends: Vec<(Rational, usize, &Rational)> = finite.collect();
    ends.sort();
    let mut ends = ends.into_iter().peekable();
    while let Some((level, r)) = rising.saturation() {
        match ends.next_if(|(end, ..)| *end < level) {
            Some((_, u, has)) if rising.open[u] => rising.done(u, has),
            Some(_) => {}
            None => rising.saturated(&level, r),
        }
    }
    rising.placed
}
