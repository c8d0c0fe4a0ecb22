//! Two independent ways to the same result, on many random instances.

use fairwitness::linear::{Solution, solve};
use fairwitness::mechanism::PerServer;
use fairwitness::model::cluster::{Division, Placement, Polytope, Pool};
use fairwitness::scalar::{Rational, Scalar};
use fairwitness::search::{Scope, random};

use super::support::mech;

/// On one pool, leximin by linear programmes and progressive filling are two algorithms for one allocation.
#[test]
fn leximin_and_progressive_filling_agree_on_one_pool() {
    let scope = Scope { users: 4, servers: 1, resources: 3, max: 12, ..Scope::default() };
    let mut compared = 0;
    for pool in random::cluster(scope, 21).take(10_000) {
        let filled = mech("drf").allocate(&pool).unwrap().totals();
        for id in ["drfh", "c-drfh", "cdrf", "tsf"] {
            assert_eq!(mech(id).allocate(&pool).unwrap().totals(), filled, "{id}: {pool:?}");
        }
        if pool.tasks.iter().all(Option::is_none) {
            assert_eq!(mech("ps-dsf").allocate(&pool).unwrap().totals(), filled, "{pool:?}");
        }
        compared += 1;
    }
    assert_eq!(compared, 10_000);
}

/// khamse2017 Definition 5 by brute force: for each user, a programme that raises it while every tasks of
/// others that it must respect stay.
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
                // On a server that cannot run n nothing that n could want is in the way.
                program.at_least(vec![(v, Rational::one())], x.tasks[m][i].clone());
            }
        }
        match solve(&program) {
            Solution::Optimal { value, .. } => value > totals[n],
            _ => panic!("the allocation itself is feasible"),
        }
    })
}

#[test]
fn bottlenecks_agree_with_the_definition() {
    let scope = Scope { users: 3, servers: 2, resources: 2, max: 6, ..Scope::default() };
    let (mut fair, mut unfair) = (0, 0);
    let finite = |pool: &Pool| pool.tasks.iter().any(Option::is_some);
    for pool in random::cluster(scope, 22).filter(|p| !finite(p)).take(2500) {
        for (id, division) in [("ps-dsf", Division::Resource), ("ps-dsf-tdm", Division::Time)] {
            let view = PerServer::dominant_shares(&pool, pool.user_weights().unwrap(), division);
            let mut outcomes = vec![mech(id).allocate(&pool).unwrap()];
            if division == Division::Resource {
                let others = ["uniform", "tsf", "c-drfh", "drf-per-server", "ps-dsf-tdm", "ps-dsf-printed"];
                outcomes.extend(others.iter().filter_map(|id| mech(id).allocate(&pool).ok()));
            }
            for outcome in outcomes {
                let theorem = view.bottlenecks(&outcome).is_ok();
                assert_eq!(theorem, !improvable(&pool, division, &outcome), "{id}: {pool:?}\n{outcome:?}");
                if theorem { fair += 1 } else { unfair += 1 }
            }
        }
    }
    assert!(fair + unfair >= 10_000 && unfair > 1000, "{fair} fair, {unfair} unfair");
}

/// Under time division the allocation maximises the weighted sum of logarithms (a linear Fisher market), so
/// no exchange of time between users, however combined, improves the first-order sum.
#[test]
fn time_division_is_a_market_equilibrium() {
    let scope = Scope { users: 4, servers: 3, resources: 2, max: 8, ..Scope::default() };
    for pool in random::cluster(scope, 23).filter(|p| p.tasks.iter().all(Option::is_none)).take(1000) {
        let x = mech("ps-dsf-tdm").allocate(&pool).unwrap();
        let weights = pool.user_weights().unwrap();
        let polytope = Polytope::of(&pool, Division::Time);
        let mut program = polytope.program.clone();
        for (v, &(u, _)) in polytope.pairs.iter().enumerate() {
            program.objective[v] = &weights[u] / x.total(u);
        }
        // The gradient of the sum of w log x at x is maximised over the polytope by x itself.
        let Solution::Optimal { value, .. } = solve(&program) else { panic!("bounded") };
        let running = (0..pool.users()).filter(|&u| pool.can_run(u));
        let here = running.fold(Rational::zero(), |sum, u| sum + &weights[u]);
        assert_eq!(value, here, "{pool:?}");
    }
}
