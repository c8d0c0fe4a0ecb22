//! Where the instances of each model come from: enumeration, chance, small changes, and the papers' examples.

use crate::construction::CONSTRUCTIONS;
use crate::document::{Node, Value};
use crate::model::Model;
use crate::model::arrivals::Arrivals;
use crate::model::cluster::Cluster;
use crate::model::covering::Covering;
use crate::scalar::{Rational, Scalar};
use crate::search::{Domain, Scope, exhaustive, mutate, random};

/// Arrival sequences.
pub const ARRIVALS: Domain<Arrivals> = Domain {
    exhaustive: exhaustive::arrivals,
    random: random::sequence,
    quick: Some(random::sequence),
    mutate: mutate::arrivals,
    extent: |sequence| Scope {
        users: sequence.steps(),
        resources: sequence.resources(),
        max: ceiling(sequence.demand.iter().flatten()),
        ..Scope::default()
    },
    alike: exhaustive::arrivals_alike,
    examples: examples::<Arrivals>,
};

/// Clusters.
pub const CLUSTER: Domain<Cluster> = Domain {
    exhaustive: exhaustive::cluster,
    random: random::pool,
    quick: Some(random::pool),
    mutate: mutate::cluster,
    extent: |pool| Scope {
        users: pool.users(),
        servers: pool.servers(),
        resources: pool.resources(),
        max: ceiling(pool.demand.iter().flatten()),
        capacity: Some(ceiling(pool.capacity.iter().flatten())),
        ..Scope::default()
    },
    alike: exhaustive::clusters_alike,
    examples: examples::<Cluster>,
};

/// Stocks of resources.
pub const COVERING: Domain<Covering> = Domain {
    exhaustive: exhaustive::covering,
    random: random::stock,
    quick: None,
    mutate: mutate::covering,
    extent: |stock| Scope {
        users: stock.tasks(),
        resources: stock.resources(),
        max: ceiling(stock.cost.iter().chain(&stock.size).chain(&stock.demand)),
        ..Scope::default()
    },
    alike: exhaustive::stocks_alike,
    examples: examples::<Covering>,
};

/// The smallest whole number from 1 on that none of the numbers exceeds.
fn ceiling<'a>(numbers: impl Iterator<Item = &'a Rational>) -> i64 {
    let most = numbers.max().map_or_else(Rational::one, |x| -(-x.clone()).floor());
    most.small().map_or(i64::MAX, |(n, _)| n.max(1))
}

/// The papers' constructions as instances of the model, small ones.
fn examples<M: Model>() -> Vec<M::Instance<Rational>> {
    let eps = Rational::new(1, 10);
    let built = CONSTRUCTIONS.iter().flat_map(|construction| {
        let least = construction.least.unwrap_or(0);
        let most = if construction.least.is_some() { least + 2 } else { least };
        (least..=most).map(|m| construction.instance(m, Some(&eps))).collect::<Vec<_>>()
    });
    let of_model = |root: Value| {
        let ours = root.get("model") == Some(&Value::text(M::ID));
        let fields = root.fields().iter().filter(|(name, _)| name != "model").cloned().collect();
        ours.then(|| M::read(&Node::new("construction", &Value::Table(fields))).ok()).flatten()
    };
    built.filter_map(of_model).collect()
}
