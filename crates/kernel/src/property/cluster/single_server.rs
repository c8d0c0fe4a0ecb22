//! Reduction to DRF: on one server, weighted dominant shares are max-min fair (wang2013 III-C, khamse2017 I).

use super::maxmin::{MaxMin, Scale};
use crate::model::cluster::{Division, Pool, Setting};
use crate::scalar::{Rational, Scalar, greatest};

fn scales(pool: &Pool, _setting: Setting) -> Result<Vec<Scale>, &'static str> {
    if pool.machines() != 1 {
        return Err("there is more than one server");
    }
    let capacity = &pool.capacity[0];
    let share = |u: usize| {
        let demanded = (0..pool.resources()).filter(|&r| pool.demand[u][r].is_positive());
        greatest(demanded.map(|r| &pool.demand[u][r] / (&capacity[r] * pool.weight(u, r))))
    };
    let per_task: Vec<Option<Rational>> =
        (0..pool.users()).map(|u| if pool.can_run(u) { share(u) } else { None }).collect();
    debug_assert!(per_task.iter().flatten().all(Scalar::is_positive));
    Ok(vec![Scale { per_task, resource: None, division: Division::Resource }])
}

/// Reduction to DRF on a single server: the property `single-server`.
pub const SINGLE_SERVER: MaxMin = MaxMin {
    id: "single-server",
    scales,
    because: |_| {
        "There is one server, where DRF equalises weighted dominant shares as far as it can.".to_string()
    },
};
