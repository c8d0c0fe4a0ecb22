//! Random covering instances: equal and unequal tasks; costs that are random, of two kinds, or rising in
//! small steps.

use chacha20::ChaCha8Rng;
use rand::RngExt;

use super::super::{Candidates, Scope, beyond, chance, draw_number};
use super::spelled;
use crate::model::Hypothesis;
use crate::model::covering::{Covering, Stock};
use crate::scalar::{Rational, Scalar};

/// Endless random covering instances within the scope.
pub fn stream(scope: Scope, seed: u64) -> Candidates<Covering> {
    Box::new((0..).map(move |k| draw(&mut draw_number(seed, k), scope)))
}

/// A random covering instance within the scope: equal or unequal tasks; costs that are random, of two kinds,
/// or rising in small steps from 1 or from a part of 1; mostly sizes 1.
pub fn draw(rng: &mut ChaCha8Rng, scope: Scope) -> Stock {
    let scope = spelled(scope);
    let parts = scope.extras.parts.unwrap_or(1);
    loop {
        let tasks = rng.random_range(1..=scope.users.min(scope.resources));
        let share = (scope.resources / tasks).max(1) as i64;
        let most = share.min(scope.max);
        let demand: Vec<i64> = if chance(rng, 60) {
            vec![rng.random_range(1..=most); tasks]
        } else {
            (0..tasks).map(|_| rng.random_range(1..=most)).collect()
        };
        let needed = usize::try_from(demand.iter().sum::<i64>()).unwrap_or(1);
        let spare = if chance(rng, 50) { 0 } else { rng.random_range(0..=3) };
        let resources = (needed + spare).min(scope.resources);
        let top = rng.random_range(1..=scope.max);
        let cost: Vec<Rational> = match rng.random_range(0..4) {
            0 => {
                let dear = rng.random_range(1..=resources.min(3));
                let cost = |i: usize| if i < resources - dear { 1 } else { top };
                (0..resources).map(cost).map(Rational::int).collect()
            }
            1 => rising(rng, resources, parts),
            _ => (0..resources).map(|_| Rational::int(rng.random_range(1..=top))).collect(),
        };
        let size: Vec<i64> = if scope.hypothesis == Hypothesis::UnitSizes || chance(rng, 75) {
            vec![1; resources]
        } else {
            (0..resources).map(|_| rng.random_range(1..=top.min(4))).collect()
        };
        let exact = |row: Vec<i64>| row.into_iter().map(Rational::int).collect();
        // Applied last, so that a draw without it keeps its result from earlier versions.
        let cost = if chance(rng, 15) { lowered(rng, cost, parts) } else { cost };
        let most = Rational::int(scope.max);
        let cost = cost.into_iter().map(|c| if c > most { most.clone() } else { c }).collect();
        if let Ok(stock) = Stock::new(cost, exact(size), exact(demand)) {
            return stock;
        }
    }
}

/// The costs shifted so that the cheapest is a part of one, nearly free, with the steps between costs
/// unchanged: bounds that assume a cheapest cost of 1 fail there.
fn lowered(rng: &mut ChaCha8Rng, cost: Vec<Rational>, parts: i64) -> Vec<Rational> {
    let Some(least) = cost.iter().min().cloned() else { return cost };
    let base = Rational::new(1, [2, 3, 5, 10, 100, 1000][rng.random_range(0..6)].min(parts));
    let lower: Vec<Rational> = cost.iter().map(|c| c - &least + &base).collect();
    // The denominators of two fractions multiply.
    if beyond(lower.iter(), Some(parts)).is_none() { lower } else { cost }
}

/// Costs rising from 1 in multiples of one small unit: all steps alike, or a few kinds of steps in runs.
fn rising(rng: &mut ChaCha8Rng, resources: usize, parts: i64) -> Vec<Rational> {
    let unit = Rational::new(1, [1, 2, 5, 10, 20, 50, 100][rng.random_range(0..7)].min(parts));
    let (runs, most) = (chance(rng, 70), rng.random_range(1..=2));
    let (mut height, mut step) = (0, 1);
    (0..resources)
        .map(|i| {
            if runs && (i == 0 || chance(rng, 35)) {
                step = rng.random_range(0..=most);
            }
            let cost = Rational::one() + Rational::int(height) * &unit;
            height += step;
            cost
        })
        .collect()
}
