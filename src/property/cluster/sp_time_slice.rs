//! Strategy-proofness where time is divided and a slice is used with the true demand.

use super::truthful::Truthful;

pub(super) const SP_TIME_SLICE: Truthful = Truthful {
    id: "sp-time-slice",
    page: include_str!("../../../properties/cluster/sp-time-slice.md"),
    demand: true,
    eligibility: true,
    slice: true,
};
