//! Access to the cells of the model `cluster` by their ids.

use fairwitness::model::cluster::Cluster;
use fairwitness::property::judge::Cell;
use fairwitness::{mechanism, property};

/// The cell of a mechanism and a property.
pub fn cell(mechanism: &str, property: &str) -> Cell<'static, Cluster> {
    Cell {
        mechanism: mechanism::CLUSTER.iter().copied().find(|m| m.id() == mechanism).expect("a mechanism"),
        property: property::CLUSTER.iter().copied().find(|p| p.id() == property).expect("a property"),
    }
}
