//! Progressive filling of one server whose users run nothing elsewhere, in one pass over the users in order
//! of the level at which they have all their tasks. [`fill`](super::fill) gives equal results event by event,
//! and more slowly.

use fairwitness_kernel::observer::Observer;
use fairwitness_kernel::specification::per_server::Stop;

use super::Server;
use crate::scalar::{Rational, Scalar, dot};

/// The state of the filling: the rising users, the rate at which each resource is used, and the amounts that
/// the stopped users leave.
struct Rising<'a> {
    server: &'a Server<'a>,
    open: Vec<bool>,
    /// Usage of each resource per unit of level.
    rate: Vec<Rational>,
    /// Amount of each resource that the stopped users leave.
    free: Vec<Rational>,
    placed: Vec<Rational>,
}

impl Rising<'_> {
    /// Usage of resource `r` by the users for which `counted` holds, with `amounts` tasks each.
    fn used(&self, r: usize, amounts: &[Rational], counted: impl Fn(usize) -> bool) -> Rational {
        let loads = amounts.iter().zip(self.server.load.iter()).enumerate();
        dot(loads.filter(|(u, _)| counted(*u)).map(|(_, (x, load))| (x, &load[r])))
    }

    /// Computes the rates and the free amounts of all resources.
    fn add_up(&mut self) {
        let resources = 0..self.server.capacity.len();
        let rates = resources.clone().map(|r| self.used(r, &self.server.unit, |u| self.open[u])).collect();
        let free =
            resources.map(|r| &self.server.capacity[r] - self.used(r, &self.placed, |u| !self.open[u]));
        self.free = free.collect();
        self.rate = rates;
    }

    /// The level at which the first resource is used up, and that resource.
    fn saturation(&self) -> Option<(Rational, usize)> {
        let rates = self.rate.iter().zip(&self.free).enumerate().filter(|(_, (rate, _))| rate.is_positive());
        rates.map(|(r, (rate, free))| (free / rate, r)).min()
    }

    /// Stops a user that has all its tasks.
    fn done(&mut self, user: usize, has: &Rational) {
        self.open[user] = false;
        for (r, load) in self.server.load[user].iter().enumerate().filter(|(_, load)| !load.is_zero()) {
            self.rate[r] = &self.rate[r] - &self.server.unit[user] * load;
            self.free[r] = &self.free[r] - has * load;
        }
        self.placed[user].clone_from(has);
    }

    /// Stops the users who demand resource `r`, which is used up at `level`; returns these users.
    fn saturated(&mut self, level: &Rational, r: usize) -> Vec<usize> {
        let stops = |u: &usize| self.open[*u] && self.server.load[*u][r].is_positive();
        let stopped: Vec<usize> = (0..self.open.len()).filter(stops).collect();
        for &u in &stopped {
            self.open[u] = false;
            self.placed[u] = level * &self.server.unit[u];
        }
        self.add_up();
        stopped
    }
}

/// The tasks of each user on `server`, filled from nothing, given the number of tasks of each user.
pub fn fill_alone(server: &Server<'_>, tasks: &[Option<Rational>]) -> Vec<Rational> {
    fill_alone_seen(server, tasks, &mut ())
}

/// The tasks of [`fill_alone`]; `observer` receives each stop.
pub fn fill_alone_seen(
    server: &Server<'_>,
    tasks: &[Option<Rational>],
    observer: &mut impl Observer<Stop>,
) -> Vec<Rational> {
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
            Some((end, u, has)) if rising.open[u] => {
                rising.done(u, has);
                observer.see(|| Stop { level: end, resource: None, users: vec![u] });
            }
            Some(_) => {}
            None => {
                let users = rising.saturated(&level, r);
                observer.see(|| Stop { level, resource: Some(r), users });
            }
        }
    }
    rising.placed
}
