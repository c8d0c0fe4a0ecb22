//! Bottleneck fairness: a resource that is dominant for every user on every server that it can use is shared
//! max-min fairly (khamse2017 III-B).

use super::maxmin::{MaxMin, Scale};
use crate::model::cluster::Pool;
use crate::property::Compared;
use crate::scalar::{Rational, Scalar};

/// Returns `true` if `r` is a dominant resource of `demand` relative to `capacity`, ties included. Resources
/// that are neither demanded nor present are ignored.
pub fn dominant(demand: &[Rational], capacity: &[Rational], r: usize) -> bool {
    let share = |q: usize| (&demand[q] * &capacity[r], &demand[r] * &capacity[q]);
    demand[r].is_positive()
        && (0..demand.len()).all(|q| {
            let (other, own) = share(q);
            other <= own
        })
}

fn scales(pool: &Pool) -> Result<Vec<Scale>, &'static str> {
    let dominant_everywhere = |r: &usize| {
        (0..pool.users()).all(|u| {
            let usable = (0..pool.servers()).filter(|&i| pool.runs_on(u, i));
            usable.into_iter().all(|i| dominant(&pool.demand[u], &pool.capacity[i], *r))
        })
    };
    let found: Vec<Scale> = (0..pool.resources()).filter(dominant_everywhere).map(Scale::Share).collect();
    if found.is_empty() {
        Err("no resource is dominant for every user on every server it can use")
    } else {
        Ok(found)
    }
}

/// Bottleneck fairness, server by server: the property `bf`.
pub const BF: Compared<MaxMin> = Compared {
    id: "bf",
    formula: MaxMin {
        scales,
        because: |resource| {
            format!(
                "{resource} is the dominant resource of every user on every server that can run the user's tasks, so all users \
                 compete for it."
            )
        },
    },
};
