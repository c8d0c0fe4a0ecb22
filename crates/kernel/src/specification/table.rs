//! The tables of specifications, by id.

use super::{Specification, arrivals, cluster, cohort, covering, tasks, tree};
use crate::model::arrivals::Arrivals;
use crate::model::cluster::Cluster;
use crate::model::cohort::Cohort;
use crate::model::covering::Covering;

/// The specifications of the arrivals model, by id.
pub static ARRIVALS: &[&dyn Specification<Arrivals>] = &[
    &arrivals::DDRF,
    &arrivals::DDRF_LINEAR,
    &arrivals::DDRF_LP,
    &arrivals::DdrfPrinted,
    &arrivals::DDRF_WATER,
    &arrivals::drf_offline::DrfOffline,
];

/// The specifications of the cluster model, by id.
pub static CLUSTER: &[&dyn Specification<Cluster>] = &[
    &cluster::asset_fair::AssetFair,
    &tasks::BEST_FIT_DRFH,
    &cluster::bmf::Bmf,
    &cluster::share::C_DRFH,
    &cluster::share::CDRF,
    &cluster::ceei::Ceei,
    &cluster::drf::Drf,
    &cluster::drf_per_server::DrfPerServer,
    &tasks::DRF_TASKS,
    &tasks::DRF_TASKS_INDEX,
    &tasks::DRF_TASKS_LOWER,
    &tasks::DRF_TASKS_SKIP,
    &tasks::DRF_TASKS_SKIP_INDEX,
    &tasks::DRF_TASKS_SKIP_LOWER,
    &cluster::share::DRFH,
    &cluster::share::DRFH_ELIGIBLE,
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
    &cluster::ps_dsf::PS_DSF,
    &cluster::ps_dsf_printed::PS_DSF_PRINTED,
    &cluster::ps_dsf::PS_DSF_TDM,
    &cluster::ps_dsf_printed::PS_DSF_TDM_PRINTED,
    &tree::QUOTA_TREE,
    &tree::QUOTA_TREE_OVER,
    &tasks::SEQ_MINMAX,
    &tasks::SLOTS,
    &cluster::share::TSF,
    &cluster::uniform::Uniform,
    &tree::VOLCANO_HDRF,
];

/// The specifications of the cohort model, by id.
pub static COHORT: &[&dyn Specification<Cohort>] =
    &[&cohort::KUEUE_PREEMPT, &cohort::KUEUE_PREEMPT_A, &cohort::KUEUE_PREEMPT_B];

/// The specifications of the covering model, by id.
pub static COVERING: &[&dyn Specification<Covering>] = &[
    &covering::GREEDY,
    &covering::GREEDY_LAST,
    &covering::Bisection,
    &covering::LP_NAIVE,
    &covering::LP_PRUNED,
    &covering::LP_SIZED,
    &covering::Optimum,
    &covering::Rounding,
    &covering::RoundingPrinted,
];
