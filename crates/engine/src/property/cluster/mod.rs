//! Properties of clusters and pools, examined.

mod arithmetic;
mod bbf;
mod bmf;
mod deviation;
mod ef;
mod ef1;
mod ef_aggregate;
mod ends;
mod envy;
mod feasible;
mod group_sp;
mod group_sp_weak;
mod hier_share;
mod lies;
mod lies_in_words;
mod maxmin;
mod no_starvation;
mod non_wasteful;
mod po;
mod population_monotone;
mod resource_monotone;
mod si;
mod si_contributed;
mod truthful;
mod within_max_task;
mod words;

use fairwitness_kernel::property::cluster as defined;

use super::{Endless, Examine, Look, Unit};
use crate::model::cluster::Cluster;

/// The properties of the cluster model, by id.
pub const CLUSTER: &[&dyn Examine<Cluster>] = &[
    &defined::deviation::AGREES_WITH_PDRF,
    &defined::bbf::Bbf,
    &defined::bf::BF,
    &defined::bf_global::BF_GLOBAL,
    &defined::bmf::Bmf,
    &defined::ef::Ef,
    &defined::ef_aggregate::EfAggregate,
    &defined::ef1::EF1,
    &defined::ef1::EF1_OWN,
    &defined::ends::Ends,
    &defined::FEASIBLE,
    &defined::group_sp::GroupSp,
    &defined::group_sp_weak::GroupSpWeak,
    &defined::hier_share::HierShare,
    &defined::no_starvation::NoStarvation,
    &defined::non_wasteful::NonWasteful,
    &defined::deviation::OVER_BY,
    &defined::deviation::OVER_BY_SKIP,
    &defined::po::Po,
    &defined::population_monotone::PopulationMonotone,
    &defined::resource_monotone::ResourceMonotone,
    &defined::si::Si,
    &defined::si_contributed::SiContributed,
    &defined::single_server::SINGLE_SERVER,
    &defined::truthful::SP,
    &defined::truthful::SP_DEMAND,
    &defined::truthful::SP_ELIGIBILITY,
    &defined::truthful::SP_TIME_SLICE,
    &defined::srf::SRF,
    &defined::deviation::UNDER_BY,
    &defined::deviation::UNDER_BY_ONE,
    &defined::deviation::UNDER_BY_ONE_SKIP,
    &defined::deviation::UNDER_BY_SKIP,
    &defined::within_max_task::WithinMaxTask,
];
