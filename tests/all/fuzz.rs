//! No input causes a panic: corrupted files, and instances with zeros everywhere.

use chacha20::ChaCha8Rng;
use fairwitness::document::Document;
use fairwitness::instances::{self, Scope};
use fairwitness::linear::{Halt, Patience};
use fairwitness::mechanism::{CLUSTER, certified};
use fairwitness::model::cluster::{Pool, Weight};
use fairwitness::property;
use fairwitness::property::judge::Cell;
use fairwitness::scalar::{Rational, Scalar};
use fairwitness::workbench;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

const GOOD: &str = r#"model = "cluster"
capacity = [[9, 12, 100], [12, 12, 0]]
demand = [[1, 2, 10], ["1/2", "0.25", 1], [1, 2, 0]]
weight = [1, 1, 2]
eligible = [[0], [0], [0, 1]]
tasks = ["inf", 5, "inf"]
users = ["a", "b", "c"]
"#;

#[test]
fn mangled_files_are_errors_not_panics() {
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    let bench = workbench::model("cluster").unwrap();
    let scraps = [
        "[",
        "]",
        "\"",
        ",",
        "-",
        "0",
        "1/0",
        "=",
        "\n",
        "999999999999999999999",
        "0.5",
        "inf",
        "é",
        "{",
        "}",
        "#",
        "[[",
        "\0",
    ];
    let (mut read, mut refused) = (0, 0);
    for round in 0..4000 {
        let mut text = GOOD.to_string();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..=text.len());
            let at = (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap();
            match rng.random_range(0..3) {
                0 => text.insert_str(at, scraps[rng.random_range(0..scraps.len())]),
                1 => text.truncate(at),
                _ => {
                    let end = (at + rng.random_range(1..6)).min(text.len());
                    let end = (end..=text.len()).find(|e| text.is_char_boundary(*e)).unwrap();
                    text.replace_range(at..end, scraps[rng.random_range(0..scraps.len())]);
                }
            }
        }
        let name = if round % 3 == 0 { "mangled.json" } else { "mangled.toml" };
        let run = |d| bench.run("tsf", &d, &Patience::unlimited()).map(|_| ()).map_err(Halt::error);
        let outcome = Document::parse(name, &text).and_then(run);
        match outcome {
            Ok(()) => read += 1,
            Err(error) => {
                assert!(error.to_string().starts_with(name), "{error}");
                refused += 1;
            }
        }
    }
    assert!(read > 20 && refused > 1000, "{read} read, {refused} refused");
}

/// Zero capacities, users that fit nowhere, zero tasks, empty eligibility, huge numbers.
fn extreme(rng: &mut ChaCha8Rng) -> Pool {
    let scope = Scope { users: 3, servers: 2, resources: 2, max: 3, ..Scope::default() };
    let mut pool = instances::cluster::draw(rng, scope);
    let numbers = [Rational::zero(), Rational::one(), Rational::new(i64::MAX, 3), Rational::new(1, i64::MAX)];
    let mut any = || numbers[rng.random_range(0..4)].clone();
    pool.capacity.iter_mut().flatten().for_each(|c| *c = any());
    pool.demand.iter_mut().flatten().for_each(|d| *d = any());
    for row in &mut pool.demand {
        if row.iter().all(Scalar::is_zero) {
            row[0] = Rational::one();
        }
    }
    pool.eligible.iter_mut().flatten().for_each(|e| *e = rng.random_range(0..2) == 0);
    if rng.random_range(0..3) == 0 {
        pool.weight = Weight::Resource(vec![vec![Rational::int(2); pool.resources()]; pool.users()]);
    }
    if rng.random_range(0..3) == 0 {
        let rate = |_| (0..pool.servers()).map(|_| numbers[rng.random_range(0..2)].clone()).collect();
        pool.rate = Some((0..pool.users()).map(rate).collect());
    }
    pool
}

#[test]
fn zeros_everywhere_do_not_panic() {
    let mut rng = ChaCha8Rng::seed_from_u64(32);
    let pools: Vec<_> = (0..400).map(|round| (round, extreme(&mut rng))).collect();
    pools.into_par_iter().for_each(|(round, pool)| {
        for mechanism in CLUSTER {
            if let Ok(outcome) = mechanism.allocate(&pool, &Patience::unlimited())
                && !mechanism.as_printed()
            {
                certified(*mechanism, &pool, &outcome, &Patience::unlimited())
                    .unwrap_or_else(|e| panic!("{}: {e}: {pool:?}", mechanism.id()));
            }
            for property in property::CLUSTER.iter().filter(|_| round % 10 == 0 && !mechanism.as_printed()) {
                let _ = Cell { mechanism: *mechanism, property: *property }
                    .judge(&pool, &Patience::unlimited())
                    .unwrap();
            }
        }
    });
}
