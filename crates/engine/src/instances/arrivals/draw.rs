//! Random arrival sequences with specialists, twins and all-rounders.

use chacha20::ChaCha8Rng;
use rand::RngExt;

use super::super::{Candidates, Scope, chance, draw_number};
use crate::model::arrivals::{Arrivals, Sequence};
use crate::scalar::Scalar;

/// Endless random arrival sequences within the scope.
pub fn stream(scope: Scope, seed: u64) -> Candidates<Arrivals> {
    Box::new((0..).map(move |k| draw(&mut draw_number(seed, k), scope)))
}

/// A random arrival sequence within the scope, with specialists, twins and all-rounders.
pub fn draw<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope) -> Sequence<S> {
    let agents = rng.random_range(scope.users.min(2)..=scope.users);
    let resources = rng.random_range(1..=scope.resources);
    let least = scope.least_demand();
    let top = rng.random_range(1..=scope.max).max(least);
    let (specialists, twins) = ([0, 30, 70][rng.random_range(0..3)], [0, 15, 40][rng.random_range(0..3)]);
    let mut demand: Vec<Vec<i64>> = Vec::new();
    for i in 0..agents {
        if i > 0 && chance(rng, twins) {
            let twin = demand[rng.random_range(0..i)].clone();
            demand.push(twin);
            continue;
        }
        let mut row: Vec<i64> = if chance(rng, specialists) {
            vec![least; resources]
        } else {
            (0..resources).map(|_| rng.random_range(least..=top)).collect()
        };
        if chance(rng, specialists) || row.iter().all(|d| *d == 0) {
            row[rng.random_range(0..resources)] = top;
        }
        demand.push(row);
    }
    let exact = |row: Vec<i64>| row.into_iter().map(S::int).collect();
    let declares = agents < scope.users && chance(rng, 20);
    let declared = if declares { rng.random_range(agents + 1..=scope.users) } else { agents };
    Sequence { agents: declared, demand: demand.into_iter().map(exact).collect() }
}
