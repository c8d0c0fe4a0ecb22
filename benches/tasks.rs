//! Whole tasks: the time of an allocation and its growth with the reserves, for filling task by task, filling
//! in leaps, and the closed form.

#![allow(clippy::print_stdout)]

use std::hint::black_box;

mod clock;
mod kept;

use chacha20::ChaCha8Rng;
use clock::time;
use fairwitness::linear::Patience;
use fairwitness::mechanism::{CLUSTER, Filling, Mechanism, OnePool, Order};
use fairwitness::model::cluster::{Cluster, Pool};
use fairwitness::picture::{Axes, Curve, Point, Scale, curves as curves_of};
use fairwitness::scalar::{Rational, Scalar};
use rand::{RngExt, SeedableRng};

fn mech(id: &str) -> &'static dyn Mechanism<Cluster> {
    CLUSTER.iter().copied().find(|m| m.id() == id).expect("a mechanism")
}

/// metin 4: whole demands and reserves, uniform within intervals.
fn drawn(users: usize, resources: usize, demand: (i64, i64), reserve: (i64, i64)) -> Pool {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut row = |(low, high): (i64, i64)| -> Vec<Rational> {
        (0..resources).map(|_| Rational::int(rng.random_range(low..=high))).collect()
    };
    let capacity = vec![row(reserve)];
    Pool::new(capacity, (0..users).map(|_| row(demand)).collect())
}

fn main() {
    println!("milliseconds an allocation, 1,000 users, reserves from [50,000, 100,000]");
    for (demand, resources) in [((1, 10), 10), ((10, 20), 10), ((1, 100), 2), ((1, 1000), 2)] {
        let pool = drawn(1000, resources, demand, (50_000, 100_000));
        for id in ["pdrf", "pdrf-f64", "pdrf-final", "drf-tasks", "drf-tasks-skip", "seq-minmax"] {
            let t = time(5, || drop(black_box(mech(id).allocate(&pool, &Patience::unlimited()))));
            println!("  demands {demand:?}, {resources} resources: {id:16} {t:.3}");
        }
    }
    println!("bound: pdrf on 1,000 users and 10 resources in 1 ms\n");

    println!("milliseconds against the reserves, 100 users, 10 resources, demands from [1, 10]");
    println!(
        "{:>6} {:>14} {:>14} {:>14} {:>18}",
        "", "pick by pick", "leaping", "closed form", "filling / closed"
    );
    let mut curves: [Vec<Point>; 3] = Default::default();
    for power in 4..=9 {
        let reserve = 10i64.pow(power);
        let pool = drawn(100, 10, (1, 10), (reserve, reserve * 2));
        let one = OnePool::of(&pool).expect("one pool");
        let filling = Filling::of(&one, Order::HigherShare, false);
        // Above 10^7 there are more than a million picks, so picks are not listed.
        let walking = (power <= 7).then(|| time(2, || drop(black_box(filling.picks()))));
        let leaping = time(5, || drop(black_box(filling.run())));
        let closed = time(5, || drop(black_box(mech("pdrf").allocate(&pool, &Patience::unlimited()))));
        let ratio = walking.map_or_else(|| "-".to_string(), |w| format!("{:.0}", w / closed));
        let walked = walking.map_or_else(|| "-".to_string(), |w| format!("{w:.3}"));
        println!("10^{power:<3} {walked:>14} {leaping:>14.3} {closed:>14.3} {ratio:>18}");
        let x = reserve as f64;
        curves[0].extend(walking.map(|w| Point::from((x, w))));
        curves[1].push((x, leaping).into());
        curves[2].push((x, closed).into());
    }
    let axes = Axes { scale: Scale::Logarithmic, x: "reserves of a resource, units", y: "milliseconds" };
    let names = ["pick by pick", "leaping", "closed form"];
    let named = names.iter().zip(curves).map(|(name, points)| Curve { name: name.to_string(), points });
    kept::keep("filling-cost.svg", curves_of(&axes, &named.collect::<Vec<_>>()));
}
