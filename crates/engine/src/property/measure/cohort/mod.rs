//! Measures of cohorts: what a run costs until it comes to rest.

mod preemptions;

use super::{Measure, Worse};
use crate::model::cohort::Cohort;

/// The measures of the cohort model, by id.
pub const COHORT: &[&dyn Measure<Cohort>] = &[&preemptions::Preemptions];
