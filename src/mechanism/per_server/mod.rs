//! Fairness server by server: levels, water-filling on one server, and bottlenecks
//! (khamse2017 Definition 6, Theorems 1 and 2).
//!
//! Each server compares users by level: a user's total tasks against what it could run with a unit of
//! weight on that server alone. DRF is the case of one server; resource and time division differ only in
//! what a task takes.

mod alone;
mod branch;
mod cells;
mod fill;
mod fill_words;
mod pin;
mod sequential;
mod snap;
mod standing;
mod standstill;
mod sweep;

pub use alone::fill_alone;
pub use cells::{End, Linear, Range};
pub use fill::fill;
pub use fill_words::{ROOM, fill_by_words, fill_in_words, fill_words};

use std::borrow::Cow;

use standing::Standing;

use crate::model::cluster::{Certificate, Division, Placement, Pool};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Rational, Scalar, sum};

/// The servers as the users see them.
#[derive(Clone, Debug, PartialEq)]
pub struct PerServer<'a, S: Scalar = Rational> {
    /// One a server.
    pub servers: Vec<Server<'a, S>>,
    /// How many tasks each user has.
    pub tasks: Cow<'a, [Option<S>]>,
}

/// One server: its capacities and, for each user, what a task takes and how many tasks make a unit of level.
#[derive(Clone, Debug, PartialEq)]
pub struct Server<'a, S: Scalar = Rational> {
    /// What there is of each resource.
    pub capacity: Cow<'a, [S]>,
    /// What one task of each user takes (users x resources).
    pub load: Cow<'a, [Vec<S>]>,
    /// Tasks per unit of level; zero for a user that can run nothing here.
    pub unit: Vec<S>,
}

impl<'a, S: Scalar> PerServer<'a, S> {
    /// The view of per-server dominant shares: level `x_n / (gamma_ni w_n)`; under time division a task
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

    fn map<T: Scalar>(&self, f: impl Fn(&S) -> T) -> PerServer<'static, T> {
        let row = |r: &[S]| r.iter().map(&f).collect::<Vec<T>>();
        let server = |s: &Server<'_, S>| Server {
            capacity: Cow::from(row(&s.capacity)),
            load: s.load.iter().map(|load| row(load)).collect(),
            unit: row(&s.unit),
        };
        PerServer {
            servers: self.servers.iter().map(server).collect(),
            tasks: self.tasks.iter().map(|t| t.as_ref().map(&f)).collect(),
        }
    }
}

impl PerServer<'_> {
    /// Whether the user has all the tasks it has.
    fn satisfied(&self, totals: &[Rational], user: usize) -> bool {
        self.tasks[user].as_ref().is_some_and(|has| totals[user] == *has)
    }

    /// Whether a bottleneck is owed: the user still wants tasks, and the server can run them.
    fn owed(&self, totals: &[Rational], user: usize, i: usize) -> bool {
        self.servers[i].unit[user].is_positive() && !self.satisfied(totals, user)
    }

    /// The first user, in order, on the first server where `found` fails to come up with the bottleneck that is owed.
    fn each_owed(
        &self,
        placement: &Placement,
        mut found: impl FnMut(&Standing<'_>, usize, usize) -> bool,
    ) -> Result<(), Rejected> {
        let totals = placement.totals();
        let mut missing: Option<(usize, usize)> = None;
        for i in 0..self.servers.len() {
            let standing = Standing::of(self, placement, &totals, i);
            let none = (0..self.users()).find(|&u| self.owed(&totals, u, i) && !found(&standing, u, i));
            missing = missing.into_iter().chain(none.map(|u| (u, i))).min();
        }
        missing.map_or(Ok(()), |(u, i)| Err(no_bottleneck(u, i)))
    }

    /// A bottleneck resource for every user on every server where one is owed.
    pub fn bottlenecks(&self, placement: &Placement) -> Result<Certificate, Rejected> {
        let mut named = vec![vec![None; self.servers.len()]; self.users()];
        self.each_owed(placement, |standing, u, i| {
            named[u][i] = (0..self.servers[i].capacity.len()).find(|&r| standing.is_bottleneck(u, r));
            named[u][i].is_some()
        })?;
        Ok(Certificate::Bottlenecks(named))
    }

    /// Checks the bottlenecks of a feasible placement: every server and resource is added up once, and one comparison each
    /// is left.
    pub fn check(&self, placement: &Placement, certificate: &Certificate) -> Result<(), Rejected> {
        let Certificate::Bottlenecks(named) = certificate else {
            return Err(Rejected::Certificate("bottlenecks are needed".to_string()));
        };
        if named.len() != self.users() || named.iter().any(|row| row.len() != self.servers.len()) {
            return Err(Rejected::Certificate("bottlenecks of another shape".to_string()));
        }
        let totals = placement.totals();
        let idle = |u: usize, i: usize| named[u][i].is_some() && !self.owed(&totals, u, i);
        if (0..self.users()).any(|u| (0..self.servers.len()).any(|i| idle(u, i))) {
            return Err(Rejected::Certificate("a bottleneck stands where none is owed".to_string()));
        }
        self.each_owed(placement, |standing, u, i| named[u][i].is_some_and(|r| standing.is_bottleneck(u, r)))
    }

    /// An allocation with a bottleneck for every user on every server, certified before it is returned.
    ///
    /// On several servers every user is taken to want more than it can get.
    ///
    /// Floats propose and exact arithmetic decides. Damped sweeps of water-filling lead near an allocation; supports and
    /// bottlenecks are read off; one exact programme pins it down. Where no guess can be pinned, or there are too many
    /// pairs for programmes, sequential sweeps lead near one, and exact systems of equations are tried. At last, exact
    /// branching over bottlenecks decides.
    pub fn allocate(&self) -> Result<Placement, Refusal> {
        if let [server] = &self.servers[..] {
            let tasks = fill_alone(server, &self.tasks);
            return Ok(Placement { tasks: tasks.into_iter().map(|x| vec![x]).collect() });
        }
        let users = self.users();
        // Tasks counted against what a user could run everywhere: the unit of a task must not matter.
        let scale: Vec<Rational> =
            (0..users).map(|u| sum(self.servers.iter().map(|s| s.unit[u].clone()))).collect();
        let found = self.rescaled(&scale).sought()?;
        let row = |(row, scale): (Vec<Rational>, &Rational)| row.into_iter().map(|x| x * scale).collect();
        Ok(Placement { tasks: found.tasks.into_iter().zip(&scale).map(row).collect() })
    }

    /// The same servers, a task of each user counting as `1 / scale` of one (0 stays as it is).
    fn rescaled(&self, scale: &[Rational]) -> PerServer<'static> {
        let servers = self.servers.iter().map(|server| {
            let load = server.load.iter().zip(scale).map(|(row, s)| row.iter().map(|l| l * s).collect());
            let unit =
                server.unit.iter().zip(scale).map(|(u, s)| if s.is_zero() { u.clone() } else { u / s });
            Server {
                capacity: Cow::from(server.capacity.to_vec()),
                load: Cow::from(load.collect::<Vec<Vec<Rational>>>()),
                unit: unit.collect(),
            }
        });
        PerServer { servers: servers.collect(), tasks: Cow::from(self.tasks.to_vec()) }
    }

    fn sought(&self) -> Result<Placement, Refusal> {
        if self.users() * self.servers.len() <= MOST_PINNED
            && let Some(placement) = self.pinned()
        {
            return Ok(placement);
        }
        sequential::settle(self).map_or_else(|| branch::branch(self), Ok)
    }

    /// An allocation near which damped sweeps end.
    fn pinned(&self) -> Option<Placement> {
        let near = sweep::sweep(&self.map(Rational::to_f64));
        [1e-9, 1e-7, 1e-11, 1e-5, 1e-3].into_iter().find_map(|slack| {
            let guess = sweep::guess(self, &near, slack)?;
            pin::pin(self, &guess).filter(|placement| self.bottlenecks(placement).is_ok())
        })
    }
}

/// Pairs of users and servers beyond which sequential sweeps go first: programmes over so many variables are slow.
const MOST_PINNED: usize = 64;

fn no_bottleneck(user: usize, server: usize) -> Rejected {
    Rejected::Certificate(format!("user {} has no bottleneck on server {}", user + 1, server + 1))
}
