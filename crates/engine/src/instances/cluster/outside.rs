//! The meaning of a scope of clusters: the reason why an instance is outside it.

use super::super::{Extras, Owners, Scope, beyond, counted, larger, weighing};
use crate::model::cluster::{Pool, Weight};
use crate::scalar::{Rational, Scalar};

/// The first part of the instance that the scope does not contain, in words; `None` for an instance inside. The scope has
/// no open bounds.
pub(super) fn outside(scope: Scope, pool: &Pool) -> Option<String> {
    let Extras { limits, rates, parts, .. } = scope.extras;
    let sizes = [
        (pool.users(), scope.users, "user"),
        (pool.servers(), scope.servers, "server"),
        (pool.resources(), scope.resources, "resource"),
    ];
    if let Some((size, _, noun)) = sizes.into_iter().find(|(size, most, _)| size > most) {
        return Some(counted(size, noun));
    }
    let plain = [
        (pool.running.is_some(), "running tasks"),
        (!pool.count.is_empty(), "classes of servers"),
        (pool.team.is_some(), "teams"),
        (scope.extras.unconstrained && !pool.unconstrained(), "a user that is not eligible on every server"),
        (pool.eligible.iter().any(|row| !row.contains(&true)), "a user without an eligible server"),
        (pool.tasks.iter().any(Option::is_some) && limits == Some(0), "a limit on tasks"),
        (pool.rate.is_some() && rates == Some(0), "given rates"),
    ];
    if let Some((_, what)) = plain.into_iter().find(|(is, _)| *is) {
        return Some(what.to_string());
    }
    let (rate, tasks) = (pool.rate.iter().flatten(), pool.tasks.iter().flatten());
    if rate.clone().any(|row| row.iter().all(Scalar::is_zero)) {
        return Some("a user whose rates are all zero".to_string());
    }
    let (capacity, demand) = (pool.capacity.iter().flatten(), pool.demand.iter().flatten());
    let rates = rate.flatten();
    larger(capacity.clone(), scope.most_capacity(), "capacity")
        .or_else(|| larger(demand.clone(), scope.max, "demand"))
        .or_else(|| larger(tasks.clone(), limits.unwrap_or(i64::MAX), "limit"))
        .or_else(|| larger(rates.clone(), scope.extras.rates.unwrap_or(i64::MAX), "rate"))
        .or_else(|| beyond(capacity.chain(demand).chain(tasks).chain(rates), parts))
        .or_else(|| weights(&scope, pool))
        .or_else(|| queues(&scope, pool))
}

/// The weights of users and the owners of servers that are outside.
fn weights(scope: &Scope, pool: &Pool) -> Option<String> {
    let owned = pool.owner.is_some();
    match scope.extras.owners {
        Owners::None if owned => return Some("owners of servers".to_string()),
        Owners::All if !owned => return Some("servers without owners".to_string()),
        _ => {}
    }
    if owned {
        let whole = pool.owner.iter().flatten().all(Option::is_some) && pool.weights_follow_owners();
        return (!whole).then(|| "owners whose contributions do not give the weights".to_string());
    }
    let kept = |weights: &[&Rational], most: Option<i64>| {
        weighing(weights.iter().copied(), most, "weight")
            .or_else(|| beyond(weights.iter().copied(), scope.extras.parts))
    };
    match &pool.weight {
        Weight::User(weights) => kept(&weights.iter().collect::<Vec<_>>(), scope.extras.weights),
        Weight::Resource(_) if scope.extras.resource_weights == Some(0) => {
            Some("weights per user and resource".to_string())
        }
        Weight::Resource(rows) => {
            kept(&rows.iter().flatten().collect::<Vec<_>>(), scope.extras.resource_weights)
        }
    }
}

/// The queues that are outside.
fn queues(scope: &Scope, pool: &Pool) -> Option<String> {
    let tree = pool.tree.as_ref()?;
    let Extras { trees, node_weights, quotas, parts, .. } = scope.extras;
    if tree.depth() as i64 > trees.unwrap_or(0) {
        return Some(format!("{} above a user", counted(tree.depth(), "queue")));
    }
    let weights = || tree.inner.iter().map(|node| &node.weight);
    let none = quotas.unwrap_or(0) == 0 && tree.has_quotas();
    weighing(weights(), node_weights, "weight of a queue")
        .or_else(|| none.then(|| "floors or caps of queues".to_string()))
        .or_else(|| larger(tree.quotas(), quotas.unwrap_or(0), "floor or cap of a queue"))
        .or_else(|| beyond(weights().chain(tree.quotas()), parts))
}
