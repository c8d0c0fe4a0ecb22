//! Bottleneck-based fairness on one pool: each user has all that it asks for, or at least its entitlement of
//! some full resource (after Dolev et al. 2012, whose text was not read).

use super::InPool;
use super::bmf::{not_divided, one_pool};
use crate::model::cluster::{Cluster, Pool, Setting};
use crate::property::{Agent, Claim, Formula, Known, PART, Sides};
use crate::scalar::{Of, Rational, Scalar, greatest, sum};
use crate::specification::Settles;
use crate::specification::cluster::bmf::{owed, used};

/// The formula of `bbf`.
#[derive(Debug)]
pub struct Bbf;

/// The part of resource `r` that `user` holds.
fn part<N: Scalar, S: Of<N>>(case: &InPool<'_, S, N>, user: usize, r: usize) -> S {
    let pool = case.instance;
    let part = case.gets[user].clone() * S::of(&pool.demand[user][r]) / S::of(&pool.capacity[0][r]);
    part.said(|_| {
        let (name, of) = (pool.user_name(user), pool.resource_name(r));
        format!("the part of {of}, which is used up, that {name} holds")
    })
}

impl Formula<Cluster> for Bbf {
    type At = Agent;
    /// The sum of all weights, and the resources that are full.
    type Basis<S: Scalar> = (S, Vec<usize>);
    const ID: &'static str = "bbf";
    const UNIT: &'static str = PART;
    /// Utilities, because on one server the totals of users determine the placement.
    const READS: Settles = Settles::Utilities;

    fn never(&self, setting: Setting) -> Option<&'static str> {
        not_divided(setting)
    }

    fn scope<N: Scalar>(&self, pool: &Pool<N>) -> Result<(), &'static str> {
        one_pool(pool)
    }

    fn basis<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> (S, Vec<usize>) {
        let pool = case.instance;
        let there = (0..pool.resources()).filter(|&r| pool.capacity[0][r].is_positive());
        let full = there.filter(|&r| used(pool, case.gets, r) == S::of(&pool.capacity[0][r]));
        (sum((0..pool.users()).map(|u| S::of(pool.weight(u, 0)))), full.collect())
    }

    fn places<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> impl Iterator<Item = Agent> {
        (0..case.instance.users()).map(Agent)
    }

    fn claim<N: Scalar, S: Of<N>>(
        &self,
        case: &InPool<'_, S, N>,
        (weights, full): &(S, Vec<usize>),
        Agent(user): Agent,
    ) -> Claim<S> {
        let pool = case.instance;
        if !owed(pool, user, &case.gets[user]) {
            return Claim::owes(S::zero(), S::zero());
        }
        let due = (S::of(pool.weight(user, 0)) / weights).said(|_| {
            format!("the weight of {} over all weights: its part of a full resource", pool.user_name(user))
        });
        let most = greatest(full.iter().map(|&r| part(case, user, r))).unwrap_or_else(S::zero);
        Claim::owes(due, most.said(|_| "the full resource of which it holds most".to_string()))
    }

    fn follows(&self, pool: &Pool, known: &Known) -> bool {
        let weights = sum((0..pool.users()).map(|u| pool.weight(u, 0).clone()));
        !known.holds.is_empty()
            && (0..pool.users())
                .all(|u| !pool.runs_on(u, 0) || known.holds[u] >= pool.weight(u, 0) / &weights)
    }

    fn less(&self, _: &InPool<'_>, _: Agent) -> String {
        "the entitlement, less that part".to_string()
    }

    fn tell(
        &self,
        case: &InPool<'_>,
        (_, full): &(Rational, Vec<usize>),
        Agent(user): Agent,
        Sides { due, .. }: &Sides,
    ) -> String {
        let pool = case.instance;
        let held = |r: &usize| format!("{} of {}", part(case, user, *r), pool.resource_name(*r));
        let held: Vec<String> = full.iter().map(held).collect();
        let holds = match held.is_empty() {
            true => "no resource is full".to_string(),
            false => format!("of the resources that are full it holds {}", held.join(" and ")),
        };
        format!("{} is entitled to {due} of a full resource; {holds}.", pool.user_name(user))
    }
}
