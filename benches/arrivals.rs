//! Dynamic DRF on long sequences: a million arrivals in floats, twenty thousand exactly, and the time of an
//! arrival by the number of agents present, for water-filling, the linear step and the stack of blocks.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

mod kept;

use chacha20::ChaCha8Rng;
use fairwitness::linear::Patience;
use fairwitness::mechanism::{ARRIVALS, Blocks};
use fairwitness::model::arrivals::{Sequence, normalised};
use fairwitness::picture::{Axes, Curve, Point, Scale, curves as curves_of};
use fairwitness::scalar::{Rational, Scalar};
use rand::{RngExt, SeedableRng};

fn run<S: Scalar>(agents: usize, demand: impl Iterator<Item = Vec<S>>) -> f64 {
    let mut blocks = Blocks::new(agents);
    let start = Instant::now();
    for demand in demand {
        black_box(blocks.arrive(&demand));
    }
    start.elapsed().as_secs_f64()
}

fn hundredths(rng: &mut ChaCha8Rng) -> Vec<Rational> {
    normalised(&(0..3).map(|_| Rational::new(rng.random_range(1..=100), 100)).collect::<Vec<_>>())
}

/// Seconds that a mechanism takes for a whole history of `k` agents, divided by `k`.
fn per_arrival(id: &str, k: usize) -> f64 {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let row = |rng: &mut ChaCha8Rng| (0..3).map(|_| Rational::int(rng.random_range(1..=4))).collect();
    let sequence = Sequence { agents: k, demand: (0..k).map(|_| row(&mut rng)).collect() };
    let mechanism = ARRIVALS.iter().find(|m| m.id() == id).expect("a mechanism");
    let start = Instant::now();
    black_box(mechanism.allocate(&sequence, &Patience::unlimited()).expect("in the domain"));
    start.elapsed().as_secs_f64() / k as f64
}

fn main() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let agents = 1_000_000;
    let demand: Vec<Vec<f64>> =
        (0..agents).map(|_| normalised(&[rng.random::<f64>(), rng.random(), rng.random()])).collect();
    let floats = run(agents, demand.into_iter());
    println!("ddrf, {agents} arrivals x 3 resources, f64      {floats:>8.3} s   (bound: 1 s)");
    let agents = 20_000;
    let demand: Vec<Vec<Rational>> = (0..agents).map(|_| hundredths(&mut rng)).collect();
    let exact = run(agents, demand.into_iter());
    println!("ddrf, {agents} arrivals, demands k/100, exact     {exact:>8.3} s   (bound: 10 s)");
    let sizes = [10usize, 20, 40, 80, 160, 320];
    let ids = ["ddrf-water", "ddrf-linear", "ddrf"];
    let mut curves: [Vec<Point>; 3] = Default::default();
    println!("\nmicroseconds an arrival in a history of k agents, exact, demands 1..4");
    println!("{:>6} {:>12} {:>12} {:>12}", "k", "ddrf-water", "ddrf-linear", "ddrf");
    for k in sizes {
        let costs = ids.map(|id| (0..3).map(|_| per_arrival(id, k) * 1e6).fold(f64::INFINITY, f64::min));
        println!("{k:>6} {:>12.1} {:>12.1} {:>12.1}", costs[0], costs[1], costs[2]);
        for (curve, cost) in curves.iter_mut().zip(costs) {
            curve.push((k as f64, cost).into());
        }
    }
    let axes = Axes { scale: Scale::Logarithmic, x: "agents present, k", y: "microseconds an arrival" };
    let named = ids.iter().zip(curves).map(|(name, points)| Curve { name: name.to_string(), points });
    kept::keep("arrival-cost.svg", curves_of(&axes, &named.collect::<Vec<_>>()));
}
