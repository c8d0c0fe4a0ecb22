//! Mechanisms for clusters and pools: the table, and the mechanisms for divisible tasks.

mod as_it_stands;
mod asset_fair;
mod bmf;
mod ceei;
mod ceei_guess;
mod drf;
mod drf_per_server;
mod outward;
mod ps_dsf;
mod ps_dsf_printed;
mod share;
mod share_bounds;
mod share_words;
mod uniform;

use fairwitness_kernel::specification::cluster as specified;
use fairwitness_kernel::specification::{tasks, tree};

pub use share_bounds::share_bounds;

use super::Mechanism;
use crate::model::cluster::Cluster;

/// The mechanisms of the cluster model, by id.
pub static CLUSTER: &[&dyn Mechanism<Cluster>] = &[
    &specified::asset_fair::AssetFair,
    &tasks::BEST_FIT_DRFH,
    &specified::bmf::Bmf,
    &specified::share::C_DRFH,
    &specified::share::CDRF,
    &specified::ceei::Ceei,
    &specified::drf::Drf,
    &specified::drf_per_server::DrfPerServer,
    &tasks::DRF_TASKS,
    &tasks::DRF_TASKS_INDEX,
    &tasks::DRF_TASKS_LOWER,
    &tasks::DRF_TASKS_SKIP,
    &tasks::DRF_TASKS_SKIP_INDEX,
    &tasks::DRF_TASKS_SKIP_LOWER,
    &specified::share::DRFH,
    &specified::share::DRFH_ELIGIBLE,
    &tasks::FIRST_FIT_DRFH,
    &tree::Hdrf,
    &tree::HDRF_COLLAPSED,
    &tree::HDRF_NAIVE,
    &tree::HDRF_RESCALED,
    &tree::HDRF_TASKS,
    &tasks::PDRF,
    &tasks::PDRF_CYCLES,
    &tasks::PDRF_F64,
    &tasks::PDRF_FINAL,
    &tasks::PDRF_SIMPLIFIED,
    &tasks::PDRF_SIMPLIFIED_F64,
    &specified::ps_dsf::PS_DSF,
    &specified::ps_dsf_printed::PS_DSF_PRINTED,
    &specified::ps_dsf::PS_DSF_TDM,
    &specified::ps_dsf_printed::PS_DSF_TDM_PRINTED,
    &tree::QUOTA_TREE,
    &tree::QUOTA_TREE_OVER,
    &tasks::SEQ_MINMAX,
    &tasks::SLOTS,
    &specified::share::TSF,
    &specified::uniform::Uniform,
    &tree::VOLCANO_HDRF,
];
