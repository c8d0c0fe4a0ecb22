//! Properties of clusters and pools.

pub mod amounts;
pub mod bbf;
pub mod bf;
pub mod bf_global;
pub mod bmf;
pub mod deviation;
pub mod ef;
pub mod ef1;
pub mod ef_aggregate;
pub mod ends;
pub mod group_sp;
pub mod hier_share;
pub mod maxmin;
pub mod no_starvation;
pub mod non_wasteful;
pub mod po;
pub mod population_monotone;
pub mod quotas;
pub mod resource_monotone;
pub mod si;
pub mod si_contributed;
pub mod single_server;
pub mod srf;
pub mod truthful;
pub mod within_max_task;
pub mod words;

pub use amounts::{InPool, InPools};

use self::amounts::{bundle, holds, pairs, whole_server};
use self::words::{counted, counted_true, placed, vector};
use super::Property;
use super::feasible::Feasible;
use super::formula::Stated;
use crate::model::cluster::Cluster;

/// The property `feasible` of the cluster model.
pub const FEASIBLE: Feasible = Feasible { otherwise: "The allocation cannot be carried out" };

/// The properties of the cluster model, by id.
pub static CLUSTER: &[&dyn Property<Cluster>] = &[
    &deviation::AGREES_WITH_PDRF,
    &Stated(bbf::Bbf),
    &bf::BF,
    &bf_global::BF_GLOBAL,
    &Stated(bmf::Bmf),
    &Stated(quotas::CapsKept),
    &Stated(ef::Ef),
    &Stated(ef_aggregate::EfAggregate),
    &Stated(ef1::Ef1::<false>),
    &Stated(ef1::Ef1::<true>),
    &ends::Ends,
    &FEASIBLE,
    &Stated(quotas::FloorsKept),
    &group_sp::GROUP_SP,
    &group_sp::GROUP_SP_WEAK,
    &Stated(hier_share::HierShare),
    &no_starvation::NoStarvation,
    &Stated(non_wasteful::NonWasteful),
    &deviation::OVER_BY,
    &deviation::OVER_BY_SKIP,
    &po::PO,
    &population_monotone::POPULATION_MONOTONE,
    &resource_monotone::RESOURCE_MONOTONE,
    &Stated(si::Si),
    &Stated(si_contributed::SiContributed),
    &single_server::SINGLE_SERVER,
    &truthful::SP,
    &truthful::SP_DEMAND,
    &truthful::SP_ELIGIBILITY,
    &truthful::SP_TIME_SLICE,
    &srf::SRF,
    &deviation::UNDER_BY,
    &deviation::UNDER_BY_ONE,
    &deviation::UNDER_BY_ONE_SKIP,
    &deviation::UNDER_BY_SKIP,
    &Stated(within_max_task::WithinMaxTask),
];
