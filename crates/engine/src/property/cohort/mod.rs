//! Properties of cohorts, examined (kueue).

mod acyclic;
mod arithmetic;
mod decision;
mod states;

use fairwitness_kernel::property::cohort as defined;

pub use states::{Run as StateRun, run_in_turn};

use super::Examine;
use crate::model::cohort::Cohort;

/// The properties of the cohort model, by id.
pub static COHORT: &[&dyn Examine<Cohort>] = &[
    &defined::acyclic::ACYCLIC,
    &defined::acyclic::ACYCLIC_IN_TURN,
    &defined::FEASIBLE,
    &defined::shares::LEGAL_AFTER,
    &defined::shares::LEGAL_NET,
    &defined::minimal_victims::MinimalVictims,
    &defined::no_return::NoReturn,
    &defined::quota_kept::QuotaKept,
];
