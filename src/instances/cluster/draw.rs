//! Random cluster instances that look for trouble: ties, zero demands, near-equal shares, restricted eligibility.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::super::{Candidates, Scope, chance, draw_number};
use crate::model::cluster::{Cluster, Pool, Weight};
use crate::scalar::Scalar;

/// Endless random cluster instances within the scope.
pub fn stream(scope: Scope, seed: u64) -> Candidates<Cluster> {
    Box::new((0..).map(move |k| draw(&mut draw_number(seed, k), scope)))
}

/// One random cluster instance within the scope. Each instance first draws its own habits.
pub fn draw<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope) -> Pool<S> {
    let users = rng.random_range(scope.users.min(2)..=scope.users);
    let servers = if chance(rng, 20) { 1 } else { rng.random_range(1..=scope.servers) };
    let resources = rng.random_range(1..=scope.resources);
    let zeros = if scope.least_demand() > 0 { 0 } else { [0, 0, 15, 40][rng.random_range(0..4)] };
    let top = rng.random_range(1..=scope.max);
    let number = |rng: &mut ChaCha8Rng, zeros: u32, top: i64| {
        if chance(rng, zeros) { 0 } else { rng.random_range(1..=top) }
    };
    let most = scope.capacity.map_or(top, |capacity| rng.random_range(1..=capacity));
    let capacity: Vec<Vec<i64>> =
        (0..servers).map(|_| (0..resources).map(|_| number(rng, zeros / 3, most)).collect()).collect();
    let near_equal = chance(rng, 25);
    let mut demand: Vec<Vec<i64>> = Vec::new();
    for u in 0..users {
        if u > 0 && chance(rng, 15) {
            let twin = demand[rng.random_range(0..u)].clone();
            demand.push(twin);
            continue;
        }
        let base = &capacity[rng.random_range(0..servers)];
        let mut row: Vec<i64> = (0..resources)
            .map(|r| {
                if near_equal {
                    (base[r] + rng.random_range(-1..=1)).clamp(scope.least_demand(), scope.max)
                } else {
                    number(rng, zeros, top)
                }
            })
            .collect();
        if row.iter().all(|d| *d == 0) {
            row[rng.random_range(0..resources)] = 1;
        }
        demand.push(row);
    }
    let exact = |rows: Vec<Vec<i64>>| -> Vec<Vec<S>> {
        rows.into_iter().map(|row| row.into_iter().map(S::int).collect()).collect()
    };
    let mut pool = Pool::new(exact(capacity), exact(demand));
    if servers > 1 && chance(rng, 45) {
        for row in &mut pool.eligible {
            row.iter_mut().for_each(|e| *e = chance(rng, 65));
            if row.iter().all(|e| !e) {
                row[rng.random_range(0..servers)] = true;
            }
        }
    }
    if chance(rng, 20) {
        let weights = (0..users).map(|_| S::int(rng.random_range(1..=scope.max.min(3))));
        pool.weight = Weight::User(weights.collect());
    }
    if chance(rng, 10) {
        for has in &mut pool.tasks {
            *has = chance(rng, 50).then(|| S::int(rng.random_range(0..=scope.max)));
        }
    }
    pool
}
