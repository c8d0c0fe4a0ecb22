//! Small random changes of a cluster instance.

use chacha20::ChaCha8Rng;
use rand::RngExt;

use super::super::{Extras, Scope, chance, some_number};
use super::draw::draw;
use super::spelled;
use super::trees::{changed as retreed, draw_quotas};
use crate::model::cluster::{Pool, Weight};
use crate::scalar::{Rational, Scalar};

/// A changed cluster: an entry of capacity or demand changed, a user copied, an eligibility flipped.
pub fn change(rng: &mut ChaCha8Rng, scope: Scope, pool: &Pool) -> Pool {
    let scope = spelled(scope);
    let mut changed = pool.clone();
    for _ in 0..rng.random_range(1..=2) {
        let (u, v) = (rng.random_range(0..pool.users()), rng.random_range(0..pool.users()));
        let (i, r) = (rng.random_range(0..pool.servers()), rng.random_range(0..pool.resources()));
        match rng.random_range(0..6) {
            0 | 1 => changed.capacity[i][r] = some_number(rng, 0, scope.most_capacity()),
            2 | 3 => changed.demand[u][r] = some_number(rng, scope.least_demand(), scope.max),
            4 => changed.demand[u] = changed.demand[v].clone(),
            _ if scope.extras.unconstrained => {}
            _ => changed.eligible[u][i] = !changed.eligible[u][i],
        }
    }
    // Applied in some draws only, so that other draws keep their results from earlier versions.
    if chance(rng, 20) {
        change_extra(rng, scope, &mut changed);
    }
    let depth = scope.extras.trees.unwrap_or(0);
    if depth > 0 && chance(rng, 40) {
        changed.tree = retreed(rng, &changed, depth, scope.extras.node_weights.unwrap_or(1));
        draw_quotas(rng, scope, &mut changed);
    }
    let sound = changed.demand.iter().all(|row| row.iter().any(Scalar::is_positive))
        && changed.eligible.iter().all(|row| row.iter().any(|e| *e));
    if let (true, Some(weights)) = (pool.weights_follow_owners(), changed.contributed_weights()) {
        changed.weight = Weight::User(weights);
    }
    if sound { changed } else { draw(rng, scope) }
}

/// Changes a part other than capacities, demands and eligible servers, as far as the scope permits: a weight
/// of either kind, a limit on tasks, a rate, a fraction.
fn change_extra(rng: &mut ChaCha8Rng, scope: Scope, pool: &mut Pool) {
    let (users, resources) = (pool.users(), pool.resources());
    let (u, i) = (rng.random_range(0..users), rng.random_range(0..pool.servers()));
    let r = rng.random_range(0..resources);
    let Extras { weights, resource_weights, limits, rates, parts, .. } = scope.extras;
    let most = |named: Option<i64>| named.unwrap_or(0);
    match rng.random_range(0..5) {
        0 => {
            let weight = Rational::int(rng.random_range(1..=most(weights).max(1)));
            match &mut pool.weight {
                Weight::User(w) => w[u] = weight,
                Weight::Resource(w) => w[u].fill(weight),
            }
        }
        1 => {
            let heaviest = most(resource_weights);
            if heaviest > 0 {
                if let Weight::User(w) = &pool.weight {
                    pool.weight = Weight::Resource(w.iter().map(|w| vec![w.clone(); resources]).collect());
                }
                if let Weight::Resource(w) = &mut pool.weight {
                    w[u][r] = Rational::int(rng.random_range(1..=heaviest));
                }
            } else if let Weight::Resource(w) = &pool.weight {
                pool.weight = Weight::User(w.iter().map(|row| row[r].clone()).collect());
            }
        }
        2 => {
            let most = most(limits);
            let limited = most > 0 && chance(rng, 70);
            pool.tasks[u] = limited.then(|| some_number(rng, 0, most));
        }
        3 => {
            let most = most(rates);
            match &mut pool.rate {
                Some(_) if most == 0 || chance(rng, 20) => pool.rate = None,
                Some(rate) => rate[u][i] = some_number(rng, 0, most),
                None if most > 0 => pool.rate = Some(pool.gammas()),
                None => {}
            }
        }
        _ => {
            let part = most(parts);
            let x = if chance(rng, 50) { &mut pool.capacity[i][r] } else { &mut pool.demand[u][r] };
            *x = if part > 1 && x.is_integer() {
                &*x / Rational::int(rng.random_range(2..=part))
            } else {
                x.floor()
            };
        }
    }
}
