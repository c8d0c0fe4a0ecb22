//! Small random changes of a covering instance.

use chacha20::ChaCha8Rng;
use rand::RngExt;

use super::super::{Scope, some_number};
use super::draw::draw;
use crate::model::covering::Stock;
use crate::scalar::{Rational, Scalar};

/// A changed stock: a cost copied or changed, a demand raised or lowered by one, a resource more or less,
/// another size.
pub fn change(rng: &mut ChaCha8Rng, scope: Scope, stock: &Stock) -> Stock {
    let (mut cost, mut size, mut demand) = (stock.cost.clone(), stock.size.clone(), stock.demand.clone());
    for _ in 0..rng.random_range(1..=2) {
        let (i, k) = (rng.random_range(0..cost.len()), rng.random_range(0..cost.len()));
        let j = rng.random_range(0..demand.len());
        match rng.random_range(0..9) {
            0 | 1 => cost[i] = some_number(rng, 1, scope.max),
            2 => cost[i] = cost[k].clone(),
            3 => {
                // A step away from another cost, as large as the distance from it.
                let step = &cost[i] - &cost[k];
                cost[i] = &cost[i] + step;
            }
            4 if cost.len() < scope.resources => {
                cost.push(cost[i].clone());
                size.push(size[i].clone());
            }
            5 if cost.len() > 1 => {
                cost.remove(i);
                size.remove(i);
            }
            6 => demand[j] = some_number(rng, 1, scope.max),
            7 if demand.len() < scope.users => demand.push(demand[j].clone()),
            8 if size[i] != Rational::one() => size[i] = some_number(rng, 1, scope.max.min(4)),
            _ => {
                let change = Rational::int([-1, 1][rng.random_range(0..2)]);
                demand[j] = &demand[j] + change;
            }
        }
    }
    let sound = cost.iter().chain(&size).chain(&demand).all(Scalar::is_positive);
    let changed = sound.then(|| Stock::new(cost, size, demand).ok()).flatten();
    changed.unwrap_or_else(|| draw(rng, scope))
}
