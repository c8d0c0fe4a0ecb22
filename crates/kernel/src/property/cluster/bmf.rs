//! Bottleneck max fairness on one pool: each user has all that it asks for, or a full resource of which no
//! user holds more per weight (after Bonald and Roberts 2015, whose text was not read).

use super::InPool;
use super::maxmin::QUEUES;
use crate::model::cluster::{Cluster, Division, Pool, Setting};
use crate::property::{Agent, Claim, Formula, PART, Sides};
use crate::scalar::{Of, Rational, Scalar, least};
use crate::specification::Settles;
use crate::specification::cluster::bmf::{distance, owed, used};

/// The formula of `bmf`: the distance of a user from the nearest bottleneck is zero.
#[derive(Debug)]
pub struct Bmf;

/// The reason why properties about full resources are not defined for mechanisms with this setting; `None` if
/// they are.
pub(super) fn not_divided(setting: Setting) -> Option<&'static str> {
    if setting.whole {
        return Some("full resources are asked for where tasks are divisible: whole tasks seldom fill one");
    }
    (setting.division == Division::Time).then_some("the mechanism divides time, and no resource")
}

/// Checks that properties about full resources of one pool are defined for the instance.
pub(super) fn one_pool<N: Scalar>(pool: &Pool<N>) -> Result<(), &'static str> {
    match () {
        () if pool.servers() != 1 => Err("there is more than one server"),
        () if pool.rate.is_some() => Err("with effective rates there is no resource to share"),
        () if pool.user_weights().is_none() => Err("entitlements are one weight a user"),
        () if pool.tree.is_some() => Err(QUEUES),
        () => Ok(()),
    }
}

impl Formula<Cluster> for Bmf {
    type At = Agent;
    type Basis<S: Scalar> = ();
    const ID: &'static str = "bmf";
    const UNIT: &'static str = PART;
    /// Utilities, because on one server the totals of users determine the placement.
    const READS: Settles = Settles::Utilities;

    fn never(&self, setting: Setting) -> Option<&'static str> {
        not_divided(setting)
    }

    fn scope<N: Scalar>(&self, pool: &Pool<N>) -> Result<(), &'static str> {
        one_pool(pool)
    }

    fn basis<N: Scalar, S: Of<N>>(&self, _: &InPool<'_, S, N>) {}

    fn places<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> impl Iterator<Item = Agent> {
        (0..case.instance.users()).map(Agent)
    }

    fn claim<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>, _: &(), Agent(user): Agent) -> Claim<S> {
        let pool = case.instance;
        if !owed(pool, user, &case.gets[user]) {
            return Claim::owes(S::zero(), S::zero());
        }
        let demanded = (0..pool.resources()).filter(|&r| pool.demand[user][r].is_positive());
        let far = |r| distance(pool, case.gets, user, r);
        let far = |r| far(r).said(|_| format!("how far {} is from a bottleneck", pool.resource_name(r)));
        let least = least(demanded.map(far)).unwrap_or_else(S::zero);
        let least = least.said(|_| "the resource that comes closest to being a bottleneck".to_string());
        Claim::owes(least, S::zero())
    }

    fn tell(&self, case: &InPool<'_>, _: &(), Agent(user): Agent, _: &Sides) -> String {
        let (pool, gets) = (case.instance, case.gets);
        let mut text = format!("{} has no bottleneck:", pool.user_name(user));
        for r in (0..pool.resources()).filter(|&r| pool.demand[user][r].is_positive()) {
            let idle = &pool.capacity[0][r] - used(pool, gets, r);
            let held = |m: usize| &gets[m] * &pool.demand[m][r];
            let per_weight = |m: usize| held(m) / pool.weight(m, r);
            let ahead = (0..pool.users()).max_by_key(|&m| (per_weight(m), std::cmp::Reverse(m)));
            let name = pool.resource_name(r);
            text += &match ahead {
                _ if idle.is_positive() => {
                    format!("\n  {idle} of {name} {} idle", if idle > Rational::one() { "are" } else { "is" })
                }
                Some(m) => {
                    let [most, own] = [m, user].map(|u| format!("{} holds {}", pool.user_name(u), held(u)));
                    let weighed = format!("per weight {} and {}", per_weight(m), per_weight(user));
                    format!("\n  of {name}, which is full, {most} and {own} ({weighed})")
                }
                None => String::new(),
            };
        }
        text
    }
}
