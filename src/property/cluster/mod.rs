//! Properties of clusters and pools.

mod bf;
mod bf_global;
mod deviation;
mod ef;
mod ef1;
mod ef_aggregate;
mod feasible;
mod group_sp;
mod lies;
mod lies_in_words;
mod maxmin;
mod non_wasteful;
mod po;
mod population_monotone;
mod resource_monotone;
mod si;
mod single_server;
mod sp;
mod sp_demand;
mod sp_eligibility;
mod sp_time_slice;
mod srf;
mod truthful;
mod words;

pub(crate) use deviation::{Side, reference};
pub(crate) use ef::with_bundle_of;
pub(crate) use si::slice_tasks;

use super::Property;
use crate::model::cluster::Cluster;

/// The properties of the cluster model, by id.
pub const CLUSTER: &[&dyn Property<Cluster>] = &[
    &deviation::AGREES_WITH_PDRF,
    &bf::BF,
    &bf_global::BF_GLOBAL,
    &ef::Ef,
    &ef_aggregate::EfAggregate,
    &ef1::EF1,
    &ef1::EF1_OWN,
    &feasible::Feasible,
    &group_sp::GroupSp,
    &non_wasteful::NonWasteful,
    &deviation::OVER_BY,
    &deviation::OVER_BY_SKIP,
    &po::Po,
    &population_monotone::PopulationMonotone,
    &resource_monotone::ResourceMonotone,
    &si::Si,
    &single_server::SINGLE_SERVER,
    &sp::SP,
    &sp_demand::SP_DEMAND,
    &sp_eligibility::SP_ELIGIBILITY,
    &sp_time_slice::SP_TIME_SLICE,
    &srf::SRF,
    &deviation::UNDER_BY,
    &deviation::UNDER_BY_ONE,
    &deviation::UNDER_BY_ONE_SKIP,
    &deviation::UNDER_BY_SKIP,
];
