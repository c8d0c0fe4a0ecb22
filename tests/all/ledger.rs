//! Statements and questions of khamse2017 and wang2013 that no other test computes; a claim names each of them.

use std::collections::BTreeSet;

use fairwitness::instances::{self, Scope};
use fairwitness::linear::Patience;
use fairwitness::model::Model as _;
use fairwitness::model::cluster::{Cluster, Placement, Pool};
use fairwitness::property::judge::Judgement;
use fairwitness::scalar::{Rational, Scalar, greatest, least, sum};
use rand::{RngExt, SeedableRng};

use super::support::{cell, load, mech, pool, pool_of, r, root, worked};

/// khamse2017 III-A: the levels of users 3 and 4 on the first server and on the second.
#[test]
fn levels_of_figure_three() {
    let four = worked("khamse2017-fig3.toml");
    let (gamma, x) = (four.gammas(), mech("ps-dsf").allocate(&four, &Patience::unlimited()).unwrap());
    let level = |n: usize, i: usize| x.total(n) / &gamma[n][i];
    assert_eq!([level(2, 0), level(3, 0)], ["2/3", "8/9"].map(r));
    assert_eq!([level(2, 1), level(3, 1)], ["2/3", "2/3"].map(r));
}

/// khamse2017 V: the smallest level at class D, and at class C.
#[test]
fn the_smallest_level_of_class_d() {
    let four = worked("khamse2017-table4.toml");
    let gamma = four.gammas();
    let levels = |x: &Placement, i: usize| -> Vec<Rational> {
        (0..4).map(|n| x.total(n) / (&gamma[n][i] * four.weight(n, 0))).collect()
    };
    let fair = mech("ps-dsf").allocate(&four, &Patience::unlimited()).unwrap();
    assert_eq!(levels(&fair, 2), ["14/11", "14/11", "1", "1"].map(r));
    assert_eq!(least(levels(&fair, 3)), Some(r("1")));
    // Users 3 and 4 have all of their classes, so no level there can rise unless another falls.
    assert_eq!((&fair.tasks[2][2], &fair.tasks[3][3]), (&gamma[2][2], &gamma[3][3]));
    let other = mech("tsf").allocate(&four, &Patience::unlimited()).unwrap();
    assert_eq!(least(levels(&other, 3)), Some(r("234/181")));
}

/// khamse2017, Pareto optimality: a user gains by exchanging time of server i for time of server j at any rate below
/// the quotient of its tasks per time there. With three users, each on one server and twice as fast on the next one,
/// two users cannot both gain, and three in a ring can.
#[test]
fn a_ring_of_three_gains_where_no_pair_does() {
    let runs = [["1", "2", "1/10"], ["1/10", "1", "2"], ["2", "1/10", "1"]].map(|row| row.map(r));
    let wants = |n: usize, m: usize| &runs[n][m] / &runs[n][n];
    for (n, m) in [(0, 1), (1, 2), (2, 0)] {
        assert!(wants(n, m) * wants(m, n) < Rational::one());
    }
    assert!(wants(0, 1) * wants(1, 2) * wants(2, 0) > Rational::one());
}

/// khamse2017, sharing incentive for two users, (33) to (36), under time division with arbitrary rates: if servers
/// are sorted by the ratio of the two users' rates, both users have tasks on at most one server.
#[test]
fn two_users_share_one_server_at_most() {
    let mut rng = chacha20::ChaCha8Rng::seed_from_u64(32);
    let (mut shared, mut looked) = (0, 0);
    for _ in 0..300 {
        let count = rng.random_range(1..=4);
        let rate: Vec<Vec<i64>> =
            (0..2).map(|_| (0..count).map(|_| rng.random_range(1..=9)).collect()).collect();
        let weight = [rng.random_range(1..=3), rng.random_range(1..=3)];
        let pool = pool_of(&format!(
            "capacity = {:?}\ndemand = [[1], [1]]\nweight = {weight:?}\nrate = {rate:?}",
            vec![[1]; count]
        ));
        let x = mech("ps-dsf-tdm").allocate(&pool, &Patience::unlimited()).unwrap();
        // Tasks and rates as parts of the tasks that a user runs alone in the cluster.
        let alone = |u: usize| Rational::int(rate[u].iter().sum());
        let unit = |u: usize, i: usize| Rational::int(rate[u][i]) / alone(u);
        let has = |u: usize, i: usize| &x.tasks[u][i] / alone(u);
        let (n, m) = (0, 1);
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&i| unit(n, i) / unit(m, i));
        let ratios: BTreeSet<Rational> = order.iter().map(|&i| unit(n, i) / unit(m, i)).collect();
        if ratios.len() < count {
            continue;
        }
        let Some(at) = order.iter().position(|&i| x.tasks[n][i].is_positive()) else { panic!("{pool:?}") };
        let (before, after) = (&order[..at], &order[at + 1..]);
        let j0 = order[at];
        assert!(before.iter().all(|&i| has(m, i) == unit(m, i)), "{pool:?}");
        assert!(after.iter().all(|&i| has(n, i) == unit(n, i) && has(m, i).is_zero()), "{pool:?}");
        shared += usize::from(has(m, j0).is_positive());
        let phi = |u: usize| Rational::int(weight[u]);
        let both = phi(m) + phi(n);
        let over = |u: usize, list: &[usize]| sum(list.iter().map(|&i| unit(u, i) / unit(u, j0)));
        let a = phi(m) * over(n, after) - phi(n) * over(m, before);
        assert!(has(m, j0) / unit(m, j0) >= (a + phi(m)) / &both, "{pool:?}");
        let through = sum(order[..=at].iter().map(|&i| unit(m, i)));
        let bound = (through + over(n, after) * unit(m, j0)) / &both;
        let level = |u: usize| sum((0..count).map(|i| has(u, i))) / phi(u);
        assert!(level(m) >= bound && bound >= Rational::one() / &both, "{pool:?}");
        assert!(level(n) >= Rational::one() / &both, "{pool:?}");
        looked += 1;
    }
    assert!(looked > 150 && shared > 50, "{looked} looked at, {shared} with a server that both use");
}

/// khamse2017 Table IV: a placement with the totals of TSF is feasible, and its entries are within 0.06 of the
/// printed ones.
#[test]
fn the_entries_of_tsf_in_table_four() {
    let pool = worked("khamse2017-table4.toml");
    let totals = mech("tsf").allocate(&pool, &Patience::unlimited()).unwrap().totals();
    let rest = |u: usize, elsewhere: &str| &totals[u] - r(elsewhere);
    let zero = Rational::zero;
    let tasks = vec![
        vec![rest(0, "170"), r("170"), zero(), zero()],
        vec![rest(1, "85"), r("85"), zero(), zero()],
        vec![zero(), zero(), totals[2].clone(), zero()],
        vec![zero(), zero(), rest(3, "27.5"), r("27.5")],
    ];
    let placement = Placement { tasks };
    Cluster::feasible(mech("tsf").setting(), &pool, &placement).unwrap();
    let printed = [
        ["35", "170", "0", "0"],
        ["22.5", "85", "0", "0"],
        ["0", "0", "58.33", "0"],
        ["0", "0", "8.05", "27.5"],
    ];
    for (row, said) in placement.tasks.iter().zip(printed) {
        for (x, said) in row.iter().zip(said) {
            let off = x - r(said);
            assert!(off <= r("0.06") && off >= r("-0.06"), "{x} for {said}");
        }
    }
}

/// Clusters under the assumptions of wang2013: no placement constraints, equal weights, unlimited tasks, positive
/// demands.
fn free_pools(resources: usize, seed: u64) -> impl Iterator<Item = Pool> {
    let hypothesis = fairwitness::model::Hypothesis::PositiveDemands;
    let scope =
        Scope { users: 4, servers: 3, resources, max: 6, capacity: None, hypothesis, ..Scope::default() };
    instances::cluster::stream(scope, seed).map(|mut p| {
        p.tasks.iter_mut().for_each(|t| *t = None);
        p.eligible.iter_mut().flatten().for_each(|e| *e = true);
        p.capacity.iter_mut().flatten().for_each(|c| *c = &*c + Rational::one());
        Pool::new(p.capacity, p.demand)
    })
}

/// wang2013 III-D, judged on instances without placement constraints only.
#[test]
fn the_naive_extension_without_constraints() {
    for (property, resources) in [("srf", 1), ("ef-aggregate", 3)] {
        let mut held = 0;
        for pool in free_pools(resources, 21).filter(|p| p.servers() > 1).take(200) {
            let judged = cell("drf-per-server", property).judge(&pool, &Patience::unlimited()).unwrap();
            assert!(!matches!(judged, Judgement::Violated(_)), "{property}: {pool:?}");
            held += usize::from(matches!(judged, Judgement::Holds(_)));
        }
        assert!(held > 100, "{property}: {held}");
    }
}

/// wang2013, proof of Proposition 2: if user j returns epsilon of its dominant resource on a server, every user can
/// rise there by the smallest quotient of epsilon d_jr and the sum of normalised demands.
#[test]
fn what_one_gives_back_lifts_everybody() {
    for pool in free_pools(3, 22).take(200) {
        let pooled = pool.pooled();
        let most = |n: usize| greatest(pool.demand[n].iter().zip(&pooled).map(|(d, c)| d / c)).unwrap();
        let normal = |n: usize, k: usize| &pool.demand[n][k] / &pooled[k] / most(n);
        let before = mech("drfh").allocate(&pool, &Patience::unlimited()).unwrap();
        for (j, i) in (0..pool.users()).flat_map(|j| (0..pool.servers()).map(move |i| (j, i))) {
            let epsilon = &before.tasks[j][i] * most(j) / Rational::int(2);
            if !epsilon.is_positive() {
                continue;
            }
            let all = |k: usize| sum((0..pool.users()).map(|n| normal(n, k)));
            let rise = least((0..pool.resources()).map(|k| &epsilon * normal(j, k) / all(k))).unwrap();
            assert!(rise.is_positive());
            let mut after = before.clone();
            after.tasks[j][i] = &after.tasks[j][i] - &epsilon / most(j);
            (0..pool.users()).for_each(|n| after.tasks[n][i] = &after.tasks[n][i] + &rise / most(n));
            Cluster::feasible(mech("drfh").setting(), &pool, &after).unwrap();
        }
    }
}

/// wang2013, Figure 4: by the entries of Table I as printed, 52.75 CPU and 51.32 memory units require six of the
/// rarest servers, and the draw in the evidence has 51.37 memory units.
#[test]
fn the_pool_of_figure_four_by_table_one() {
    // Number of servers, and hundredths of a unit of CPU and memory.
    let table = [
        (6732, 50, 50),
        (3863, 50, 25),
        (1001, 50, 75),
        (795, 100, 100),
        (126, 25, 25),
        (52, 50, 12),
        (5, 50, 3),
        (5, 50, 97),
        (3, 100, 50),
        (1, 50, 6),
    ];
    assert_eq!(table.iter().map(|t| t.0).sum::<i64>(), 12_583);
    // The memory of the other servers is a multiple of 25, so the four odd kinds make up the rest of 51.32.
    let odd: Vec<i64> = table.iter().map(|t| t.2).filter(|m| m % 25 != 0).collect();
    assert_eq!(table.iter().filter(|t| t.2 % 25 != 0).map(|t| t.0).sum::<i64>(), 63);
    let mut sums = BTreeSet::from([0]);
    let count = (0..).find(|_| {
        let found = sums.contains(&(5132 % 25));
        if !found {
            sums = sums.iter().flat_map(|s| odd.iter().map(move |m| (s + m) % 25)).collect();
        }
        found
    });
    assert_eq!(count, Some(6));
    let drawn = pool(&load(&root().join("tests/claims/wang2013-fig4-one.toml")).root);
    assert_eq!(drawn.servers(), 100);
    assert_eq!(drawn.pooled(), ["52.75", "51.37"].map(r));
    let all = Rational::int(12_583);
    let mean = |of: fn(&(i64, i64, i64)) -> i64| sum(table.iter().map(|t| Rational::int(t.0 * of(t)))) / &all;
    let (cpu, memory) = (mean(|t| t.1), mean(|t| t.2));
    assert!(cpu > r("52.9") && cpu < r("53") && memory > r("47") && memory < r("47.1"), "{cpu} {memory}");
}
