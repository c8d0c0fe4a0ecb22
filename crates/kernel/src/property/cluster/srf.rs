//! Single-resource fairness: one resource is shared weighted max-min fairly (khamse2017 II-A, wang2013 III-C).

use super::maxmin::{MaxMin, Scale};
use crate::property::Compared;

/// Single-resource fairness: the property `srf`.
pub const SRF: Compared<MaxMin> = Compared {
    id: "srf",
    formula: MaxMin {
        scales: |pool| match pool.resources() {
            1 => Ok(vec![Scale::Share(0)]),
            _ => Err("there is more than one resource"),
        },
        because: |resource| format!("{resource} is the only resource."),
    },
};
