//! Reduction to DRF: on one server, weighted dominant shares are max-min fair (wang2013 III-C, khamse2017 I).

use super::maxmin::{MaxMin, Scale};
use crate::property::Compared;

/// Reduction to DRF on a single server: the property `single-server`.
pub const SINGLE_SERVER: Compared<MaxMin> = Compared {
    id: "single-server",
    formula: MaxMin {
        scales: |pool| match pool.machines() {
            1 => Ok(vec![Scale::Dominant]),
            _ => Err("there is more than one server"),
        },
        because: |_| {
            "There is one server, where DRF equalises weighted dominant shares as far as it can.".to_string()
        },
    },
};
