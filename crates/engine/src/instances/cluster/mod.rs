//! Clusters: how many there are of a size, random ones, and small changes.

mod change;
mod draw;
mod enumerate;
mod trees;

pub use change::change;
pub use draw::{draw, redraw, stream};
pub use enumerate::{alike, enumerate, enumerate_size, listable};

use super::{Extras, Instances, Scope, ceiling, examples};
use crate::model::cluster::{Cluster, Pool, Weight};
use crate::scalar::Quick;

/// The smallest scope that the instance is in.
fn extent(pool: &Pool) -> Scope {
    Scope {
        users: pool.users(),
        servers: pool.servers(),
        resources: pool.resources(),
        max: ceiling(pool.demand.iter().flatten()),
        capacity: Some(ceiling(pool.capacity.iter().flatten())),
        extras: extras(pool),
        ..Scope::default()
    }
}

/// How much of everything else the instance has.
fn extras(pool: &Pool) -> Extras {
    let (weights, resource_weights) = match &pool.weight {
        Weight::User(w) => (ceiling(w.iter()), 0),
        Weight::Resource(w) => (1, ceiling(w.iter().flatten())),
    };
    let limits = pool.tasks.iter().any(Option::is_some).then(|| ceiling(pool.tasks.iter().flatten()));
    let rates = pool.rate.as_ref().map(|rate| ceiling(rate.iter().flatten()));
    let numbers = pool.capacity.iter().chain(&pool.demand).flatten();
    let parts = numbers.map(|x| x.denominator().to_i64().unwrap_or(i64::MAX)).max();
    Extras {
        weights: Some(weights),
        resource_weights: Some(resource_weights),
        limits: Some(limits.unwrap_or(0)),
        rates: Some(rates.unwrap_or(0)),
        parts: Some(parts.unwrap_or(1)),
        priorities: Some(0),
        unconstrained: pool.unconstrained(),
        trees: pool.tree.as_ref().map(|tree| tree.depth() as i64),
        node_weights: pool.tree.as_ref().map(|tree| ceiling(tree.inner.iter().map(|node| &node.weight))),
        owned: pool.owner.is_some(),
    }
}

/// Clusters.
pub const CLUSTER: Instances<Cluster> = Instances {
    enumerate,
    draw,
    quick: Some(redraw),
    words: Some(|pool| pool.map(|x| Quick::from(x))),
    change,
    extent,
    alike,
    examples: examples::<Cluster>,
};
