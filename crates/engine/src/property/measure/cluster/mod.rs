//! Measures of clusters: utilisation, and distances from benchmarks.

mod deviation;
mod envy_ratio;
mod price_of_fairness;
mod si_ratio;
mod utilisation;

use super::{Measure, Worse};
use crate::model::cluster::Cluster;

/// The measures of the cluster model, by id.
pub const CLUSTER: &[&dyn Measure<Cluster>] = &[
    &envy_ratio::EnvyRatio,
    &deviation::OVER_BY,
    &price_of_fairness::PriceOfFairness,
    &si_ratio::SiRatio,
    &deviation::UNDER_BY,
    &utilisation::Utilisation,
];
