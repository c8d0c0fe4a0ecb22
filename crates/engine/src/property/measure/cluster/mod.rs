//! Measures of clusters: utilisation, and distances from benchmarks.

mod deviation;
mod price_of_fairness;
mod ratio;
mod utilisation;

use super::{Measure, Ratio, Valued, Worse};
use crate::model::cluster::Cluster;

/// The measures of the cluster model, by id.
pub static CLUSTER: &[&dyn Measure<Cluster>] = &[
    &ratio::ENVY_RATIO,
    &deviation::OVER_BY,
    &price_of_fairness::PRICE_OF_FAIRNESS,
    &ratio::SI_RATIO,
    &deviation::UNDER_BY,
    &utilisation::UTILISATION,
];
