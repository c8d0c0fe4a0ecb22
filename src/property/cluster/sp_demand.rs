//! Strategy-proofness against lies about the demand (truthfulness in wang2013 III-C).

use super::truthful::Truthful;

pub(super) const SP_DEMAND: Truthful = Truthful {
    id: "sp-demand",
    page: include_str!("../../../properties/cluster/sp-demand.md"),
    demand: true,
    eligibility: false,
    slice: false,
};
