//! The workbench of each model: its page, its tables and the source of its instances.

use super::{Workbench, infinitesimal, long};
use crate::instances::Instances;
use crate::mechanism::Mechanism;
use crate::model::Presented;
use crate::model::arrivals::Arrivals;
use crate::model::cluster::Cluster;
use crate::model::cohort::Cohort;
use crate::model::covering::Covering;
use crate::property::Examine;
use crate::property::measure::{self, Measure};
use crate::{instances, mechanism, pages, property};

/// The workbench with these tables.
fn with<M: Presented>(
    mechanisms: &[&'static dyn Mechanism<M>],
    properties: &[&'static dyn Examine<M>],
    measures: &[&'static dyn Measure<M>],
    instances: Instances<M>,
) -> Workbench<M> {
    let blank = Workbench::of(pages::of("models", M::ID), instances);
    let (mechanisms, properties) = (mechanisms.to_vec(), properties.to_vec());
    Workbench { mechanisms, properties, measures: measures.to_vec(), ..blank }
}

impl Workbench<Arrivals> {
    /// Returns the workbench of the model `arrivals`, with the built-in tables.
    pub fn standard() -> Self {
        let with_tables =
            with(mechanism::ARRIVALS, property::ARRIVALS, measure::ARRIVALS, instances::ARRIVALS);
        Workbench { infinitesimal: Some(infinitesimal::arrivals), long: Some(long::arrivals), ..with_tables }
    }
}

impl Workbench<Cluster> {
    /// Returns the workbench of the model `cluster`, with the built-in tables.
    pub fn standard() -> Self {
        with(mechanism::CLUSTER, property::CLUSTER, measure::CLUSTER, instances::CLUSTER)
    }
}

impl Workbench<Cohort> {
    /// Returns the workbench of the model `cohort`, with the built-in tables.
    pub fn standard() -> Self {
        with(mechanism::COHORT, property::COHORT, measure::COHORT, instances::COHORT)
    }
}

impl Workbench<Covering> {
    /// Returns the workbench of the model `covering`, with the built-in tables.
    pub fn standard() -> Self {
        with(mechanism::COVERING, property::COVERING, measure::COVERING, instances::COVERING)
    }
}
