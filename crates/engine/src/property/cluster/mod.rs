//! Properties of clusters and pools, examined.

mod arithmetic;
mod deviation;
mod ends;
mod feasible;
mod group_sp;
mod lies;
mod lies_in_words;
mod maxmin;
mod no_starvation;
mod po;
mod population_monotone;
mod resource_monotone;
mod truthful;
mod words;

use crate::property::Stated;
use fairwitness_kernel::property::cluster as defined;

use super::Examine;
use crate::model::cluster::Cluster;

/// The properties of the cluster model, by id.
pub static CLUSTER: &[&dyn Examine<Cluster>] = &[
    &defined::deviation::AGREES_WITH_PDRF,
    &Stated(defined::bbf::Bbf),
    &defined::bf::BF,
    &defined::bf_global::BF_GLOBAL,
    &Stated(defined::bmf::Bmf),
    &Stated(defined::quotas::CapsKept),
    &Stated(defined::ef::Ef),
    &Stated(defined::ef_aggregate::EfAggregate),
    &Stated(defined::ef1::Ef1::<false>),
    &Stated(defined::ef1::Ef1::<true>),
    &defined::ends::Ends,
    &defined::FEASIBLE,
    &Stated(defined::quotas::FloorsKept),
    &defined::group_sp::GROUP_SP,
    &defined::group_sp::GROUP_SP_WEAK,
    &Stated(defined::hier_share::HierShare),
    &defined::no_starvation::NoStarvation,
    &Stated(defined::non_wasteful::NonWasteful),
    &defined::deviation::OVER_BY,
    &defined::deviation::OVER_BY_SKIP,
    &defined::po::PO,
    &defined::population_monotone::POPULATION_MONOTONE,
    &defined::resource_monotone::RESOURCE_MONOTONE,
    &Stated(defined::si::Si),
    &Stated(defined::si_contributed::SiContributed),
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
    &Stated(defined::within_max_task::WithinMaxTask),
];
