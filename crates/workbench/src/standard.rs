//! The workbench of each model: its page, its tables and the source of its instances.

use fairwitness_engine::pages;

use super::listing::Listing;
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
use crate::{instances, mechanism, property};

/// Mechanisms, properties and measures that are built in.
type Tables<'a, M> =
    (&'a [&'static dyn Mechanism<M>], &'a [&'static dyn Examine<M>], &'a [&'static dyn Measure<M>]);

impl<M: Presented> Workbench<M> {
    /// The workbench with this page and these tables.
    pub(super) fn with(
        page: &'static str,
        (mechanisms, properties, measures): Tables<'_, M>,
        instances: Instances<M>,
    ) -> Self {
        Workbench {
            page,
            mechanisms: Listing::of("mechanism", |m| m.id(), mechanisms),
            properties: Listing::of("property", |p| p.id(), properties),
            measures: Listing::of("measure", |m| m.id(), measures),
            instances,
            infinitesimal: None,
            long: None,
        }
    }
}

/// The workbench of a model with its page.
fn built_in<M: Presented>(tables: Tables<'_, M>, instances: Instances<M>) -> Workbench<M> {
    Workbench::with(pages::of("models", M::ID), tables, instances)
}

impl Workbench<Arrivals> {
    /// Returns the workbench of the model `arrivals`, with the built-in tables.
    pub fn standard() -> Self {
        let with_tables =
            built_in((mechanism::ARRIVALS, property::ARRIVALS, measure::ARRIVALS), instances::ARRIVALS);
        Workbench { infinitesimal: Some(infinitesimal::arrivals), long: Some(long::arrivals), ..with_tables }
    }
}

impl Workbench<Cluster> {
    /// Returns the workbench of the model `cluster`, with the built-in tables.
    pub fn standard() -> Self {
        built_in((mechanism::CLUSTER, property::CLUSTER, measure::CLUSTER), instances::CLUSTER)
    }
}

impl Workbench<Cohort> {
    /// Returns the workbench of the model `cohort`, with the built-in tables.
    pub fn standard() -> Self {
        built_in((mechanism::COHORT, property::COHORT, measure::COHORT), instances::COHORT)
    }
}

impl Workbench<Covering> {
    /// Returns the workbench of the model `covering`, with the built-in tables.
    pub fn standard() -> Self {
        built_in((mechanism::COVERING, property::COVERING, measure::COVERING), instances::COVERING)
    }
}
