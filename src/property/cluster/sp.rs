//! Strategy-proofness against any lie: demand, eligible servers, or both (khamse2017 III-B).

use super::truthful::Truthful;

pub(super) const SP: Truthful = Truthful {
    id: "sp",
    page: include_str!("../../../properties/cluster/sp.md"),
    demand: true,
    eligibility: true,
    slice: false,
};
