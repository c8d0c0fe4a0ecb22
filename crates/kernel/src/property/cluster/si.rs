//! Sharing incentive: each user runs at least the tasks that its fair share of every server would run
//! (khamse2017 III-B).

use super::{InPool, counted, holds};
use crate::model::Quotas;
use crate::model::cluster::{Cluster, Hierarchy, Pool, Setting, Tree};
use crate::property::{Agent, Claim, Facts, Formula, Sides, Yard};
use crate::scalar::{Of, Rational, Scalar, sum};
use crate::specification::Settles;

/// The formula of `si`.
#[derive(Debug)]
pub struct Si;

/// The numbers from which the entitlement of each user follows.
#[derive(Clone, Debug)]
pub enum Entitled<S> {
    /// The sum of the weights of all users, for each resource; one number if each user has one weight.
    Weights(Vec<S>),
    /// The hierarchical share of each user, for each resource; one row if each user has one weight, and no queue a
    /// floor or a cap.
    Tree(Vec<Vec<S>>),
}

impl<S: Scalar> Entitled<S> {
    /// The entitlements of all users of `pool`.
    pub fn of<N: Scalar>(setting: Setting, pool: &Pool<N>) -> Self
    where
        S: Of<N>,
    {
        let quotas = pool.tree.as_ref().is_some_and(Tree::has_quotas);
        let several = if pool.user_weights().is_some() && !quotas { 1 } else { pool.resources() };
        if pool.tree.is_none() {
            let total = |r: usize| sum((0..pool.users()).map(|u| S::of(pool.weight(u, r))));
            return Entitled::Weights((0..several).map(total).collect());
        }
        let tree = Hierarchy::of(pool, setting);
        let row = |r: usize| {
            let all: Vec<S> = tree.shares_in(pool, r);
            tree.leaf.iter().map(|leaf| all[*leaf].clone()).collect()
        };
        Entitled::Tree((0..several).map(row).collect())
    }

    /// Returns `true` if each user has one part, of all resources alike.
    pub fn alike(&self) -> bool {
        match self {
            Entitled::Weights(rows) => rows.len() == 1,
            Entitled::Tree(rows) => rows.len() == 1,
        }
    }

    /// The entitlement of `user` to resource `r` of every server: its part by weight, or its hierarchical share.
    pub fn part<N: Scalar>(&self, pool: &Pool<N>, user: usize, r: usize) -> S
    where
        S: Of<N>,
    {
        match self {
            Entitled::Tree(shares) => shares[r][user].clone(),
            Entitled::Weights(totals) => (S::of(pool.weight(user, r)) / &totals[r]).said(|_| {
                let (name, of) = (pool.user_name(user), || pool.resource_name(r));
                let of = if totals.len() == 1 { "each server".to_string() } else { of() };
                format!("the weight of {name} over all weights: its part of {of}")
            }),
        }
    }
}

/// The number of tasks that `user` runs on its fair share of every eligible server; rounded down on each server if
/// tasks are whole.
pub fn due<N: Scalar, S: Of<N>>(case: &InPool<'_, S, N>, entitled: &Entitled<S>, user: usize) -> S {
    let pool = case.instance;
    let one = entitled.alike().then(|| entitled.part(pool, user, 0));
    let resources = if one.is_some() { 0 } else { pool.resources() };
    let each: Vec<S> = (0..resources).map(|r| entitled.part(pool, user, r)).collect();
    let part = |r: usize| one.as_ref().unwrap_or_else(|| &each[r]);
    let fits = |i: usize| match &pool.rate {
        // Rates scale the tasks of a server as a whole.
        Some(rate) => part(0).clone() * S::of(&rate[user][i]),
        None => holds(&pool.demand[user], |r| (S::of(&pool.capacity[i][r]) * part(r)).plain()),
    };
    let usable = (0..pool.servers()).filter(|&i| pool.runs_on(user, i));
    let on = usable.map(|i| {
        case.setting.tasks(fits(i)).said(|_| {
            format!("tasks of {} that its part of {} runs", pool.user_name(user), pool.server_name(i))
        })
    });
    case.capped(user, sum(on).said(|_| "all servers together".to_string()))
}

impl Formula<Cluster> for Si {
    type At = Agent;
    type Basis<S: Scalar> = Entitled<S>;
    const ID: &'static str = "si";
    const FACTS: Facts = Facts { quotas: Quotas::Caps, level: Some("entitled"), ..Facts::NONE };
    const YARD: Yard = Yard::Due;
    /// The totals of users, regardless of where they run.
    const READS: Settles = Settles::Utilities;

    fn basis<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> Entitled<S> {
        Entitled::of(case.setting, case.instance)
    }

    fn places<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> impl Iterator<Item = Agent> {
        (0..case.instance.users()).map(Agent)
    }

    fn claim<N: Scalar, S: Of<N>>(
        &self,
        case: &InPool<'_, S, N>,
        entitled: &Entitled<S>,
        Agent(user): Agent,
    ) -> Claim<S> {
        Claim::owes(due(case, entitled, user), case.gets[user].clone())
    }

    fn less(&self, case: &InPool<'_>, Agent(user): Agent) -> String {
        case.less_runs(user)
    }

    fn tell(&self, case: &InPool<'_>, _: &Entitled<Rational>, at: Agent, sides: &Sides) -> String {
        let Agent(user) = at;
        let Sides { due, has } = sides;
        let pool = case.instance;
        let all = if pool.servers() == 1 { "the server" } else { "every server" };
        let part = match pool.user_weights() {
            _ if pool.tree.is_some() => format!("the user's hierarchical share of {all}"),
            Some(_) => format!("{} of {all}", pool.slice(user, 0)),
            None => format!("the part of {all} to which the user's weights entitle it"),
        };
        let (name, runs, fewer) = (pool.user_name(user), counted(has), due - has);
        let fit = if *due > Rational::one() { "fit" } else { "fits" };
        format!("{name} runs {runs}, {fewer} fewer than the {} that {fit} into {part}.", counted(due))
    }
}
