//! The cluster model: users share servers, each server a vector of resources (khamse2017 II, wang2013 III-A).
//!
//! One server is a pool. Users have a demand vector per task, weights, eligible servers, and finitely many
//! tasks or not; with effective rates a user's tasks per whole server are given instead of computed.

mod certificate;
mod file;
mod polytope;
mod shrink;

pub use certificate::{Certificate, Cycle};
pub use polytope::Polytope;

use super::{Hypothesis, Model};
use crate::document::{InputError, Node, Value};
use crate::model::refusal::Rejected;
use crate::scalar::{Rational, Scalar, dot, min, sum, sum_within};

/// The cluster model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cluster;

/// Users, servers and resources. Shapes: `capacity` servers x resources, `demand` users x resources (per
/// task, no row all zero), `eligible` users x servers, `tasks` one a user (`None`: as many as it likes),
/// `rate` users x servers.
#[derive(Clone, Debug, PartialEq)]
pub struct Pool<S = Rational> {
    /// How much of each resource each server has.
    pub capacity: Vec<Vec<S>>,
    /// What one task of each user takes.
    pub demand: Vec<Vec<S>>,
    /// Priorities.
    pub weight: Weight<S>,
    /// Which servers may run which user's tasks.
    pub eligible: Vec<Vec<bool>>,
    /// How many tasks each user has.
    pub tasks: Vec<Option<S>>,
    /// Tasks per whole server, when given instead of computed from demand and capacity.
    pub rate: Option<Vec<Vec<S>>>,
    /// Names for readers.
    pub labels: Labels,
}

/// Priorities: one a user, or one a user and resource.
#[derive(Clone, Debug, PartialEq)]
pub enum Weight<S = Rational> {
    /// One positive weight a user.
    User(Vec<S>),
    /// One positive weight a user and resource (one-pool mechanisms only).
    Resource(Vec<Vec<S>>),
}

/// Optional names of users, servers and resources; empty lists stand for none.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Labels {
    /// One a user.
    pub users: Vec<String>,
    /// One a server.
    pub servers: Vec<String>,
    /// One a resource.
    pub resources: Vec<String>,
}

/// An allocation: how many tasks of each user each server runs (users x servers).
#[derive(Clone, Debug, PartialEq)]
pub struct Placement<S = Rational> {
    /// Tasks of user `u` on server `s`.
    pub tasks: Vec<Vec<S>>,
}

/// What a user says about itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Its demand per task.
    pub demand: Vec<Rational>,
    /// The servers it says it can run on.
    pub eligible: Vec<bool>,
    /// Its tasks per whole server, in an instance with rates.
    pub rate: Option<Vec<Rational>>,
}

/// How a server is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// Each resource is divided: the sum of what tasks take stays within the capacity.
    Resource,
    /// Time is divided: the sum of the fractions of the whole server stays within one.
    Time,
}

/// What a cluster mechanism takes for feasible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// How a server is shared.
    pub division: Division,
    /// Whether only whole tasks are placed.
    pub whole: bool,
}

impl Setting {
    /// Whole tasks on divided resources.
    pub const WHOLE: Setting = Setting { division: Division::Resource, whole: true };

    /// Divisible tasks.
    pub const fn divisible(division: Division) -> Self {
        Setting { division, whole: false }
    }

    /// The tasks that run where there is room for so many: whole ones, if tasks are whole.
    pub fn tasks(self, room: Rational) -> Rational {
        if self.whole { room.floor() } else { room }
    }

    /// So many tasks, or as many as the user has: of a fractional number of tasks the whole ones, if tasks are whole.
    pub fn capped(self, pool: &Pool, user: usize, tasks: Rational) -> Rational {
        match &pool.tasks[user] {
            Some(has) => min(tasks, self.tasks(has.clone())),
            None => tasks,
        }
    }
}

impl<S: Scalar> Pool<S> {
    /// An instance with equal weights, no constraints and unlimited tasks.
    pub fn new(capacity: Vec<Vec<S>>, demand: Vec<Vec<S>>) -> Self {
        let (users, servers) = (demand.len(), capacity.len());
        Pool {
            capacity,
            demand,
            weight: Weight::User(vec![S::one(); users]),
            eligible: vec![vec![true; servers]; users],
            tasks: vec![None; users],
            rate: None,
            labels: Labels::default(),
        }
    }

    /// The number of users.
    #[inline]
    pub fn users(&self) -> usize {
        self.demand.len()
    }

    /// The number of servers.
    #[inline]
    pub fn servers(&self) -> usize {
        self.capacity.len()
    }

    /// The number of resources.
    #[inline]
    pub fn resources(&self) -> usize {
        self.capacity.first().map_or(0, Vec::len)
    }

    /// How many tasks the user could run with the whole of server `i`, were it eligible there.
    pub fn whole_server(&self, user: usize, i: usize) -> S {
        match &self.rate {
            Some(rate) => rate[user][i].clone(),
            None => fitting(&self.demand[user], &self.capacity[i]),
        }
    }

    /// `gamma`: how many tasks the user runs when it has server `i` to itself; zero where not eligible.
    pub fn gamma(&self, user: usize, i: usize) -> S {
        if self.eligible[user][i] { self.whole_server(user, i) } else { S::zero() }
    }

    /// `gamma` of every user on every server.
    pub fn gammas(&self) -> Vec<Vec<S>> {
        (0..self.users()).map(|u| (0..self.servers()).map(|i| self.gamma(u, i)).collect()).collect()
    }

    /// How many tasks the user would run, had it the whole pool to itself and tasks without end.
    pub fn alone(&self, user: usize) -> S {
        sum((0..self.servers()).map(|i| self.gamma(user, i)))
    }

    /// Whether the user can run anything on server `i`: whether its `gamma` is above zero.
    #[inline]
    pub fn runs_on(&self, user: usize, i: usize) -> bool {
        self.eligible[user][i]
            && match &self.rate {
                Some(rate) => rate[user][i].is_positive(),
                None => self.demand[user]
                    .iter()
                    .zip(&self.capacity[i])
                    .all(|(d, c)| d.is_zero() || c.is_positive()),
            }
    }

    /// Whether the user can run anything anywhere.
    pub fn can_run(&self, user: usize) -> bool {
        (0..self.servers()).any(|i| self.runs_on(user, i))
    }

    /// The total capacity of each resource.
    pub fn pooled(&self) -> Vec<S> {
        (0..self.resources()).map(|r| sum(self.capacity.iter().map(|c| c[r].clone()))).collect()
    }

    /// The user's weight on a resource.
    #[inline]
    pub fn weight(&self, user: usize, resource: usize) -> &S {
        match &self.weight {
            Weight::User(w) => &w[user],
            Weight::Resource(w) => &w[user][resource],
        }
    }

    /// The users' weights, if they do not differ by resource.
    #[inline]
    pub fn user_weights(&self) -> Option<&[S]> {
        match &self.weight {
            Weight::User(w) => Some(w),
            Weight::Resource(_) => None,
        }
    }

    /// Whether every user may run on every server.
    pub fn unconstrained(&self) -> bool {
        self.eligible.iter().flatten().all(|e| *e)
    }

    /// At most as many tasks as the user has.
    pub fn capped(&self, user: usize, tasks: S) -> S {
        match &self.tasks[user] {
            Some(has) => min(tasks, has.clone()),
            None => tasks,
        }
    }

    /// The fraction of the user's slice of resource `r` in an even division by weight.
    pub fn slice(&self, user: usize, r: usize) -> S {
        let total = (0..self.users()).fold(S::zero(), |total, u| total + self.weight(u, r));
        self.weight(user, r).clone() / total
    }

    /// The same instance in another scalar.
    pub fn map<T: Scalar>(&self, f: impl Fn(&S) -> T) -> Pool<T> {
        let row = |r: &Vec<S>| r.iter().map(&f).collect::<Vec<T>>();
        let matrix = |m: &Vec<Vec<S>>| m.iter().map(row).collect::<Vec<_>>();
        Pool {
            capacity: matrix(&self.capacity),
            demand: matrix(&self.demand),
            weight: match &self.weight {
                Weight::User(w) => Weight::User(row(w)),
                Weight::Resource(w) => Weight::Resource(matrix(w)),
            },
            eligible: self.eligible.clone(),
            tasks: self.tasks.iter().map(|t| t.as_ref().map(&f)).collect(),
            rate: self.rate.as_ref().map(matrix),
            labels: self.labels.clone(),
        }
    }
}

impl Pool {
    /// The report of a user that tells the truth.
    pub fn truth(&self, user: usize) -> Report {
        Report {
            demand: self.demand[user].clone(),
            eligible: self.eligible[user].clone(),
            rate: self.rate.as_ref().map(|rate| rate[user].clone()),
        }
    }
}

impl<S: Scalar> Placement<S> {
    /// Nothing for anybody.
    pub fn empty(users: usize, servers: usize) -> Self {
        Placement { tasks: vec![vec![S::zero(); servers]; users] }
    }

    /// A user's tasks, over all servers.
    pub fn total(&self, user: usize) -> S {
        sum(self.tasks[user].iter().cloned())
    }

    /// Every user's tasks.
    pub fn totals(&self) -> Vec<S> {
        (0..self.tasks.len()).map(|u| self.total(u)).collect()
    }
}

/// How many times `demand` fits into `bundle`: the smallest quotient over the resources demanded.
pub fn fitting<S: Scalar>(demand: &[S], bundle: &[S]) -> S {
    let mut fits: Option<S> = None;
    for (d, b) in demand.iter().zip(bundle).filter(|(d, _)| d.is_positive()) {
        let quotient = b.clone() / d;
        if fits.as_ref().is_none_or(|least| quotient < *least) {
            fits = Some(quotient);
        }
    }
    fits.unwrap_or_else(S::zero)
}

impl Placement {
    /// What the placement uses of a resource of a server.
    pub fn used(&self, pool: &Pool, i: usize, r: usize) -> Rational {
        dot(self.tasks.iter().zip(&pool.demand).map(|(row, demand)| (&row[i], &demand[r])))
    }
}

impl Cluster {
    fn overload(division: Division, pool: &Pool, outcome: &Placement) -> Result<(), Rejected> {
        let names = |i: usize| pool.server_name(i);
        for i in 0..pool.servers() {
            match division {
                Division::Resource => {
                    for r in 0..pool.resources() {
                        let taken = || outcome.tasks.iter().zip(&pool.demand).map(|(x, d)| (&x[i], &d[r]));
                        if !sum_within(taken, &pool.capacity[i][r]) {
                            let used = outcome.used(pool, i, r);
                            let what = format!("{} of {} is overloaded", pool.resource_name(r), names(i));
                            return Err(Rejected::Infeasible { what, by: used - &pool.capacity[i][r] });
                        }
                    }
                }
                Division::Time => {
                    let running = (0..pool.users()).filter(|&u| outcome.tasks[u][i].is_positive());
                    let used = sum(running.map(|u| &outcome.tasks[u][i] / pool.gamma(u, i)));
                    if used > Rational::one() {
                        let what = format!("the time of {} is overloaded", names(i));
                        return Err(Rejected::Infeasible { what, by: used - Rational::one() });
                    }
                }
            }
        }
        Ok(())
    }
}

impl Model for Cluster {
    const ID: &'static str = "cluster";
    const AGENT: &'static str = "user";
    type Instance<S: Scalar> = Pool<S>;
    type Outcome<S: Scalar> = Placement<S>;
    type Report = Report;
    type Certificate = Certificate;
    type Setting = Setting;

    fn feasible(setting: Setting, pool: &Pool, outcome: &Placement) -> Result<(), Rejected> {
        let fits = outcome.tasks.len() == pool.users()
            && outcome.tasks.iter().all(|row| row.len() == pool.servers());
        if !fits {
            return Err(Rejected::Misfit("the placement has another shape than the instance".to_string()));
        }
        for u in 0..pool.users() {
            let name = || pool.user_name(u);
            for (i, tasks) in outcome.tasks[u].iter().enumerate() {
                let on = || pool.server_name(i);
                if tasks.is_negative() {
                    let what = format!("{} has negative tasks on {}", name(), on());
                    return Err(Rejected::Infeasible { what, by: -tasks.clone() });
                }
                if setting.whole && !tasks.is_integer() {
                    let what = format!("{} has a part of a task on {}", name(), on());
                    return Err(Rejected::Infeasible { what, by: tasks - tasks.floor() });
                }
                if tasks.is_positive() && !pool.runs_on(u, i) {
                    let what = format!("{} has tasks on {}, which cannot run them", name(), on());
                    return Err(Rejected::Infeasible { what, by: tasks.clone() });
                }
            }
            if let Some(has) = &pool.tasks[u] {
                let total = outcome.total(u);
                if total > *has {
                    let what = format!("{} runs more tasks than it has", name());
                    return Err(Rejected::Infeasible { what, by: total - has });
                }
            }
        }
        Cluster::overload(setting.division, pool, outcome)
    }

    fn read(node: &Node<'_>) -> Result<Pool, InputError> {
        file::read(node)
    }

    fn write(pool: &Pool) -> Value {
        file::write(pool)
    }

    fn read_outcome(pool: &Pool, node: &Node<'_>) -> Result<Placement, InputError> {
        file::read_outcome(pool, node)
    }

    fn write_outcome(_pool: &Pool, outcome: &Placement) -> Value {
        Value::Table(vec![
            ("placement".to_string(), Value::matrix(&outcome.tasks)),
            ("tasks".to_string(), Value::numbers(&outcome.totals())),
        ])
    }

    fn read_certificate(pool: &Pool, node: &Node<'_>) -> Result<Certificate, InputError> {
        certificate::read(pool, node)
    }

    fn write_certificate(pool: &Pool, certificate: &Certificate) -> Value {
        certificate::write(pool, certificate)
    }

    fn read_report(pool: &Pool, node: &Node<'_>) -> Result<Report, InputError> {
        file::read_report(pool, node)
    }

    fn write_report(report: &Report) -> Value {
        file::write_report(report)
    }

    fn misreported(pool: &Pool, user: usize, report: &Report) -> Pool {
        let mut said = pool.clone();
        said.demand[user].clone_from(&report.demand);
        said.eligible[user].clone_from(&report.eligible);
        if let (Some(rate), Some(row)) = (&mut said.rate, &report.rate) {
            rate[user].clone_from(row);
        }
        said
    }

    fn without(pool: &Pool, user: usize) -> Option<Pool> {
        (pool.users() > 1).then(|| {
            let mut rest = pool.clone();
            rest.drop_user(user);
            rest
        })
    }

    fn agents(pool: &Pool) -> usize {
        pool.users()
    }

    fn shrink(pool: &Pool) -> Box<dyn Iterator<Item = Pool> + '_> {
        Box::new(shrink::steps(pool))
    }

    fn meets(hypothesis: Hypothesis, pool: &Pool) -> bool {
        match hypothesis {
            Hypothesis::PositiveDemands => pool.demand.iter().flatten().all(Scalar::is_positive),
            Hypothesis::UserWeights => matches!(pool.weight, Weight::User(_)),
            Hypothesis::None | Hypothesis::UnitSizes => true,
        }
    }

    fn gets(_pool: &Pool, outcome: &Placement) -> Vec<Rational> {
        outcome.totals()
    }

    /// The tasks that all users would run together, had each the whole pool to itself.
    fn scale(pool: &Pool) -> Rational {
        let scale = sum((0..pool.users()).map(|u| pool.alone(u)));
        if scale.is_positive() { scale } else { Rational::one() }
    }

    fn size_label(pool: &Pool) -> String {
        format!("{}u{}s{}r", pool.users(), pool.servers(), pool.resources())
    }
}
