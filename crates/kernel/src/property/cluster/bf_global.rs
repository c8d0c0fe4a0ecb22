//! Bottleneck fairness in the pool: a resource that is dominant for every user relative to the total
//! capacities is shared max-min fairly (wang2013 III-C).

use super::bf::dominant;
use super::maxmin::{MaxMin, Scale};
use crate::model::cluster::Pool;
use crate::property::Compared;

fn scales(pool: &Pool) -> Result<Vec<Scale>, &'static str> {
    let pooled = pool.pooled();
    let running: Vec<usize> = (0..pool.users()).filter(|&u| pool.can_run(u)).collect();
    let found: Vec<Scale> = (0..pool.resources())
        .filter(|&r| running.iter().all(|&u| dominant(&pool.demand[u], &pooled, r)))
        .map(Scale::Share)
        .collect();
    if found.is_empty() { Err("no resource is dominant for every user in the whole pool") } else { Ok(found) }
}

/// Bottleneck fairness in the whole pool: the property `bf-global`.
pub const BF_GLOBAL: Compared<MaxMin> = Compared {
    id: "bf-global",
    formula: MaxMin {
        scales,
        because: |resource| {
            format!(
                "{resource} is the dominant resource of every user in the pool as a whole, so all users compete for it."
            )
        },
    },
};
