//! Single-resource fairness: one resource is shared weighted max-min fairly (khamse2017 II-A, wang2013 III-C).

use super::maxmin::{MaxMin, Scale};

/// Single-resource fairness: the property `srf`.
pub const SRF: MaxMin = MaxMin {
    id: "srf",
    scales: |pool, setting| match pool.resources() {
        1 => Ok(vec![Scale::share_of(pool, 0, setting.division)]),
        _ => Err("there is more than one resource"),
    },
    because: |resource| format!("{resource} is the only resource."),
};
