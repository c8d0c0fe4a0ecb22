//! Fairness server by server: levels, water-filling on one server, and bottlenecks
//! (khamse2017 Definition 6, Theorems 1 and 2).
//!
//! Each server compares users by level: a user's total tasks divided by the number that it could run alone on
//! that server, per unit of weight. DRF is the case of one server. Resource and time division differ only in
//! the load of a task.

mod fill;
mod standing;
mod words;

pub use fill::{Stop, fill, fill_seen};
pub use standing::Standing;
pub use words::met_in_words;

use std::borrow::Cow;

use crate::model::cluster::{Certificate, Division, Placement, Pool};
use crate::model::{Checked, certain, uncertified};
use crate::scalar::{Rational, Scalar};

/// The servers, each with its own normalisation of the users' tasks.
#[derive(Clone, Debug, PartialEq)]
pub struct PerServer<'a, S: Scalar = Rational> {
    /// The servers, in the order of the instance.
    pub servers: Vec<Server<'a, S>>,
    /// The number of tasks of each user; `None` for a user without a limit.
    pub tasks: Cow<'a, [Option<S>]>,
}

/// One server: its capacities and, for each user, the load of a task and the number of tasks per unit of
/// level.
#[derive(Clone, Debug, PartialEq)]
pub struct Server<'a, S: Scalar = Rational> {
    /// Capacity of each resource; under time division the only resource is time.
    pub capacity: Cow<'a, [S]>,
    /// Load of one task of each user (users x resources).
    pub load: Cow<'a, [Vec<S>]>,
    /// Tasks per unit of level; zero for a user that can run nothing on the server.
    pub unit: Vec<S>,
}

impl<'a, S: Scalar> PerServer<'a, S> {
    /// The view of per-server dominant shares, with level `x_n / (gamma_ni w_n)`. Under time division a task
    /// takes `1 / gamma_ni` of the server's time, the only resource.
    pub fn dominant_shares(pool: &'a Pool<S>, weights: &[S], division: Division) -> Self {
        let gammas = pool.gammas();
        let server = |i: usize| {
            let unit = weights.iter().zip(&gammas).map(|(w, g)| w.clone() * &g[i]).collect();
            match division {
                Division::Resource => {
                    Server { capacity: Cow::from(&pool.capacity[i]), load: Cow::from(&pool.demand), unit }
                }
                Division::Time => {
                    let time = |g: &S| if g.is_positive() { S::one() / g } else { S::zero() };
                    let load: Vec<Vec<S>> = gammas.iter().map(|g| vec![time(&g[i])]).collect();
                    Server { capacity: Cow::from(vec![S::one()]), load: Cow::from(load), unit }
                }
            }
        };
        PerServer { servers: (0..pool.servers()).map(server).collect(), tasks: Cow::from(&pool.tasks) }
    }

    /// The number of users.
    pub fn users(&self) -> usize {
        self.tasks.len()
    }
}

impl PerServer<'_> {
    /// Returns `true` if all tasks of `user` run.
    fn satisfied(&self, totals: &[Rational], user: usize) -> bool {
        self.tasks[user].as_ref().is_some_and(|has| totals[user] == *has)
    }

    /// Returns `true` if a bottleneck is owed to `user` on server `i`: some of its tasks do not run yet, and
    /// the server can run them.
    pub fn owed(&self, totals: &[Rational], user: usize, i: usize) -> bool {
        self.servers[i].unit[user].is_positive() && !self.satisfied(totals, user)
    }

    /// Calls `found` for each user and server where a bottleneck is owed.
    ///
    /// # Errors
    /// The first user, and the first server for that user, where `found` returns `false`.
    pub fn each_owed(
        &self,
        placement: &Placement,
        mut found: impl FnMut(&Standing<'_>, usize, usize) -> bool,
    ) -> Checked {
        let totals = placement.totals();
        let mut missing: Option<(usize, usize)> = None;
        for i in 0..self.servers.len() {
            let standing = Standing::of(self, placement, &totals, i);
            let none = (0..self.users()).find(|&u| self.owed(&totals, u, i) && !found(&standing, u, i));
            missing = missing.into_iter().chain(none.map(|u| (u, i))).min();
        }
        let Some((u, i)) = missing else { return Ok(()) };
        uncertified(format!("user {} has no bottleneck on server {}", u + 1, i + 1))
    }

    /// Checks that a feasible placement has a bottleneck for every user on every server where one is owed.
    ///
    /// # Errors
    /// The first user and server without a bottleneck.
    pub fn meets(&self, placement: &Placement) -> Checked {
        self.each_owed(placement, |standing, u, _| standing.bottleneck(u).is_some())
    }

    /// Checks the bottlenecks of a feasible placement: usage is summed once for each server and resource, and
    /// each bottleneck is one comparison.
    ///
    /// # Errors
    /// The first bottleneck that is missing or wrong.
    pub fn check(&self, placement: &Placement, certificate: &Certificate) -> Checked {
        let named = certificate.bottlenecks(self.users(), self.servers.len())?;
        let totals = placement.totals();
        let idle = |u: usize, i: usize| named[u][i].is_some() && !self.owed(&totals, u, i);
        let any_idle = (0..self.users()).any(|u| (0..self.servers.len()).any(|i| idle(u, i)));
        certain(!any_idle, "a bottleneck stands where none is owed")?;
        self.each_owed(placement, |standing, u, i| named[u][i].is_some_and(|r| standing.is_bottleneck(u, r)))
    }
}
