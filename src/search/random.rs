//! Random instances that look for trouble: ties, zero demands, near-equal shares, restricted eligibility;
//! twins and specialists among arrivals.
//!
//! Candidate `k` of a seed depends on the seed and `k` alone.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Batch, Brief, Candidates, Hunt, Scope, Strategy};
use crate::model::arrivals::{Arrivals, Sequence};
use crate::model::cluster::{Cluster, Pool, Weight};
use crate::model::covering::{Covering, Stock};
use crate::model::{Hypothesis, Model};
use crate::scalar::{Rational, Scalar};

/// The random numbers of draw `k`: they depend on the seed and `k` alone.
pub fn draw(seed: u64, k: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(k);
    rng
}

/// Endless random cluster instances within the scope.
pub fn cluster(scope: Scope, seed: u64) -> Candidates<Cluster> {
    Box::new((0..).map(move |k| pool(&mut draw(seed, k), scope)))
}

/// Endless random arrival sequences within the scope.
pub fn arrivals(scope: Scope, seed: u64) -> Candidates<Arrivals> {
    Box::new((0..).map(move |k| sequence(&mut draw(seed, k), scope)))
}

/// One random arrival sequence within the scope: specialists, twins and all-rounders.
pub fn sequence<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope) -> Sequence<S> {
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
    let declared = if chance(rng, 20) { agents + rng.random_range(1..=3) } else { agents };
    Sequence { agents: declared, demand: demand.into_iter().map(exact).collect() }
}

/// Endless random covering instances within the scope.
pub fn covering(scope: Scope, seed: u64) -> Candidates<Covering> {
    Box::new((0..).map(move |k| stock(&mut draw(seed, k), scope)))
}

/// One random covering instance within the scope: alike tasks and unlike ones; costs at random, of two kinds, or rising
/// from 1 in small steps; mostly sizes 1.
pub fn stock(rng: &mut ChaCha8Rng, scope: Scope) -> Stock {
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
            1 => rising(rng, resources),
            _ => (0..resources).map(|_| Rational::int(rng.random_range(1..=top))).collect(),
        };
        let size: Vec<i64> = if scope.hypothesis == Hypothesis::UnitSizes || chance(rng, 75) {
            vec![1; resources]
        } else {
            (0..resources).map(|_| rng.random_range(1..=top.min(4))).collect()
        };
        let exact = |row: Vec<i64>| row.into_iter().map(Rational::int).collect();
        if let Ok(stock) = Stock::new(cost, exact(size), exact(demand)) {
            return stock;
        }
    }
}

/// Costs from 1 upwards in steps of the same small unit: all alike, or a few kinds of steps in runs.
fn rising(rng: &mut ChaCha8Rng, resources: usize) -> Vec<Rational> {
    let unit = Rational::new(1, [1, 2, 5, 10, 20, 50, 100][rng.random_range(0..7)]);
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

fn chance(rng: &mut ChaCha8Rng, percent: u32) -> bool {
    rng.random_range(0..100) < percent
}

/// One random cluster instance within the scope. Each instance first draws its own habits.
pub fn pool<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope) -> Pool<S> {
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

/// Random instances, each a draw of its own.
#[derive(Debug)]
pub struct Random;

impl<M: Model> Strategy<M> for Random {
    fn id(&self) -> &'static str {
        "random"
    }

    fn about(&self) -> &'static str {
        "random instances of the scope, fond of ties, zeros and constraints"
    }

    fn start(&self, _brief: &Brief<'_, M>) -> Box<dyn Hunt<M>> {
        Box::new(Draws { next: 0 })
    }
}

struct Draws {
    next: u64,
}

impl<M: Model> Hunt<M> for Draws {
    fn propose(&mut self, count: usize) -> Batch<M> {
        let first = self.next;
        self.next += count as u64;
        Batch::Draws { first, count }
    }
}
