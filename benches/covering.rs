//! Covering: the time of exact programmes, their rounding, the greedy algorithm and the optimum, and its
//! growth with the size.

#![allow(clippy::print_stdout)]

use std::hint::black_box;

mod clock;

use chacha20::ChaCha8Rng;
use clock::time;
use fairwitness::linear::Patience;
use fairwitness::mechanism::{COVERING, Mechanism, certified};
use fairwitness::model::covering::{Covering, Stock};
use fairwitness::scalar::{Rational, Scalar};
use rand::{RngExt, SeedableRng};

fn mech(id: &str) -> &'static dyn Mechanism<Covering> {
    COVERING.iter().copied().find(|m| m.id() == id).expect("a mechanism")
}

/// Sizes 1, costs uniform up to `most`, and demands that leave a tenth of the resources unused.
fn drawn(tasks: usize, resources: usize, most: i64, seed: u64) -> Stock {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let cost = (0..resources).map(|_| Rational::int(rng.random_range(1..=most))).collect();
    let mut demand = vec![1i64; tasks];
    for _ in tasks..resources * 9 / 10 {
        demand[rng.random_range(0..tasks)] += 1;
    }
    let demand = demand.into_iter().map(Rational::int).collect();
    Stock::new(cost, vec![Rational::one(); resources], demand).expect("every task can be covered alone")
}

fn main() {
    println!("milliseconds, costs up to 1000");
    for (tasks, resources) in [(5, 50), (10, 100), (20, 200), (50, 1000), (100, 2000)] {
        let stock = drawn(tasks, resources, 1000, 1);
        let repeat = if resources > 200 { 1 } else { 5 };
        print!("  {tasks:3} tasks x {resources:4} resources:");
        for id in ["greedy", "rounding"] {
            print!(
                "  {id} {:.2}",
                time(repeat, || drop(black_box(mech(id).allocate(&stock, &Patience::unlimited()))))
            );
        }
        if resources <= 200 {
            let mech = mech("lp-pruned");
            print!(
                "  lp-pruned {:.2}",
                time(repeat, || drop(black_box(mech.allocate(&stock, &Patience::unlimited()))))
            );
            let outcome = mech.allocate(&stock, &Patience::unlimited()).expect("an outcome");
            let t = time(repeat, || {
                certified(mech, &stock, &outcome, &Patience::unlimited()).map(|_| ()).expect("a certificate");
            });
            print!("  certified {t:.2}");
        }
        println!();
    }
    println!("the optimum of 200 random stocks each, up to 12 costs");
    for (tasks, resources) in [(3, 12), (4, 20), (6, 30)] {
        let stocks: Vec<Stock> = (0..200).map(|seed| drawn(tasks, resources, 12, seed)).collect();
        let settled =
            stocks.iter().filter(|s| mech("optimum").allocate(s, &Patience::unlimited()).is_ok()).count();
        let t = time(1, || {
            stocks.iter().for_each(|s| drop(black_box(mech("optimum").allocate(s, &Patience::unlimited()))));
        });
        println!("  {tasks} tasks x {resources} resources: {:.3} each, {settled} of 200 settled", t / 200.0);
    }
}
