//! Speed of the workbench, as ratios to a peer where a ratio matters.
//!
//! `cargo bench --bench speed` prints each figure with its bound. The peer in `benches/peers/` and the
//! workbench are timed in alternation, so that the ratio holds if the speed of the machine drifts.

#![allow(clippy::print_stdout)]

mod cell;
mod median;

use std::hint::black_box;
use std::process::Command;

use cell::cell;
use chacha20::ChaCha8Rng;
use fairwitness::instances::{self, Scope};
use fairwitness::linear::{Patience, Program, solve, solve_by_pivots};
use fairwitness::mechanism::certified;
use fairwitness::model::Model as _;
use fairwitness::model::cluster::{Cluster, Pool};
use fairwitness::property::Hearing;
use fairwitness::property::evidence::{Verdict, run_of};
use fairwitness::scalar::{Rational, Scalar};
use median::seconds;
use rand::{RngExt, SeedableRng};

fn report(what: &str, figure: f64, unit: &str, bound: &str) {
    println!("{what:<58} {figure:>10.2} {unit:<8} {bound}");
}

fn against_the_peer() {
    let pools: Vec<Pool> = (0..15)
        .map(|k| {
            let row = |row: [i64; 2]| row.map(Rational::int).to_vec();
            Pool::new(vec![row([9, 18])], vec![row([1, 4 + k % 5]), row([3, 1]), row([2, 1 + k % 3])])
        })
        .collect();
    let (si, ef) = (cell("drf", "si"), cell("drf", "ef"));
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
    let mut ratios = Vec::new();
    for _ in 0..5 {
        let ours = seconds(|k| {
            assert!(black_box(judged(&pools[k % pools.len()])));
        });
        let peer = Command::new("python3").args(["benches/peers/drf.py", "2000"]).output();
        let Ok(output) = peer else {
            println!("drf + si + ef: python3 is missing, the ratio was not measured");
            return;
        };
        let theirs: f64 =
            String::from_utf8_lossy(&output.stdout).trim().parse().expect("the peer prints seconds");
        ratios.push((theirs / ours, ours));
    }
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    report("drf + si + ef, 3 users x 2 resources", ratios[2].1 * 1e6, "us", "");
    report("  times as fast as exact Python beside it", ratios[2].0, "x", "(bound: 100 x)");
}

/// Dense programmes with small integers, feasible and bounded.
fn programmes(rows: usize, variables: usize, seed: u64) -> Vec<Program> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..50)
        .map(|_| {
            let mut program = Program::new(variables);
            program.objective = (0..variables).map(|_| Rational::int(rng.random_range(1..=9))).collect();
            for _ in 0..rows {
                let terms = (0..variables).map(|v| (v, Rational::int(rng.random_range(1..=9)))).collect();
                program.at_most(terms, Rational::int(rng.random_range(10..=99)));
            }
            program
        })
        .collect()
}

fn linear_programmes() {
    for (rows, variables, bound) in [(6, 8, "(bound: 10 us)"), (20, 30, ""), (40, 60, "")] {
        let programs = programmes(rows, variables, 7);
        let time = seconds(|k| {
            black_box(
                solve_by_pivots(&programs[k % programs.len()], &Patience::unlimited())
                    .expect("nothing cuts it short"),
            );
        });
        report(
            &format!("exact linear programme, {rows} rows x {variables} variables"),
            time * 1e6,
            "us",
            bound,
        );
    }
}

/// Sparse programmes of the kind that allocation makes, where floats propose and an exact proof decides.
fn large_programmes() {
    for rows in [60, 120] {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let mut program = Program::new(2 * rows);
        program.objective = (0..2 * rows).map(|_| Rational::int(rng.random_range(1..=9))).collect();
        for _ in 0..rows {
            let mut terms: Vec<(usize, Rational)> = Vec::new();
            for v in 0..2 * rows {
                if rng.random_range(0..rows) < 4 {
                    terms.push((v, Rational::int(rng.random_range(1..=9))));
                }
            }
            program.at_most(terms, Rational::int(rng.random_range(10..=99)));
        }
        let all = (0..2 * rows).map(|v| (v, Rational::one())).collect();
        program.at_most(all, Rational::int(500));
        let pivots = seconds(|_| {
            black_box(solve_by_pivots(&program, &Patience::unlimited()).expect("nothing cuts it short"));
        });
        let chosen = seconds(|_| {
            black_box(solve(&program, &Patience::unlimited()).expect("nothing cuts it short"));
        });
        report(&format!("sparse programme, {rows} rows, exact pivots alone"), pivots * 1e3, "ms", "");
        report("  the chosen route: floats, proved", chosen * 1e3, "ms", "");
    }
}

fn mechanisms() {
    let scope = Scope { users: 5, servers: 4, resources: 3, max: 20, ..Scope::default() };
    let full = |p: &Pool| p.users() == 5 && p.servers() == 4 && p.resources() == 3;
    let pools: Vec<Pool> = instances::cluster::stream(scope, 3)
        .filter(|p| full(p) && p.tasks.iter().all(Option::is_none))
        .take(60)
        .collect();
    for (id, bound) in [("tsf", "(bound: 1 ms)"), ("c-drfh", ""), ("ps-dsf", ""), ("ps-dsf-tdm", "")] {
        let mechanism = cell(id, "po").mechanism;
        let time = seconds(|k| {
            black_box(
                mechanism.allocate(&pools[k % pools.len()], &Patience::unlimited()).expect("in the domain"),
            );
        });
        report(&format!("{id}, 5 users x 4 servers x 3 resources"), time * 1e3, "ms", bound);
    }
    let tsf = cell("tsf", "po").mechanism;
    let time = seconds(|k| {
        let pool = &pools[k % pools.len()];
        let outcome = tsf.allocate(pool, &Patience::unlimited()).expect("in the domain");
        black_box(certified(tsf, pool, &outcome, &Patience::unlimited()).expect("certified"));
    });
    report("tsf, certified", time * 1e3, "ms", "");
}

fn main() {
    against_the_peer();
    linear_programmes();
    mechanisms();
    large_programmes();
}
