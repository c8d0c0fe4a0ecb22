//! Pairs of independent algorithms for one result, on many random instances.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Instant;

use fairwitness::instances::{self, Extras, Owners, Scope};
use fairwitness::linear::{Patience, Solution, leximin, solve};
use fairwitness::mechanism::{
    ARRIVALS, CLUSTER, InWords, PerServer, Server, allocate, bottlenecks, fill, fill_near,
};
use fairwitness::model::Model as _;
use fairwitness::model::cluster::{Cluster, Division, Placement, Polytope, Pool, Setting, Weight};
use fairwitness::property::evidence::{Cleared, Run, Verdict};
use fairwitness::property::{self, Hearing, Look};
use fairwitness::scalar::{Quick, Rational, Scalar};
use fairwitness::specification::Specification as _;
use fairwitness::specification::cluster::share;
use rand::RngExt;

use super::support::mech;

/// On one pool, leximin by linear programmes and progressive filling are two algorithms for one allocation.
#[test]
fn leximin_and_progressive_filling_agree_on_one_pool() {
    let scope = Scope { users: 4, servers: 1, resources: 3, max: 12, ..Scope::default() };
    let mut compared = 0;
    for pool in instances::cluster::stream(scope, 21).take(10_000) {
        let filled = mech("drf").allocate(&pool, &Patience::unlimited()).unwrap().totals();
        let polytope = Polytope::of(&pool, Division::Resource);
        for rule in [share::DRFH, share::C_DRFH, share::CDRF, share::TSF] {
            let levels = rule.levels(&pool, &polytope);
            let programmes = leximin(&polytope.program, &levels, &Patience::unlimited()).unwrap();
            assert_eq!(polytope.placement(&programmes.point).totals(), filled, "{rule:?}: {pool:?}");
            let own = mech(rule.id()).allocate(&pool, &Patience::unlimited());
            assert_eq!(own.map(|placement| placement.totals()), Ok(filled.clone()), "{rule:?}: {pool:?}");
        }
        if pool.tasks.iter().all(Option::is_none) {
            let view = PerServer::dominant_shares(&pool, pool.user_weights().unwrap(), Division::Resource);
            let server_by_server = allocate(&view, &Patience::unlimited()).unwrap();
            assert_eq!(server_by_server.totals(), filled, "{pool:?}");
            assert_eq!(
                mech("ps-dsf").allocate(&pool, &Patience::unlimited()).unwrap().totals(),
                filled,
                "{pool:?}"
            );
        }
        compared += 1;
    }
    assert_eq!(compared, 10_000);
}

/// khamse2017 Definition 5 by brute force: for each user, a programme that raises the user's tasks and keeps the
/// tasks of the users that it must respect.
fn improvable(pool: &Pool, division: Division, x: &Placement) -> bool {
    let weights = pool.user_weights().unwrap();
    let gammas = pool.gammas();
    let totals = x.totals();
    let level = |u: usize, i: usize| &totals[u] / (&gammas[u][i] * &weights[u]);
    (0..pool.users()).filter(|&n| pool.can_run(n)).any(|n| {
        let polytope = Polytope::of(pool, division);
        let mut program = polytope.program.clone();
        for (v, &(m, i)) in polytope.pairs.iter().enumerate() {
            if m == n {
                program.objective[v] = Rational::one();
            } else if !gammas[n][i].is_positive() || level(m, i) <= level(n, i) {
                // On a server that cannot run n, no user is in the way of n.
                program.at_least(vec![(v, Rational::one())], x.tasks[m][i].clone());
            }
        }
        match solve(&program, &Patience::unlimited()).unwrap() {
            Solution::Optimal { value, .. } => value > totals[n],
            _ => panic!("the allocation itself is feasible"),
        }
    })
}

#[test]
fn bottlenecks_agree_with_the_definition() {
    let scope = Scope { users: 3, servers: 2, resources: 2, max: 6, ..Scope::default() };
    let (mut fair, mut unfair) = ([0, 0], [0, 0]);
    let finite = |pool: &Pool| pool.tasks.iter().any(Option::is_some);
    for pool in instances::cluster::stream(scope, 22).filter(|p| !finite(p)).take(2500) {
        for (id, division) in [("ps-dsf", Division::Resource), ("ps-dsf-tdm", Division::Time)] {
            let view = PerServer::dominant_shares(&pool, pool.user_weights().unwrap(), division);
            let mut outcomes = vec![mech(id).allocate(&pool, &Patience::unlimited()).unwrap()];
            let others = ["uniform", "tsf", "c-drfh", "drf-per-server", "ps-dsf-tdm", "ps-dsf-printed"];
            outcomes
                .extend(others.iter().filter_map(|id| mech(id).allocate(&pool, &Patience::unlimited()).ok()));
            outcomes.retain(|x| Cluster::feasible(Setting::divisible(division), &pool, x).is_ok());
            for outcome in outcomes {
                let theorem = bottlenecks(&view, &outcome).is_ok();
                assert_eq!(theorem, !improvable(&pool, division, &outcome), "{id}: {pool:?}\n{outcome:?}");
                let counted = if theorem { &mut fair } else { &mut unfair };
                counted[usize::from(division == Division::Time)] += 1;
            }
        }
    }
    assert!(fair.iter().chain(&unfair).all(|count| *count > 500), "{fair:?} fair, {unfair:?} unfair");
}

/// Under time division the allocation maximises the weighted sum of logarithms (a linear Fisher market), so no
/// exchange of time between users improves the first-order sum.
#[test]
fn time_division_is_a_market_equilibrium() {
    let scope = Scope { users: 4, servers: 3, resources: 2, max: 8, ..Scope::default() };
    for pool in
        instances::cluster::stream(scope, 23).filter(|p| p.tasks.iter().all(Option::is_none)).take(1000)
    {
        let x = mech("ps-dsf-tdm").allocate(&pool, &Patience::unlimited()).unwrap();
        let weights = pool.user_weights().unwrap();
        let polytope = Polytope::of(&pool, Division::Time);
        let mut program = polytope.program.clone();
        for (v, &(u, _)) in polytope.pairs.iter().enumerate() {
            program.objective[v] = &weights[u] / x.total(u);
        }
        // The gradient of the sum of w log x at x is maximised over the polytope by x itself.
        let Solution::Optimal { value, .. } = solve(&program, &Patience::unlimited()).unwrap() else {
            panic!("bounded")
        };
        let running = (0..pool.users()).filter(|&u| pool.can_run(u));
        let here = running.fold(Rational::zero(), |sum, u| sum + &weights[u]);
        assert_eq!(value, here, "{pool:?}");
    }
}

/// A placement in machine words.
#[derive(Debug)]
struct Placed(Placement<Quick>);

impl InWords<Cluster> for Placed {
    fn outcome(&self, _: &Pool<Quick>) -> Option<Placement<Quick>> {
        Some(self.0.clone())
    }
}

fn in_words(placement: &Placement) -> Placement<Quick> {
    Placement { tasks: placement.tasks.iter().map(|row| row.iter().map(Quick::from).collect()).collect() }
}

type Counts<const N: usize> = BTreeMap<&'static str, [usize; N]>;

/// Machine words compared with exact numbers: placements of mechanisms that have both, then screens of all
/// placements, and of placements with half the tasks of user 1. Counts placements that fit and that do not; and
/// instances that screens call kept, call violated, and leave open because a number does not fit.
fn in_words_and_exactly(scope: Scope, seed: u64, count: u64) -> (Counts<2>, Counts<3>) {
    let (mut placed, mut said) = (Counts::new(), Counts::new());
    for k in 0..count {
        let mut pool: Pool = instances::cluster::draw(&mut instances::draw_number(seed, k), scope);
        let drawn: Pool<Quick> = instances::cluster::draw(&mut instances::draw_number(seed, k), scope);
        assert_eq!(pool.map(|x| Quick::from(x)), drawn);
        // Random pools have neither rates nor weights by resource, so they are added.
        match k % 4 {
            2 => pool.weight = Weight::Resource(pool.demand.iter().map(|row| raised(row)).collect()),
            3 => pool.rate = Some(pool.gammas().iter().map(|row| raised(row)).collect()),
            _ => {}
        }
        let Some(words) = Quick::exactly(|| pool.map(|x| Quick::from(x))) else { continue };
        for &mechanism in CLUSTER {
            let quick = Quick::exactly(|| mechanism.in_words()?.outcome(&words));
            let Ok(outcome) = mechanism.allocate(&pool, &Patience::unlimited()) else {
                assert!(quick.flatten().is_none(), "{}: {pool:?}", mechanism.id());
                continue;
            };
            if !matches!(quick, Some(None)) {
                placed.entry(mechanism.id()).or_default()[usize::from(quick.is_none())] += 1;
            }
            if let Some(Some(quick)) = quick {
                assert_eq!(quick, in_words(&outcome), "{}: {pool:?}", mechanism.id());
            }
            let mut halved = outcome.clone();
            halved.tasks[0].iter_mut().for_each(|x| *x = &*x / Rational::int(2));
            for outcome in [outcome, halved] {
                let run = Run { mechanism: mechanism.specification(), instance: &pool, outcome };
                for property in property::CLUSTER.iter().filter(|p| ["ef", "si"].contains(&p.id())) {
                    let (placed, mut room) = (Placed(in_words(&run.outcome)), Vec::new());
                    let patience = &Patience::unlimited();
                    let mut look =
                        Look { mechanism, words: &placed, instance: &words, room: &mut room, patience };
                    let number = match (
                        property.clears(&mut look),
                        property.examine(&Hearing::of(mechanism, &run, &Patience::unlimited())).unwrap(),
                    ) {
                        (Some(Cleared::Holds), Verdict::Holds) => 0,
                        (None, Verdict::Violated(_)) => 1,
                        // A number did not fit, or the screen does not apply to the instance.
                        (None, Verdict::Holds) => 2,
                        other => panic!("{}: {other:?}: {run:?}", property.id()),
                    };
                    said.entry(property.id()).or_default()[number] += 1;
                }
            }
        }
    }
    (placed, said)
}

fn raised(row: &[Rational]) -> Vec<Rational> {
    row.iter().map(|x| x + Rational::one()).collect()
}

/// A search with screens loses no violation. With numbers up to 2^40 most products do not fit, and the screen leaves
/// the instance open.
#[test]
fn screens_agree_with_judgements() {
    let scope = Scope { users: 4, servers: 3, resources: 3, max: 9, ..Scope::default() };
    let (placed, said) = in_words_and_exactly(scope, 24, 500);
    assert!(placed.keys().eq(&["drf", "drf-per-server", "uniform"]), "{placed:?}");
    assert!(placed.values().all(|[fit, not]| *fit > 100 && *not == 0), "{placed:?}");
    assert!(said.keys().eq(&["ef", "si"]), "{said:?}");
    assert!(said.values().all(|[kept, violated, _]| *kept > 1000 && *violated > 1000), "{said:?}");
    // Weights that follow from contributions are quotients, which would not fit while they are drawn.
    let extras = Extras { owners: Owners::None, ..scope.extras };
    let (placed, said) = in_words_and_exactly(Scope { max: 1 << 40, extras, ..scope }, 25, 300);
    assert!(placed.values().flatten().all(|count| *count > 10), "{placed:?}");
    assert!(said.values().flatten().all(|count| *count > 100), "{said:?}");
}

/// Histories in machine words: those of small numbers fit, many of those of large numbers do not.
#[test]
fn histories_in_words_are_the_exact_ones() {
    let fit = |max: i64, seed: u64| {
        let scope = Scope { users: 6, resources: 3, max, ..Scope::default() };
        let mut fit = Counts::<2>::new();
        for sequence in instances::arrivals::stream(scope, seed).take(1000) {
            let words = sequence.map(|x| Quick::from(x));
            for mechanism in ARRIVALS {
                let quick = Quick::exactly(|| mechanism.in_words()?.outcome(&words));
                if matches!(quick, Some(None)) {
                    continue;
                }
                fit.entry(mechanism.id()).or_default()[usize::from(quick.is_none())] += 1;
                if let Some(Some(quick)) = quick {
                    let exact = mechanism.allocate(&sequence, &Patience::unlimited()).unwrap().shares;
                    let exact = exact.iter().map(|row| row.iter().map(Quick::from).collect());
                    assert_eq!(
                        quick.shares,
                        exact.collect::<Vec<Vec<_>>>(),
                        "{}: {sequence:?}",
                        mechanism.id()
                    );
                }
            }
        }
        fit
    };
    let (small, large) = (fit(9, 26), fit(1 << 40, 27));
    assert!(small.keys().eq(&["ddrf", "ddrf-linear", "ddrf-water"]), "{small:?}");
    assert!(small.values().all(|[fit, not]| fit + not == 1000 && *not == 0), "{small:?}");
    assert!(large.values().flatten().all(|count| *count > 100), "{large:?}");
}

/// A server with `users` users, a third of which run nothing elsewhere, and a third of which have finite tasks.
fn server_in_use(users: usize, seed: u64) -> (Server<'static, f64>, Vec<f64>, Vec<Option<f64>>) {
    let mut rng = instances::draw_number(seed, 71);
    let mut up = |n: u32| f64::from(rng.random_range(0..n));
    let load: Vec<Vec<f64>> = (0..users).map(|_| vec![1.0 + up(9), up(5), up(3)]).collect();
    let unit: Vec<f64> = (0..users).map(|_| up(8) / 4.0).collect();
    let elsewhere = (0..users).map(|_| if up(3) < 1.0 { 0.0 } else { up(40) / 8.0 }).collect();
    let tasks = (0..users).map(|_| (up(3) < 1.0).then(|| up(40) / 8.0)).collect();
    let capacity = vec![2.0 * users as f64 + up(9), users as f64 + up(9), up(2) * users as f64];
    (Server { capacity: Cow::from(capacity), load: Cow::from(load), unit }, elsewhere, tasks)
}

/// Filling a server join by join gives the tasks of filling it event by event, names a resource that is used up for
/// every user that it stops, and takes a small part of the time where users are many.
#[test]
fn servers_are_filled_by_joins_as_by_events() {
    let mut stops = 0;
    for seed in 0..2_000 {
        let (server, elsewhere, tasks) = server_in_use(1 + seed as usize % 12, seed);
        let events = fill(&server, &elsewhere, &tasks);
        let (joins, stopped) = fill_near(&server, &elsewhere, &tasks);
        for (u, (a, b)) in events.iter().zip(&joins).enumerate() {
            assert!((a - b).abs() < 1e-9, "user {u}: {a} and {b} of {server:?}, {elsewhere:?}, {tasks:?}");
        }
        for (u, r) in stopped.iter().enumerate().filter_map(|(u, r)| Some((u, (*r)?))) {
            let used: f64 = joins.iter().zip(server.load.iter()).map(|(x, load)| x * load[r]).sum();
            assert!(server.load[u][r] > 0.0 && used > server.capacity[r] - 1e-9, "user {u} of {server:?}");
            stops += 1;
        }
    }
    assert!(stops > 3_000, "{stops}");
    let (server, elsewhere, _) = server_in_use(600, 1);
    let tasks = vec![None; 600];
    let fastest = |run: &dyn Fn() -> f64| {
        let once = |_| {
            let begun = Instant::now();
            assert!(run() > 0.0);
            begun.elapsed()
        };
        (0..9).map(once).min().unwrap()
    };
    let events = fastest(&|| fill(&server, &elsewhere, &tasks).iter().sum());
    let joins = fastest(&|| fill_near(&server, &elsewhere, &tasks).0.iter().sum());
    assert!(joins * 5 < events, "{joins:?} by joins and {events:?} by events");
}
