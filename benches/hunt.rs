//! The search: screening, enumeration up to symmetry, and the time in which each strategy finds planted
//! faults.

#![allow(clippy::print_stdout)]

#[path = "../tests/faults/mod.rs"]
mod planted;

mod kept;

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

use fairwitness::instances::{self, Instances, Scope};
use fairwitness::linear::Stop;
use fairwitness::mechanism::Anonymous;
use fairwitness::model::cluster::Pool;
use fairwitness::property::judge::Cell;
use fairwitness::scalar::{Rational, Scalar};
use fairwitness::search::{Brief, Budget, Limits, Target, Watch, hunt, strategies};
use fairwitness::workbench::{Plan, model};
use planted::{Fault, Tables};

/// Instances of `drf` x `ef` examined per second.
fn screened(threads: usize) -> f64 {
    let scope = Scope { users: 3, servers: 1, resources: 2, ..Scope::default() };
    let plan = Plan { strategy: "random", scope, seed: 0, archive: Vec::new() };
    let stop = Stop::new();
    let budget = Budget::instances(3_000_000);
    let limits = Limits { budget, threads, stop: &stop, progress: &|_| {} };
    let bench = model("cluster").expect("a model");
    let started = Instant::now();
    let report = bench.search("drf", "ef", &plan, &limits).expect("a search");
    report.searched.instances as f64 / started.elapsed().as_secs_f64()
}

/// Every labelled instance: all capacities, all users, in every order.
fn plain(users: usize, resources: usize, max: i64) -> u64 {
    let digits = |k: u64, n: usize, least: i64| -> Vec<i64> {
        let base = (max - least + 1) as u64;
        (0..n as u32).map(|at| (k / base.pow(at) % base) as i64 + least).collect()
    };
    let exact = |row: &[i64]| row.iter().copied().map(Rational::int).collect::<Vec<_>>();
    let mut count = 0;
    for c in 0..((max + 1) as u64).pow(resources as u32) {
        let capacity = digits(c, resources, 0);
        for d in 0..(max as u64).pow((users * resources) as u32) {
            let demand = digits(d, users * resources, 1);
            if capacity.iter().chain(&demand).max() == Some(&max) {
                count += 1;
                let rows = demand.chunks(resources).map(exact).collect();
                black_box(Pool::new(vec![exact(&capacity)], rows));
            }
        }
    }
    count
}

/// The number of instances that a strategy examines until it finds a violation, and the time.
fn conviction<M: Tables>(
    fault: &'static Fault<M>,
    domain: &Instances<M>,
    strategy: &str,
) -> Option<(u64, f64)> {
    let scope = Scope { resources: if M::ID == "covering" { 10 } else { 3 }, ..Scope::default() };
    let stop = Stop::new();
    let budget: Budget = "400000,10s".parse().expect("a budget");
    let limits = Limits { budget, threads: 1, stop: &stop, progress: &|_| {} };
    let cell = Cell { mechanism: fault, property: fault.property() };
    let renamed = Anonymous::ALL;
    let brief =
        Brief { instances: domain, scope, drawn: scope, renamed, ignored: renamed, seed: 0, archive: &[] };
    let target = Target { cell, brief };
    let strategy = strategies::<M>().into_iter().find(|s| s.id == strategy)?;
    let started = Instant::now();
    let (found, searched) = hunt(&target, &strategy, &limits, &Watch::start(&limits));
    found.map(|_| (searched.instances, started.elapsed().as_secs_f64() * 1e3))
}

const HUNTERS: [&str; 6] = ["exhaustive", "random", "mutate", "climb", "anneal", "auto"];

fn faults<M: Tables>(faults: &'static [Fault<M>], domain: &Instances<M>, page: &mut String) {
    for fault in faults {
        let times = HUNTERS.map(|id| conviction(fault, domain, id));
        let shown = times.map(|t| t.map_or_else(|| "-".to_string(), |(n, ms)| format!("{n} ({ms:.0} ms)")));
        println!("  {:32} {:16} {}", fault.id, fault.breaks, shown.join("  "));
        let counts = times.map(|t| t.map_or_else(|| "-".to_string(), |(n, _)| n.to_string()));
        let _ = writeln!(page, "| `{}` | `{}` | {} |", fault.id, fault.breaks, counts.join(" | "));
    }
}

fn main() {
    println!("planted faults: instances (milliseconds) until convicted, by {}", HUNTERS.join(", "));
    let mut page = format!(
        "Mechanisms that are subtly wrong, and how many instances each strategy looks at until it \
         convicts them, of 400,000 or ten seconds at most (seed 0). Drawn by `cargo bench --bench hunt`.\n\n\
         | fault | breaks | {} |\n|---|---|{}\n",
        HUNTERS.join(" | "),
        "--:|".repeat(HUNTERS.len())
    );
    faults(planted::CLUSTER, &instances::CLUSTER, &mut page);
    faults(planted::ARRIVALS, &instances::ARRIVALS, &mut page);
    faults(planted::COVERING, &instances::COVERING, &mut page);
    kept::keep("planted-faults.md", Ok(page));
    let (one, two) = (screened(1), screened(2));
    println!(
        "screening drf x ef, 3 users x 2 resources: {:.2} M/s on one thread, {:.2} times on two",
        one / 1e6,
        two / one
    );
    println!("enumeration, 4 users x 3 resources, one server, positive demands; the group has 144 elements");
    for max in [2, 3] {
        let started = Instant::now();
        let all = plain(4, 3, max);
        let slow = started.elapsed().as_secs_f64();
        let scope = Scope {
            users: 4,
            servers: 1,
            resources: 3,
            max,
            hypothesis: fairwitness::model::Hypothesis::PositiveDemands,
            ..Scope::default()
        };
        let started = Instant::now();
        let ours = instances::cluster::enumerate_size(scope).map(black_box).count();
        let fast = started.elapsed().as_secs_f64();
        println!(
            "  max {max}: {all} labelled in {slow:.3} s, {ours} classes ({:.0} times fewer) in {fast:.4} s: {:.0} times faster, {:.2} of the group order",
            all as f64 / ours as f64,
            slow / fast,
            slow / fast / 144.0
        );
    }
}
