//! The workbench of each model: its page, its tables and the source of its instances.

use super::{Workbench, infinitesimal, long};
use crate::model::arrivals::Arrivals;
use crate::model::cluster::Cluster;
use crate::model::cohort::Cohort;
use crate::model::covering::Covering;
use crate::property::measure;
use crate::{instances, mechanism, pages, property};

impl Workbench<Arrivals> {
    /// Returns the workbench of the model `arrivals`, with the built-in tables.
    pub fn standard() -> Self {
        Workbench {
            page: pages::of("models", "arrivals"),
            mechanisms: mechanism::ARRIVALS.to_vec(),
            properties: property::ARRIVALS.to_vec(),
            measures: measure::ARRIVALS.to_vec(),
            instances: instances::ARRIVALS,
            infinitesimal: Some(infinitesimal::arrivals),
            long: Some(long::arrivals),
        }
    }
}

impl Workbench<Cluster> {
    /// Returns the workbench of the model `cluster`, with the built-in tables.
    pub fn standard() -> Self {
        Workbench {
            page: pages::of("models", "cluster"),
            mechanisms: mechanism::CLUSTER.to_vec(),
            properties: property::CLUSTER.to_vec(),
            measures: measure::CLUSTER.to_vec(),
            instances: instances::CLUSTER,
            infinitesimal: None,
            long: None,
        }
    }
}

impl Workbench<Cohort> {
    /// Returns the workbench of the model `cohort`, with the built-in tables.
    pub fn standard() -> Self {
        Workbench {
            page: pages::of("models", "cohort"),
            mechanisms: mechanism::COHORT.to_vec(),
            properties: property::COHORT.to_vec(),
            measures: measure::COHORT.to_vec(),
            instances: instances::COHORT,
            infinitesimal: None,
            long: None,
        }
    }
}

impl Workbench<Covering> {
    /// Returns the workbench of the model `covering`, with the built-in tables.
    pub fn standard() -> Self {
        Workbench {
            page: pages::of("models", "covering"),
            mechanisms: mechanism::COVERING.to_vec(),
            properties: property::COVERING.to_vec(),
            measures: measure::COVERING.to_vec(),
            instances: instances::COVERING,
            infinitesimal: None,
            long: None,
        }
    }
}
