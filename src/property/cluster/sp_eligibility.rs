//! Strategy-proofness against lies about the eligible servers (khamse2017 II-B, III-B).

use super::truthful::Truthful;

pub(super) const SP_ELIGIBILITY: Truthful = Truthful {
    id: "sp-eligibility",
    page: include_str!("../../../properties/cluster/sp-eligibility.md"),
    demand: false,
    eligibility: true,
    slice: false,
};
