//! Properties of clusters and pools, divisible tasks.

mod bf;
mod bf_global;
mod ef;
mod ef_aggregate;
mod feasible;
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

pub(crate) use ef::with_bundle_of;
pub(crate) use si::slice_tasks;

use super::Property;
use crate::model::cluster::Cluster;

/// The properties of the cluster model, by id.
pub const CLUSTER: &[&dyn Property<Cluster>] = &[
    &bf::BF,
    &bf_global::BF_GLOBAL,
    &ef::Ef,
    &ef_aggregate::EfAggregate,
    &feasible::Feasible,
    &non_wasteful::NonWasteful,
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
];
