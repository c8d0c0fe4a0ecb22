//! Bounds on the tasks of every user under share fairness: they enclose the exact allocation, and random stages prove no more
//! than the truth. `tests/judge/bounds.rs` has proofs by hand.

use std::path::Path;
use std::process::Command;

use chacha20::ChaCha8Rng;
use fairwitness::instances::draw_number;
use fairwitness::linear::Patience;
use fairwitness::mechanism::share_bounds;
use fairwitness::model::cluster::{Pool, Weight};
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::specification::cluster::share::{C_DRFH, DRFH, ShareFair, TSF};
use fairwitness::specification::cluster::share_bounds::{ShareBounds, Stage, check};
use rand::RngExt;

use super::support::{mech, r};

/// A pool of up to five users and servers, often with placement constraints, weights and finite tasks.
fn drawn(rng: &mut ChaCha8Rng) -> Pool {
    let (users, servers, resources) =
        (rng.random_range(1..=5usize), rng.random_range(1..=5usize), rng.random_range(1..=3usize));
    let mut matrix = |rows: usize, least: i64, most: i64| -> Vec<Vec<Rational>> {
        let row = |rng: &mut ChaCha8Rng| {
            (0..resources).map(|_| Rational::int(rng.random_range(least..=most))).collect()
        };
        (0..rows).map(|_| row(rng)).collect()
    };
    let (capacity, mut demand) = (matrix(servers, 0, 9), matrix(users, 0, 4));
    for row in demand.iter_mut().filter(|row| row.iter().all(Rational::is_zero)) {
        row[0] = Rational::one();
    }
    let mut pool = Pool::new(capacity, demand);
    if rng.random_range(0..3) == 0 {
        pool.weight = Weight::User((0..users).map(|_| Rational::int(rng.random_range(1..=3))).collect());
    }
    if rng.random_range(0..3) > 0 {
        let row = |rng: &mut ChaCha8Rng| (0..servers).map(|_| rng.random_range(0..3) > 0).collect();
        pool.eligible = (0..users).map(|_| row(rng)).collect();
    }
    if rng.random_range(0..3) == 0 {
        let has = |rng: &mut ChaCha8Rng| {
            (rng.random_range(0..3) > 0).then(|| Rational::int(rng.random_range(0..=6)))
        };
        pool.tasks = (0..users).map(|_| has(rng)).collect();
    }
    pool
}

fn specification(id: &str) -> &'static ShareFair {
    match id {
        "tsf" => &TSF,
        "drfh" => &DRFH,
        _ => &C_DRFH,
    }
}

/// The exact tasks of every user, by the certified leximin; `None` outside the domain.
fn exact(id: &str, pool: &Pool) -> Option<Vec<Rational>> {
    let patience = Patience::unlimited();
    let outcome = mech(id).allocate(pool, &patience).ok()?;
    let certificate = mech(id).certify(pool, &outcome, &patience).unwrap();
    mech(id).check(pool, &outcome, &certificate).unwrap();
    Some(outcome.totals())
}

/// On some 1,500 pools the exact tasks of each user are within the bounds, and the bounds are close for most
/// users: the bounds are not true merely because they are wide.
#[test]
fn bounds_enclose_the_exact_allocation() {
    let (mut users, mut close, mut later) = (0, 0, 0);
    for seed in 0..500 {
        let pool = drawn(&mut draw_number(seed, 61));
        for id in ["tsf", "drfh", "c-drfh"] {
            let Some(tasks) = exact(id, &pool) else { continue };
            let Some((stages, (low, high))) = share_bounds(specification(id), &pool, &Patience::unlimited())
            else {
                assert!(tasks.iter().all(Rational::is_zero), "{id}: no bounds on {pool:?}");
                continue;
            };
            check(specification(id), &pool, &stages, (&low, &high)).unwrap();
            for u in 0..pool.users() {
                assert!(
                    low[u] <= tasks[u] && tasks[u] <= high[u],
                    "{id}: user {u} has {} of {} to {} on {pool:?}",
                    tasks[u],
                    low[u],
                    high[u]
                );
                users += 1;
                close += usize::from((&high[u] - &low[u]).to_f64() <= 1e-5 * high[u].to_f64());
            }
            later += usize::from(stages.len() > 2);
        }
    }
    assert!(users > 2_500 && later > 60, "{users} users, {later} pools with more than two stages");
    assert!(close * 10 > users * 8, "{close} of {users} users have close bounds");
}

/// A random stage: a part of a random allocation, with random users reserved, and random prices.
fn any_stage(rng: &mut ChaCha8Rng, pool: &Pool) -> Stage {
    let mut stage = Stage {
        reserved: (0..pool.users()).map(|_| rng.random_range(0..4) == 0).collect(),
        ..Stage::default()
    };
    let mut left = pool.capacity.clone();
    for u in (0..pool.users()).filter(|&u| !stage.reserved[u]) {
        let mut has = pool.tasks[u].clone();
        for i in (0..pool.servers()).filter(|&i| pool.runs_on(u, i)) {
            let fits = pool.demand[u].iter().zip(&left[i]).filter(|(d, _)| d.is_positive());
            let most = fits.map(|(d, c)| c / d).min().unwrap();
            let mut tasks = most * Rational::new(rng.random_range(0..=8), 8);
            if let Some(has) = &mut has {
                tasks = tasks.min(has.clone());
                *has = &*has - &tasks;
            }
            left[i].iter_mut().zip(&pool.demand[u]).for_each(|(c, d)| *c = &*c - &tasks * d);
            stage.loads.push((u, i, tasks));
        }
    }
    let price = |rng: &mut ChaCha8Rng| Rational::int(rng.random_range(0..=4));
    let row = |rng: &mut ChaCha8Rng| (0..pool.resources()).map(|_| price(rng)).collect();
    stage.prices = (0..pool.servers()).map(|_| row(rng)).collect();
    stage
}

/// Stages at random, mixed with those of a proof, never prove a bound that the exact allocation violates.
#[test]
fn no_stage_proves_what_is_false() {
    let (mut accepted, mut refused, mut reserved) = (0, 0, 0);
    for seed in 0..400 {
        let mut rng = draw_number(seed, 62);
        let pool = drawn(&mut rng);
        let Some(tasks) = exact("tsf", &pool) else { continue };
        let mut stages = match share_bounds(&TSF, &pool, &Patience::unlimited()) {
            Some((stages, _)) if seed % 2 == 0 => stages,
            _ => Vec::new(),
        };
        for _ in 0..6 {
            let at = rng.random_range(0..=stages.len());
            stages.insert(at, any_stage(&mut rng, &pool));
        }
        let mut bounds = ShareBounds::new(&TSF, &pool).unwrap();
        for stage in &stages {
            match bounds.add(stage) {
                Ok(()) => {
                    accepted += 1;
                    reserved += usize::from(stage.reserved.contains(&true) && !stage.loads.is_empty());
                }
                Err(_) => refused += 1,
            }
            let (low, high) = bounds.tasks();
            for u in 0..pool.users() {
                assert!(low[u] <= tasks[u] && tasks[u] <= high[u], "user {u} on {pool:?} by {stages:?}");
            }
        }
    }
    assert!(accepted > 1_000 && refused > 100 && reserved > 100, "{accepted} {refused} {reserved}");
}

/// 40 users on 30 unlike servers, 30 of them with finite tasks of unlike numbers. The users that have all their tasks
/// are found many at a time: few stages prove bounds that are close for every user and enclose the exact tasks.
#[test]
fn few_stages_serve_many_users_with_finite_tasks() {
    let capacity =
        (0..30).map(|i| [8 + i * 29 % 57, 16 + i * 41 % 113].map(Rational::int).to_vec()).collect();
    let demand = (0..40).map(|u| [1 + u * 5 % 16, 1 + u * 11 % 32].map(Rational::int).to_vec()).collect();
    let mut pool = Pool::new(capacity, demand);
    pool.tasks = (0..40).map(|u| (u % 4 > 0).then(|| Rational::new(1 + u * u % 23, 6))).collect();
    let exact = exact("tsf", &pool).unwrap();
    let (stages, (low, high)) = share_bounds(&TSF, &pool, &Patience::unlimited()).unwrap();
    check(&TSF, &pool, &stages, (&low, &high)).unwrap();
    let full = pool.tasks.iter().zip(&exact).filter(|(has, x)| has.as_ref() == Some(x)).count();
    assert!(full >= 15 && stages.len() <= 8, "{full} users have all their tasks, {} stages", stages.len());
    for (x, (low, high)) in exact.iter().zip(low.iter().zip(&high)) {
        assert!(low <= x && x <= high && (high - low) * Rational::int(10_000) <= *high, "{low} to {high}");
    }
}

/// 64 users on 320 unlike servers with two resources: an exact tableau has some 14 million numbers. Every user
/// may run everywhere, so TSF gives each at least its slice of every server, and the bounds are close enough
/// to show it. They do not show where tasks run, so Pareto optimality is open.
#[test]
fn a_pool_too_large_for_an_exact_answer_is_answered_by_bounds() {
    let mut rng = draw_number(1, 63);
    let mut rows = |n: usize, most: i64| -> String {
        let row = |rng: &mut ChaCha8Rng| {
            format!("[{}, {}]", rng.random_range(most / 8..=most), rng.random_range(most / 8..=most))
        };
        let rows: Vec<String> = (0..n).map(|_| row(&mut rng)).collect();
        rows.join(", ")
    };
    let (capacity, demand) = (rows(320, 128), rows(64, 16));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unlike.toml");
    let text = format!("model = \"cluster\"\ncapacity = [{capacity}]\ndemand = [{demand}]\n");
    std::fs::write(&path, &text).unwrap();
    let verify = |arguments: &[&str]| {
        let file = ["--instance", path.to_str().unwrap(), "--format", "json", "--budget", "300s"];
        let arguments = arguments.iter().chain(&file);
        let out = Command::new(env!("CARGO_BIN_EXE_verify")).args(arguments).output().unwrap();
        let said: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
        (out.status.code(), said)
    };
    let (code, said) = verify(&["run", "--mech", "tsf"]);
    assert_eq!((code, said["certified"].as_bool()), (Some(0), Some(true)), "{said}");
    let bounds = |field: &str| -> Vec<Rational> {
        said["outcome"][field].as_array().unwrap().iter().map(|x| r(x.as_str().unwrap())).collect()
    };
    for (low, high) in bounds("low").iter().zip(&bounds("high")) {
        assert!(low <= high && (high - low) * Rational::int(100_000) < *high, "{low} to {high}");
    }
    let verdict = |property: &str| {
        let (code, said) = verify(&["--mech", "tsf", "--property", property]);
        (code, said["verdict"].as_str().unwrap().to_string())
    };
    assert_eq!(verdict("si"), (Some(0), "holds".to_string()));
    assert_eq!(verdict("po"), (Some(3), "undecided".to_string()));
    // An audit names the largest distance between two bounds, as a part of the upper one: never less than it is.
    let none = vec![format!("[{}]", vec!["0"; 320].join(", ")); 64].join(", ");
    std::fs::write(&path, format!("{text}running = [{none}]\n")).unwrap();
    let (_, said) = verify(&["run", "--mech", "drfh"]);
    let bounds = |field: &str| -> Vec<Rational> {
        said["outcome"][field].as_array().unwrap().iter().map(|x| r(x.as_str().unwrap())).collect()
    };
    let widest =
        bounds("low").iter().zip(bounds("high")).map(|(low, high)| (&high - low) / &high).max().unwrap();
    let (_, said) = verify(&["audit", "--property", "feasible", "--mech", "drfh"]);
    let reason = said["rules"][0]["reason"].as_str().unwrap();
    let named = reason.split("at most ").nth(1).unwrap().split(' ').next().unwrap();
    let (digits, exponent) = named.split_once('e').unwrap();
    let mut named = r(digits);
    for _ in 0..exponent.trim_start_matches('-').parse::<u32>().unwrap() {
        named = named / Rational::int(10);
    }
    assert!(widest <= named && named <= &widest * r("11/10"), "{named} and {widest}");
}
