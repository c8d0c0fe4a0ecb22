//! Small random changes of a cluster instance.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::super::{Scope, some_number};
use super::draw::draw;
use crate::model::cluster::Pool;
use crate::scalar::Scalar;

/// A changed cluster: an entry of capacity or demand, a copied user, an eligibility flipped.
pub fn change(rng: &mut ChaCha8Rng, scope: Scope, pool: &Pool) -> Pool {
    let mut changed = pool.clone();
    for _ in 0..rng.random_range(1..=2) {
        let (u, v) = (rng.random_range(0..pool.users()), rng.random_range(0..pool.users()));
        let (i, r) = (rng.random_range(0..pool.servers()), rng.random_range(0..pool.resources()));
        match rng.random_range(0..6) {
            0 | 1 => changed.capacity[i][r] = some_number(rng, 0, scope.most_capacity()),
            2 | 3 => changed.demand[u][r] = some_number(rng, scope.least_demand(), scope.max),
            4 => changed.demand[u] = changed.demand[v].clone(),
            _ => changed.eligible[u][i] = !changed.eligible[u][i],
        }
    }
    let sound = changed.demand.iter().all(|row| row.iter().any(Scalar::is_positive))
        && changed.eligible.iter().all(|row| row.iter().any(|e| *e));
    if sound { changed } else { draw(rng, scope) }
}
