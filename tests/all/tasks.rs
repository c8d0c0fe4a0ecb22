//! Whole tasks: an independent derivation, the slow algorithm compared with the fast one, and the cycle of shares.

use fairwitness::document::Value;
use fairwitness::instances::{self, Scope};
use fairwitness::linear::Patience;
use fairwitness::mechanism::{Cycle, Filling, OnePool, Order, certified};
use fairwitness::scalar::{Rational, Scalar};

use super::support::{derived, mech, numbers, pool};

/// `tests/oracle/tasks.py` simulates every rule directly, in other arithmetic.
#[test]
fn agrees_with_the_independent_derivation() {
    let Some(cases) = derived("tasks", &[]) else { return };
    let (mut allocated, mut refused, mut infeasible) = (0, 0, 0);
    for case in &cases {
        let name = case.get("name");
        let pool = pool(case.get("instance").expect("an instance"));
        for (id, expected) in case.get("expected").expect("expected values").fields() {
            let got = mech(id).allocate(&pool, &Patience::unlimited());
            let (Some(tasks), placement) = (expected.get("tasks"), expected.get("placement")) else {
                assert!(got.is_err(), "{name:?}: {id} should refuse, and hands out {got:?}");
                refused += 1;
                continue;
            };
            let outcome = got.unwrap_or_else(|e| panic!("{name:?}: {id}: {e}"));
            assert_eq!(outcome.totals(), numbers(tasks), "{name:?}: {id}");
            if let Some(Value::List(rows)) = placement {
                let rows: Vec<Vec<Rational>> = rows.iter().map(numbers).collect();
                assert_eq!(outcome.tasks, rows, "{name:?}: {id}");
            }
            match certified(mech(id), &pool, &outcome, &Patience::unlimited()) {
                Ok(_) => allocated += 1,
                Err(reason) => {
                    assert!(id.ends_with("f64"), "{name:?}: {id}: {reason}");
                    infeasible += 1;
                }
            }
        }
    }
    assert!(
        allocated > 1500 && refused > 50,
        "{allocated} allocated, {refused} refused, {infeasible} missed"
    );
}

const ORDERS: [Order; 4] = [Order::HigherShare, Order::LowerShare, Order::Index, Order::ShareAfter];

/// Filling pick by pick from an empty pool, and filling that leaps to a level near its end, agree.
#[test]
fn leaping_and_walking_meet() {
    let scope = |users, capacity| Scope {
        users,
        servers: 1,
        resources: 3,
        max: 9,
        capacity: Some(capacity),
        ..Scope::default()
    };
    let (mut tasks, mut most) = (0, 0);
    for (users, capacity, count) in [(3, 20, 3000), (5, 300, 1000), (4, 5000, 200), (4, 90_000, 20)] {
        for pool in
            instances::cluster::stream(scope(users, capacity), 31).filter(|p| p.servers() == 1).take(count)
        {
            let one = OnePool::of(&pool).unwrap();
            for order in ORDERS {
                for leave_out in [false, true] {
                    let filling = Filling::of(&one, order, leave_out);
                    let mut walked = vec![0; pool.users()];
                    filling.picks().into_iter().for_each(|u| walked[u] += 1);
                    let walked: Vec<Rational> = walked.into_iter().map(Rational::int).collect();
                    let leapt = filling.run();
                    assert_eq!(leapt, walked, "{order:?} {leave_out}: {pool:?}");
                    filling.check(&leapt).unwrap_or_else(|e| panic!("{order:?} {leave_out}: {e}: {pool:?}"));
                    let sum = leapt.into_iter().fold(Rational::zero(), |a, b| a + b);
                    most = most.max(sum.small().unwrap().0);
                    tasks += 1;
                }
            }
        }
    }
    assert!(tasks > 30_000 && most > 10_000, "{tasks} fillings, up to {most} tasks");
}

/// In exact arithmetic the two forms of precomputed DRF agree.
#[test]
fn both_forms_of_precomputed_drf_agree() {
    let scope =
        Scope { users: 5, servers: 1, resources: 3, max: 30, capacity: Some(900), ..Scope::default() };
    for pool in instances::cluster::stream(scope, 33).filter(|p| p.servers() == 1).take(3000) {
        if pool.tasks.iter().all(Option::is_none) {
            let outcome = mech("pdrf").allocate(&pool, &Patience::unlimited()).unwrap();
            assert_eq!(
                outcome,
                mech("pdrf-simplified").allocate(&pool, &Patience::unlimited()).unwrap(),
                "{pool:?}"
            );
            certified(mech("pdrf"), &pool, &outcome, &Patience::unlimited())
                .unwrap_or_else(|e| panic!("{e}: {pool:?}"));
        }
    }
}

fn shares(texts: &[&str]) -> Vec<Rational> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

/// metin 3.3: the example of 3.1 has shares 2/9 and 1/3, so two picks and one; its two ratios by hand.
#[test]
fn cycles_of_shares() {
    let cycle = Cycle::of(&shares(&["2/9", "1/3"])).unwrap();
    assert_eq!(cycle.multiple, "2/3".parse().unwrap());
    assert_eq!((cycle.occurrences.clone(), cycle.length()), (shares(&["3", "2"]), Rational::int(5)));
    let picks = |texts: &[&str]| -> Vec<Vec<u64>> {
        let subcycles = Cycle::of(&shares(texts)).unwrap().subcycles(100).unwrap();
        subcycles.into_iter().map(|s| s.picks).collect()
    };
    // Ratio 5/4: the lower share comes at 0, 4, 8, 12, 16 of 20, the higher at 0, 5, 10, 15.
    assert_eq!(picks(&["4", "5"]), [[2, 1], [1, 1], [1, 1], [1, 1]]);
    // Ratio 7/5: at 0, 5, 10, .., 30 of 35, and at 0, 7, .., 28.
    assert_eq!(picks(&["5", "7"]), [[2, 1], [1, 1], [2, 1], [1, 1], [1, 1]]);
    assert_eq!(Cycle::of(&shares(&["3", "5"])).unwrap().basic(), shares(&["1", "1"]));
    assert!(Cycle::of(&shares(&["0", "1"])).is_none() && Cycle::of(&[]).is_none());
}

/// The picks of a cycle are those of filling with enough of every resource.
#[test]
fn a_cycle_is_what_filling_does() {
    let scope = Scope { users: 4, servers: 1, resources: 1, max: 9, ..Scope::default() };
    for mut pool in
        instances::cluster::stream(scope, 34).filter(|p| p.servers() == 1 && p.users() > 1).take(300)
    {
        pool.tasks.iter_mut().for_each(|t| *t = None);
        pool.capacity[0][0] = Rational::int(100_000);
        let one = OnePool::of(&pool).unwrap();
        let unit = |u: usize| &pool.demand[u][0] / (&pool.capacity[0][0] * pool.weight(u, 0));
        let units: Vec<Rational> = (0..pool.users()).map(unit).collect();
        let cycle = Cycle::of(&units).unwrap();
        let picks = Filling::of(&one, Order::HigherShare, false).picks();
        let length = usize::try_from(cycle.length().small().unwrap().0).unwrap();
        let mut counted = vec![0i64; pool.users()];
        picks[..length].iter().for_each(|&u| counted[u] += 1);
        assert_eq!(counted.into_iter().map(Rational::int).collect::<Vec<_>>(), cycle.occurrences, "{pool:?}");
        assert_eq!(picks[..length], picks[length..2 * length], "{pool:?}");
    }
}

/// Whole tasks on several servers: Pareto optimality by branch and bound agrees with an enumeration of every
/// placement.
#[test]
fn pareto_optimality_agrees_with_brute_force() {
    use fairwitness::model::Model;
    use fairwitness::model::cluster::{Cluster, Placement, Setting};
    use fairwitness::property::judge::Judgement;
    let scope = Scope { users: 2, servers: 2, resources: 2, max: 3, capacity: Some(4), ..Scope::default() };
    let (mut optimal, mut improvable) = (0, 0);
    for pool in instances::cluster::stream(scope, 35).take(1500) {
        let cells = pool.users() * pool.servers();
        for id in ["first-fit-drfh", "slots", "drf-tasks"] {
            let cell = super::support::cell(id, "po");
            let Ok(outcome) = cell.mechanism.allocate(&pool, &Patience::unlimited()) else { continue };
            // No user fits more than four tasks on a server of at most four units, unless it has fewer tasks.
            let better = (0..5usize.pow(cells as u32)).any(|code| {
                let mut code = code;
                let mut other = Placement::empty(pool.users(), pool.servers());
                for x in other.tasks.iter_mut().flatten() {
                    *x = Rational::int((code % 5) as i64);
                    code /= 5;
                }
                let (before, after) = (outcome.totals(), other.totals());
                after != before
                    && after.iter().zip(&before).all(|(a, b)| a >= b)
                    && Cluster::feasible(Setting::WHOLE, &pool, &other).is_ok()
            });
            match cell.judge(&pool, &Patience::unlimited()).unwrap() {
                Judgement::Holds(_) => assert!(!better, "{id}: {pool:?}"),
                Judgement::Violated(_) => assert!(better, "{id}: {pool:?}"),
                other => panic!("{id}: {other:?}"),
            }
            if better { improvable += 1 } else { optimal += 1 }
        }
    }
    assert!(optimal > 500 && improvable > 50, "{optimal} optimal, {improvable} not");
}

/// If a demand exceeds the largest double, no resource becomes free of charge: there is no outcome.
#[test]
fn nothing_is_handed_out_where_doubles_overflow() {
    let demand = format!("1{}", "0".repeat(309));
    let pool = super::support::pool_of(&format!(
        "capacity = [[33, 34]]\ndemand = [[1, 1], [1, 1], [1, 1], [\"{demand}\", 0]]\n"
    ));
    for id in ["pdrf-f64", "pdrf-simplified-f64"] {
        assert!(mech(id).allocate(&pool, &Patience::unlimited()).is_err(), "{id}");
    }
    mech("pdrf").allocate(&pool, &Patience::unlimited()).unwrap();
}
