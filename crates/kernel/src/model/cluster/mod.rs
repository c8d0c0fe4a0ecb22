//! The cluster model: users share servers, each server a vector of resources (khamse2017 II, wang2013 III-A).
//!
//! A single server is a pool. Users have a demand vector per task, weights, eligible servers, and finitely or
//! infinitely many tasks. With effective rates, the number of a user's tasks that fill a server is given
//! instead of computed.

mod alike;
mod certificate;
mod classes;
pub mod division;
mod eligible;
mod file;
pub mod hierarchy;
mod plain;
mod polytope;
mod pool;
mod rows;
mod running;
mod shrink;
mod team;
pub mod tree;

pub use alike::Alike;
pub use certificate::{Certificate, Cycle};
pub use classes::{MOST_AUDITED, MOST_PAIRS};
pub use eligible::Eligible;
pub use hierarchy::Hierarchy;
pub use polytope::{Meaning, Polytope};
pub use pool::{Labels, Pool, Weight};
pub use rows::rows_by_server;
pub use running::Running;
pub use team::Team;
pub use tree::Tree;

use super::{Hypothesis, Model, Quotas};
use crate::document::{Node, Read, Value};
use crate::model::{Checked, Rejected};
use crate::scalar::{Rational, Scalar, compare, dot, least, min, sum};

/// The cluster model as a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cluster;

/// An allocation: the number of tasks of each user on each server (users x servers).
#[derive(Clone, Debug, PartialEq)]
pub struct Placement<S = Rational> {
    /// Tasks of user `u` on server `i`, in `tasks[u][i]`.
    pub tasks: Vec<Vec<S>>,
}

/// The report of a user.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Demand per task (one number per resource).
    pub demand: Vec<Rational>,
    /// Eligible servers (one entry per server).
    pub eligible: Vec<bool>,
    /// Tasks per whole server (one number per server), in an instance with effective rates.
    pub rate: Option<Vec<Rational>>,
}

/// The way in which tasks share a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// Resources are divided: usage of each resource stays within its capacity.
    Resource,
    /// Time is divided: the fractions of the whole server sum to at most one.
    Time,
}

/// The reading of feasibility of a cluster mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The way in which tasks share a server.
    pub division: Division,
    /// `true` if only whole tasks may be placed.
    pub whole: bool,
}

impl Setting {
    /// Whole tasks, with resources divided.
    pub const WHOLE: Setting = Setting { division: Division::Resource, whole: true };

    /// Divisible tasks on servers shared by `division`.
    pub const fn divisible(division: Division) -> Self {
        Setting { division, whole: false }
    }

    /// The number of tasks that may run where `room` tasks fit: rounded down if tasks are whole.
    #[inline]
    pub fn tasks<S: Scalar>(self, room: S) -> S {
        if self.whole { room.floored() } else { room }
    }

    /// The smaller of `tasks` and the number of tasks that the user has; that number is rounded down if tasks
    /// are whole.
    pub fn capped(self, pool: &Pool, user: usize, tasks: Rational) -> Rational {
        match &pool.tasks[user] {
            Some(has) => min(tasks, self.tasks(has.clone())),
            None => tasks,
        }
    }
}

impl<S: Scalar> Placement<S> {
    /// The placement without any task.
    pub fn empty(users: usize, servers: usize) -> Self {
        Placement { tasks: vec![vec![S::zero(); servers]; users] }
    }

    /// Total tasks of `user` over all servers.
    pub fn total(&self, user: usize) -> S {
        sum(self.tasks[user].iter().cloned())
    }

    /// Total tasks of each user.
    pub fn totals(&self) -> Vec<S> {
        (0..self.tasks.len()).map(|u| self.total(u)).collect()
    }
}

/// The number of times that `demand` fits into `bundle`: the smallest quotient over the resources with
/// positive demand.
pub fn fitting<S: Scalar>(demand: &[S], bundle: &[S]) -> S {
    let demanded = demand.iter().zip(bundle).filter(|(d, _)| d.is_positive());
    least(demanded.map(|(d, b)| b.clone() / d)).unwrap_or_else(S::zero)
}

impl Placement {
    /// Usage of resource `r` of server `i` by the placement.
    pub fn used(&self, pool: &Pool, i: usize, r: usize) -> Rational {
        dot(self.tasks.iter().zip(&pool.demand).map(|(row, demand)| (&row[i], &demand[r])))
    }
}

/// The servers of a user in ascending order, each with the number of tasks there; servers without tasks may be left out.
trait Row<'a>: Iterator<Item = (usize, &'a Rational)> {}

impl<'a, I: Iterator<Item = (usize, &'a Rational)>> Row<'a> for I {}

impl Cluster {
    fn overload<'a, I: Row<'a>>(division: Division, pool: &Pool, tasks: impl Fn(usize) -> I) -> Checked {
        let names = |i: usize| pool.server_name(i);
        // The users of each server, row by row, since most of many pairs run nothing.
        let mut on = vec![Vec::new(); pool.servers()];
        for u in 0..pool.users() {
            tasks(u).filter(|(_, x)| !x.is_zero()).for_each(|(i, x)| on[i].push((u, x)));
        }
        for (i, on) in on.iter().enumerate() {
            match division {
                Division::Resource => {
                    for r in 0..pool.resources() {
                        let taken = || on.iter().map(|&(u, x)| (x, &pool.demand[u][r]));
                        if compare(taken, &pool.capacity[i][r]).is_gt() {
                            let used = dot(taken());
                            let what = format!("{} of {} is overloaded", pool.resource_name(r), names(i));
                            return Err(Rejected::Infeasible { what, by: used - &pool.capacity[i][r] });
                        }
                    }
                }
                Division::Time => {
                    let used = sum(on.iter().map(|&(u, x)| x / pool.gamma(u, i)));
                    if used > Rational::one() {
                        let what = format!("the time of {} is overloaded", names(i));
                        return Err(Rejected::Infeasible { what, by: used - Rational::one() });
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks that the tasks of each user can run, given with their servers, of which those without tasks may be left out.
    fn sound<'a, I: Row<'a>>(setting: Setting, pool: &Pool, tasks: impl Fn(usize) -> I) -> Checked {
        for u in 0..pool.users() {
            let name = || pool.user_name(u);
            for (i, tasks) in tasks(u) {
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
                let total = sum(tasks(u).map(|(_, x)| x.clone()));
                if total > *has {
                    let what = format!("{} runs more tasks than it has", name());
                    return Err(Rejected::Infeasible { what, by: total - has });
                }
            }
        }
        if setting.whole && pool.in_classes() {
            let what = "whole tasks are placed on servers one by one, and the instance counts like ones";
            return Err(Rejected::Misfit(what.to_string()));
        }
        Cluster::overload(setting.division, pool, tasks)
    }

    /// Reads an instance as [`Model::read`] does, with up to [`MOST_AUDITED`] pairs of a user and a server. That suffices for an
    /// audit of what runs, which makes no table of all pairs.
    ///
    /// # Errors
    /// No such instance.
    pub fn read_to_audit(node: &Node<'_>) -> Read<Pool> {
        file::read(node, MOST_AUDITED)
    }

    /// Checks that `running` can run in `pool`, as [`Model::feasible`] does, without a number for every pair.
    ///
    /// # Errors
    /// The constraint that is violated, and the amount.
    pub fn can_run(setting: Setting, pool: &Pool, running: &Running) -> Checked {
        Cluster::sound(setting, pool, |u| running.row(u))
    }
}

impl Model for Cluster {
    const ID: &'static str = "cluster";
    const AGENT: &'static str = "user";
    const IN_TASKS: bool = true;
    const HYPOTHESES: &'static [Hypothesis] =
        &[Hypothesis::None, Hypothesis::PositiveDemands, Hypothesis::UserWeights];
    type Instance<S: Scalar> = Pool<S>;
    type Outcome<S: Scalar> = Placement<S>;
    type Report = Report;
    type Certificate = Certificate;
    type Setting = Setting;
    const RULE: Option<Certificate> = Some(Certificate::Rule);

    fn feasible(setting: Setting, pool: &Pool, outcome: &Placement) -> Checked {
        let fits = outcome.tasks.len() == pool.users()
            && outcome.tasks.iter().all(|row| row.len() == pool.servers());
        if !fits {
            return Err(Rejected::Misfit("the placement has another shape than the instance".to_string()));
        }
        Cluster::sound(setting, pool, |u| outcome.tasks[u].iter().enumerate())
    }

    fn read(node: &Node<'_>) -> Read<Pool> {
        file::read(node, MOST_PAIRS)
    }

    fn read_plain(text: &str) -> Option<Pool> {
        plain::read(text)
    }

    fn write(pool: &Pool) -> Value {
        file::write(pool)
    }

    fn read_outcome(pool: &Pool, node: &Node<'_>) -> Read<Placement> {
        file::read_outcome(pool, node)
    }

    fn write_outcome(_pool: &Pool, outcome: &Placement) -> Value {
        Value::table([
            ("placement", Value::matrix(&outcome.tasks)),
            ("tasks", Value::numbers(&outcome.totals())),
        ])
    }

    fn read_certificate(pool: &Pool, node: &Node<'_>) -> Read<Certificate> {
        certificate::read(pool, node)
    }

    fn write_certificate(pool: &Pool, certificate: &Certificate) -> Value {
        certificate::write(pool, certificate)
    }

    fn read_report(pool: &Pool, node: &Node<'_>) -> Read<Report> {
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
        (pool.users() > 1).then(|| pool.without(user))
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

    fn unread(pool: &Pool, quotas: Quotas) -> Option<String> {
        let tree = pool.tree.as_ref().filter(|tree| tree.has_quotas())?;
        let caps = tree.inner.iter().any(|node| !node.cap.is_empty());
        let (has, what) = if caps { (Quotas::Caps, "floors or caps") } else { (Quotas::Floors, "floors") };
        (quotas < has).then(|| format!("is not defined where queues have {what}"))
    }

    /// Properties that speak of tasks extend to teams as they are; all others speak of users with one demand.
    fn beyond(pool: &Pool) -> Option<String> {
        if !pool.in_teams() {
            return None;
        }
        let team = pool.teams().into_iter().find(|team| team.shapes.len() > 1)?;
        Some(format!(
            "is defined for users with one demand each, and {} has {} shapes of tasks; `verify audit` judges teams by what \
             runs, and without the field `team` each shape is a user",
            team.name,
            team.shapes.len()
        ))
    }

    fn gets(_pool: &Pool, outcome: &Placement) -> Vec<Rational> {
        outcome.totals()
    }

    /// The number of tasks that all users would run together if each had the whole pool to itself.
    fn scale(pool: &Pool) -> Rational {
        let scale = sum((0..pool.users()).map(|u| pool.alone(u)));
        if scale.is_positive() { scale } else { Rational::one() }
    }

    fn in_classes(pool: &Pool) -> bool {
        pool.in_classes()
    }

    fn one_by_one(pool: &Pool) -> Result<Pool, String> {
        pool.one_by_one()
    }

    fn size_label(pool: &Pool) -> String {
        format!("{}u{}s{}r", pool.users(), pool.servers(), pool.resources())
    }
}
