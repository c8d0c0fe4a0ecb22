//! Mechanisms for clusters and pools: the table, and those for divisible tasks.

mod c_drfh;
mod cdrf;
mod drf;
mod drf_per_server;
mod drfh;
mod ps_dsf;
mod ps_dsf_printed;
mod ps_dsf_tdm;
mod share;
mod share_words;
mod tsf;
mod uniform;

pub use ps_dsf_printed::Algorithm;

use super::{Mechanism, Settles, per_server, tasks};
use crate::model::cluster::Cluster;

/// The mechanisms of the cluster model, by id.
pub const CLUSTER: &[&dyn Mechanism<Cluster>] = &[
    &tasks::BEST_FIT_DRFH,
    &c_drfh::C_DRFH,
    &cdrf::CDRF,
    &drf::Drf,
    &drf_per_server::DrfPerServer,
    &tasks::DRF_TASKS,
    &tasks::DRF_TASKS_INDEX,
    &tasks::DRF_TASKS_LOWER,
    &tasks::DRF_TASKS_SKIP,
    &tasks::DRF_TASKS_SKIP_INDEX,
    &tasks::DRF_TASKS_SKIP_LOWER,
    &drfh::DRFH,
    &tasks::FIRST_FIT_DRFH,
    &tasks::PDRF,
    &tasks::PDRF_CYCLES,
    &tasks::PDRF_F64,
    &tasks::PDRF_FINAL,
    &tasks::PDRF_SIMPLIFIED,
    &tasks::PDRF_SIMPLIFIED_F64,
    &ps_dsf::PS_DSF,
    &ps_dsf_printed::PsDsfPrinted,
    &ps_dsf_tdm::PS_DSF_TDM,
    &tasks::SEQ_MINMAX,
    &tasks::SLOTS,
    &tsf::TSF,
    &uniform::Uniform,
];
