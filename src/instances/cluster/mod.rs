//! Clusters: how many there are of a size, random ones, and small changes.

mod change;
mod draw;
mod enumerate;

pub use change::change;
pub use draw::{draw, redraw, stream};
pub use enumerate::{alike, enumerate, enumerate_size, listable};

use super::{Instances, Scope, ceiling, examples};
use crate::model::cluster::{Cluster, Pool};

/// The smallest scope that the instance is in.
fn extent(pool: &Pool) -> Scope {
    Scope {
        users: pool.users(),
        servers: pool.servers(),
        resources: pool.resources(),
        max: ceiling(pool.demand.iter().flatten()),
        capacity: Some(ceiling(pool.capacity.iter().flatten())),
        ..Scope::default()
    }
}

/// Clusters.
pub const CLUSTER: Instances<Cluster> =
    Instances { enumerate, draw, quick: Some(redraw), change, extent, alike, examples: examples::<Cluster> };
