//! Bottleneck-based fairness on one pool: each user has all that it asks for, or at least its entitlement of
//! some full resource (after Dolev et al. 2012, whose text was not read).

use super::bmf::one_divided_pool;
use crate::model::cluster::{Cluster, Placement, Pool, Setting};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar, min};
use crate::specification::Settles;
use crate::specification::cluster::bmf::owed;

/// Bottleneck-based fairness: the property `bbf`.
#[derive(Debug)]
pub struct Bbf;

/// The part of its entitlement that `user` lacks on the full resource on which it lacks least, as a fraction
/// of that resource; the whole entitlement if no resource is full. Zero for a user that has all that it asks
/// for.
pub fn lacks(pool: &Pool, outcome: &Placement, user: usize) -> Rational {
    let tasks = &outcome.tasks[user][0];
    if !owed(pool, user, tasks) {
        return Rational::zero();
    }
    let entitled = pool.slice(user, 0);
    let there = (0..pool.resources()).filter(|&r| pool.capacity[0][r].is_positive());
    let full = there.filter(|&r| outcome.used(pool, 0, r) == pool.capacity[0][r]);
    full.map(|r| &entitled - tasks * &pool.demand[user][r] / &pool.capacity[0][r]).fold(entitled.clone(), min)
}

impl Property<Cluster> for Bbf {
    fn id(&self) -> &'static str {
        "bbf"
    }

    fn never(&self, setting: Setting) -> Option<&'static str> {
        super::bmf::not_divided(setting)
    }

    /// One: margins are parts of a whole resource.
    fn scale(&self, _run: &Run<'_, Cluster>) -> Rational {
        Rational::one()
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Result<Margin, Rejected> {
        let Witness::Agent(u) = witness else { return Err(Rejected::Kind) };
        one_divided_pool(run).map_err(Rejected::OutOfScope)?;
        positive(lacks(run.instance, &run.outcome, *u))
    }

    /// Utilities, because on one server the totals of users determine the placement.
    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Utilities
    }

    fn tell(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> String {
        let Witness::Agent(u) = witness else { return String::new() };
        if one_divided_pool(run).is_err() {
            return String::new();
        }
        let (pool, outcome) = (run.instance, &run.outcome);
        let there = (0..pool.resources()).filter(|&r| pool.capacity[0][r].is_positive());
        let full = there.filter(|&r| outcome.used(pool, 0, r) == pool.capacity[0][r]);
        let held = full.map(|r| {
            let part = &outcome.tasks[*u][0] * &pool.demand[*u][r] / &pool.capacity[0][r];
            format!("{part} of {}", pool.resource_name(r))
        });
        let held: Vec<String> = held.collect();
        let holds = if held.is_empty() {
            "no resource is full".to_string()
        } else {
            format!("of the resources that are full it holds {}", held.join(" and "))
        };
        format!("{} is entitled to {} of a full resource; {holds}.", pool.user_name(*u), pool.slice(*u, 0))
    }
}
