//! Sources of clusters: enumeration, random draws, and small changes.

mod change;
mod draw;
mod enumerate;
mod trees;

pub use change::change;
pub use draw::{draw, redraw, stream};
pub use enumerate::{alike, enumerate, enumerate_size, listable};

use super::{Extras, Instances, Scope, ceiling, examples, numbers};
use crate::model::Hypothesis;
use crate::model::cluster::{Cluster, Pool, Weight};
use crate::scalar::Quick;

/// The smallest scope that contains the instance.
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

/// The smallest bounds on the further parts of the instance.
fn extras(pool: &Pool) -> Extras {
    let (weights, resource_weights) = match &pool.weight {
        Weight::User(w) => (ceiling(w.iter()), 0),
        Weight::Resource(w) => (1, ceiling(w.iter().flatten())),
    };
    let limits = pool.tasks.iter().any(Option::is_some).then(|| ceiling(pool.tasks.iter().flatten()));
    let rates = pool.rate.as_ref().map(|rate| ceiling(rate.iter().flatten()));
    let weight: Vec<_> = match &pool.weight {
        Weight::User(w) => w.iter().collect(),
        Weight::Resource(w) => w.iter().flatten().collect(),
    };
    let amounts = pool.capacity.iter().chain(&pool.demand).flatten();
    let rest = pool.tasks.iter().flatten().chain(pool.rate.iter().flatten().flatten());
    Extras {
        weights: Some(weights),
        resource_weights: Some(resource_weights),
        limits: Some(limits.unwrap_or(0)),
        rates: Some(rates.unwrap_or(0)),
        parts: Some(numbers::parts(amounts.chain(weight).chain(rest))),
        priorities: Some(0),
        unconstrained: pool.unconstrained(),
        trees: pool.tree.as_ref().map(|tree| tree.depth() as i64),
        node_weights: pool.tree.as_ref().map(|tree| ceiling(tree.inner.iter().map(|node| &node.weight))),
        owned: pool.owner.is_some(),
    }
}

/// The scope with each bound that it leaves open set to the default of draws and changes, or, if `whole`, to that of
/// an enumeration.
fn spelled(scope: Scope, whole: bool) -> Scope {
    let Extras { weights, resource_weights, limits, rates, parts, .. } = scope.extras;
    let or = |named: Option<i64>, most: i64, without: i64| named.or(Some(if whole { without } else { most }));
    let heaviest = if scope.hypothesis == Hypothesis::UserWeights { 0 } else { scope.max.min(4) };
    let extras = Extras {
        weights: or(weights, scope.max.min(3), 1),
        resource_weights: or(resource_weights, heaviest, 0),
        limits: or(limits, scope.max, 0),
        rates: or(rates, scope.max, 0),
        parts: or(parts, PARTS, 1),
        ..scope.extras
    };
    Scope { extras, ..scope }
}

/// The largest denominator of random draws if a scope does not mention denominators.
const PARTS: i64 = 6;

/// The source of instances of the cluster model.
pub const CLUSTER: Instances<Cluster> = Instances {
    enumerate,
    draw,
    quick: Some(redraw),
    words: Some(|pool, room| {
        let room = room.get_or_insert_with(|| Pool::new(Vec::new(), Vec::new()));
        pool.map_into(room, |x| Quick::from(x));
        room
    }),
    change,
    extent,
    spelled,
    whole: true,
    numbers: numbers::of_pool,
    with_numbers: numbers::with_numbers_of_pool,
    alike,
    examples: examples::<Cluster>,
};
