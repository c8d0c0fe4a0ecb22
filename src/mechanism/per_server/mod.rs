//! Fairness server by server: levels, water-filling on one server, and bottlenecks
//! (khamse2017 Definition 6, Theorems 1 and 2).
//!
//! Each server compares users by level: a user's total tasks against what it could run with a unit of
//! weight on that server alone. DRF is the case of one server; resource and time division differ only in
//! what a task takes.

mod branch;
mod fill;
mod fill_words;
mod pin;
mod sweep;

pub use fill::fill;
pub use fill_words::{ROOM, fill_in_words, fill_words};

use std::borrow::Cow;

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
    /// Whether `resource` is a bottleneck for the user on server `i` (Definition 6): demanded, saturated,
    /// and nobody who uses it there stands higher.
    fn is_bottleneck(
        &self,
        placement: &Placement,
        totals: &[Rational],
        user: usize,
        i: usize,
        resource: usize,
    ) -> bool {
        let server = &self.servers[i];
        if resource >= server.capacity.len() || !server.load[user][resource].is_positive() {
            return false;
        }
        let uses = |m: usize| &placement.tasks[m][i] * &server.load[m][resource];
        let level = |m: usize| &totals[m] / &server.unit[m];
        sum((0..self.users()).map(uses)) == server.capacity[resource]
            && (0..self.users()).all(|m| !uses(m).is_positive() || level(m) <= level(user))
    }

    /// Whether the user has all the tasks it has.
    fn satisfied(&self, totals: &[Rational], user: usize) -> bool {
        self.tasks[user].as_ref().is_some_and(|has| totals[user] == *has)
    }

    /// Where a bottleneck is owed: users that still want tasks, on servers that can run them.
    fn owed<'b>(&'b self, totals: &'b [Rational]) -> impl Iterator<Item = (usize, usize)> + 'b {
        let users = (0..self.users()).filter(|&u| !self.satisfied(totals, u));
        users
            .flat_map(|u| (0..self.servers.len()).map(move |i| (u, i)))
            .filter(|&(u, i)| self.servers[i].unit[u].is_positive())
    }

    /// A bottleneck resource for every user on every server where one is owed.
    pub fn bottlenecks(&self, placement: &Placement) -> Result<Certificate, Rejected> {
        let totals = placement.totals();
        let mut found = vec![vec![None; self.servers.len()]; self.users()];
        for (u, i) in self.owed(&totals) {
            let mut resources = 0..self.servers[i].capacity.len();
            match resources.find(|&r| self.is_bottleneck(placement, &totals, u, i, r)) {
                Some(r) => found[u][i] = Some(r),
                None => return Err(no_bottleneck(u, i)),
            }
        }
        Ok(Certificate::Bottlenecks(found))
    }

    /// Checks the bottlenecks of a feasible placement, one comparison each.
    pub fn check(&self, placement: &Placement, certificate: &Certificate) -> Result<(), Rejected> {
        let Certificate::Bottlenecks(named) = certificate else {
            return Err(Rejected::Certificate("bottlenecks are needed".to_string()));
        };
        if named.len() != self.users() || named.iter().any(|row| row.len() != self.servers.len()) {
            return Err(Rejected::Certificate("bottlenecks of another shape".to_string()));
        }
        let totals = placement.totals();
        for (u, i) in self.owed(&totals) {
            if !named[u][i].is_some_and(|r| self.is_bottleneck(placement, &totals, u, i, r)) {
                return Err(no_bottleneck(u, i));
            }
        }
        Ok(())
    }

    /// An allocation with a bottleneck for every user on every server, certified before it is returned.
    ///
    /// On several servers every user is taken to want more than it can get.
    ///
    /// Sweeps of water-filling in floats lead near one; supports and bottlenecks are read off; one exact
    /// programme pins it down. When no guess can be pinned, exact branching over bottlenecks decides.
    pub fn allocate(&self) -> Result<Placement, Refusal> {
        if let [server] = &self.servers[..] {
            let zero = vec![Rational::zero(); self.users()];
            let tasks = fill(server, &zero, &self.tasks);
            return Ok(Placement { tasks: tasks.into_iter().map(|x| vec![x]).collect() });
        }
        let users = self.users();
        if users * users * self.servers.len() > MOST_CONDITIONS {
            return Err(Refusal::Undecided(format!(
                "{users} users on {} servers are too many for exact conditions",
                self.servers.len()
            )));
        }
        // Tasks counted against what a user could run everywhere: the unit of a task must not matter.
        let scale: Vec<Rational> =
            (0..users).map(|u| sum(self.servers.iter().map(|s| s.unit[u].clone()))).collect();
        let found = self.rescaled(&scale).find()?;
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

    fn find(&self) -> Result<Placement, Refusal> {
        let near = sweep::sweep(&self.map(Rational::to_f64));
        for slack in [1e-9, 1e-7, 1e-11, 1e-5, 1e-3] {
            if let Some(guess) = sweep::guess(self, &near, slack)
                && let Some(placement) = pin::pin(self, &guess)
                && self.bottlenecks(&placement).is_ok()
            {
                return Ok(placement);
            }
        }
        branch::branch(self)
    }
}

/// Comparisons of users on servers beyond which no exact programme is set up.
const MOST_CONDITIONS: usize = 100_000;

fn no_bottleneck(user: usize, server: usize) -> Rejected {
    Rejected::Certificate(format!("user {} has no bottleneck on server {}", user + 1, server + 1))
}
