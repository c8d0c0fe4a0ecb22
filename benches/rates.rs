//! Rates of judging, lying and searching in user CPU time, beside plain Python and beside proptest with our judge.
//!
//! `cargo bench --bench rates` prints the rates with their bounds. The CPU time of a search on one and on two
//! threads shows the cost of the second thread.

#![allow(clippy::print_stdout)]

mod alike;
mod cell;

use std::hint::black_box;
use std::process::Command;

use cell::cell;
use fairwitness::instances::Scope;
use fairwitness::linear::{Patience, Stop};
use fairwitness::model::cluster::{Cluster, Pool};
use fairwitness::model::{Hypothesis, Model as _};
use fairwitness::property::Hearing;
use fairwitness::property::evidence::{Verdict, run_of};
use fairwitness::property::judge::{Cell, Judgement};
use fairwitness::scalar::{Rational, Scalar};
use fairwitness::search::{Budget, Limits};
use fairwitness::workbench::{Plan, model};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRng, TestRunner};

/// User CPU time of this process so far in seconds, all threads together; `None` if the system does not report it.
fn cpu() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let ticks: f64 = stat.rsplit_once(')')?.1.split_whitespace().nth(11)?.parse().ok()?;
    Some(ticks / 100.0)
}

/// User CPU time per call in seconds, over half a second or more of calls.
fn seconds(mut call: impl FnMut(usize)) -> f64 {
    let mut rounds = 64;
    loop {
        let start = cpu().expect("the system tells CPU time");
        (0..rounds).for_each(&mut call);
        let taken = cpu().expect("the system tells CPU time") - start;
        if taken > 0.5 {
            return taken / rounds as f64;
        }
        rounds *= 2;
    }
}

fn report(what: &str, figure: f64, unit: &str, bound: &str) {
    println!("{what:<62} {figure:>12.2} {unit:<6} {bound}");
}

/// The pools of the Python script.
fn pools() -> Vec<Pool> {
    let row = |row: [i64; 2]| row.map(Rational::int).to_vec();
    let pool =
        |k: i64| Pool::new(vec![row([9, 18])], vec![row([1, 4 + k % 5]), row([3, 1]), row([2, 1 + k % 3])]);
    (0..15).map(pool).collect()
}

/// The output of the script: seconds per instance, or per lie.
fn python(mode: &str, rounds: &str) -> Option<f64> {
    let output = Command::new("python3").args(["benches/peers/lies.py", mode, rounds]).output().ok()?;
    String::from_utf8_lossy(&output.stdout).trim().parse().ok()
}

fn judged() {
    let (pools, si, ef) = (pools(), cell("drf", "si"), cell("drf", "ef"));
    let judged = |pool: &Pool| {
        let run = run_of(si.mechanism, pool, &Patience::unlimited()).expect("one pool");
        let feasible = Cluster::feasible(si.mechanism.setting(), pool, &run.outcome).is_ok();
        feasible
            && si
                .property
                .examine(&Hearing::of(si.mechanism, &run, &Patience::unlimited()))
                .expect("nothing cuts it short")
                == Verdict::Holds
            && ef
                .property
                .examine(&Hearing::of(ef.mechanism, &run, &Patience::unlimited()))
                .expect("nothing cuts it short")
                == Verdict::Holds
    };
    let ours = seconds(|k| assert!(black_box(judged(&pools[k % pools.len()]))));
    report("drf + si + ef judged in full, 3 users x 2 resources", ours * 1e6, "us", "");
    match python("judge", "3000") {
        Some(theirs) => report("  times as fast as Python", theirs / ours, "x", "(bound: 200 x)"),
        None => println!("  python3 is missing: no ratio"),
    }
}

/// The number of lies that the judgement reports as tried.
fn lies(cell: Cell<'_, Cluster>, pool: &Pool) -> f64 {
    match cell.judge(pool, &Patience::unlimited()).expect("nothing cuts it short") {
        Judgement::Undecided(_, open) => open.trials as f64,
        // The judgement reports no number of attempts.
        _ => 0.0,
    }
}

fn lying() {
    let (pools, sp) = (pools(), cell("drf", "sp"));
    let tried = pools.iter().map(|pool| lies(sp, pool)).sum::<f64>() / pools.len() as f64;
    let ours = seconds(|k| {
        black_box(sp.judge(&pools[k % pools.len()], &Patience::unlimited()).expect("nothing cuts it short"));
    });
    report("drf x sp, 3 users x 2 resources: instances a second", 1.0 / ours, "/s", "");
    report("  a lie", ours / tried * 1e6, "us", "");
    match python("lie", "3000") {
        Some(theirs) => {
            report("  times as fast as Python, a lie", theirs / (ours / tried), "x", "(bound: 200 x)");
        }
        None => println!("  python3 is missing: no ratio"),
    }
}

/// CPU time per instance of a random search, in seconds.
fn searched(mechanism: &str, property: &str, scope: Scope, count: u64, threads: usize) -> (f64, f64) {
    let stop = Stop::new();
    let limits = Limits { budget: Budget::instances(count), threads, stop: &stop, progress: &|_| {} };
    let bench = model("cluster").expect("a model");
    let (mut instances, mut screened) = (0, 0);
    let start = cpu().expect("the system tells CPU time");
    let mut seed = 0;
    // A search ends when it finds a violation; then another begins.
    while instances < count {
        let plan = Plan { strategy: "random", scope, seed, archive: Vec::new() };
        let found = bench.search(mechanism, property, &plan, &limits).expect("a search").searched;
        (instances, screened) = (instances + found.instances, screened + found.screened);
        seed += 1;
    }
    let taken = cpu().expect("the system tells CPU time") - start;
    (taken / instances as f64, screened as f64 / instances as f64)
}

/// CPU time per instance that proptest proposes and our judge judges, in seconds.
fn by_proptest(cell: Cell<'_, Cluster>, pools: &impl Strategy<Value = Pool>, cases: u32) -> f64 {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(config.rng_algorithm);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let start = cpu().expect("the system tells CPU time");
    let result = runner.run(pools, |pool| {
        black_box(cell.judge(&pool, &Patience::unlimited()).expect("nothing cuts it short"));
        Ok(())
    });
    result.expect("nothing fails");
    (cpu().expect("the system tells CPU time") - start) / f64::from(cases)
}

const SEARCHES: [(&str, &str, usize, u64, &str); 8] = [
    ("drf", "ef", 1, 2_000_000, "(bound: 1 000 000)"),
    ("drf", "si", 1, 2_000_000, "(bound: 1 000 000)"),
    ("tsf", "ef", 2, 400_000, "(bound: 200 000)"),
    ("tsf", "si", 1, 400_000, "(bound: 200 000)"),
    ("c-drfh", "ef", 2, 400_000, "(bound: 200 000)"),
    ("c-drfh", "si", 1, 400_000, "(bound: 200 000)"),
    ("drf", "sp", 1, 60_000, ""),
    ("tsf", "sp", 2, 1_500, ""),
];

fn main() {
    if cpu().is_none() {
        println!("this system does not tell CPU time: nothing is measured");
        return;
    }
    let asked: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    if asked.is_empty() || asked.contains(&"judged".to_string()) {
        judged();
        lying();
    }
    for (mechanism, property, servers, count, bound) in SEARCHES {
        if !asked.is_empty() && !asked.contains(&format!("{mechanism}/{property}")) {
            continue;
        }
        // Weights per resource violate the sharing incentive of `drf`, and violations are not part of the
        // measurement.
        let hypothesis = Hypothesis::UserWeights;
        let scope = Scope { users: 3, servers, resources: 2, hypothesis, ..Scope::default() };
        let ((one, screened), (two, _)) =
            (searched(mechanism, property, scope, count, 1), searched(mechanism, property, scope, count, 2));
        report(
            &format!("random search, {mechanism} x {property}: instances a second"),
            1.0 / one,
            "/s",
            bound,
        );
        report("  screened in words", screened * 100.0, "%", "");
        report("  on two threads, were both cores free", 2.0 * one / two, "x", "(bound: 1.8 x)");
        if !property.starts_with("sp") {
            let theirs = by_proptest(cell(mechanism, property), &alike::pools(servers), 100_000);
            report("  times as fast as proptest around our judge", theirs / one, "x", "(bound: 5 x)");
            let theirs = by_proptest(cell(mechanism, property), &alike::plain(servers), 100_000);
            let numbers_alone = Scope { extras: alike::NUMBERS_ALONE, ..scope };
            let (ours, _) = searched(mechanism, property, numbers_alone, count, 1);
            report("  the same of numbers alone, on both sides", theirs / ours, "x", "(bound: 5 x)");
        }
    }
}
