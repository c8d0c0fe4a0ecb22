//! Measures of cohorts: the cost of a run until it ends.

mod preemptions;

use super::{Measure, Ratio, Worse};
use crate::model::cohort::Cohort;

/// The measures of the cohort model, by id.
pub static COHORT: &[&dyn Measure<Cohort>] = &[&preemptions::PREEMPTIONS];
