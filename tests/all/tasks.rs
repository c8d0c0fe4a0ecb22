//! Whole tasks: an independent derivation, the slow algorithm compared with the fast one, and the cycle of shares.

use fairwitness::document::Value;
use fairwitness::instances::{self, Scope};
use fairwitness::library::printed::{Comparison, PrintedRow, ROWS, tallies};
use fairwitness::linear::{Patience, Stop};
use fairwitness::mechanism::{Cycle, Filling, OnePool, Order, certified};
use fairwitness::model::cluster::Pool;
use fairwitness::scalar::{Rational, Scalar};

use super::support::{derived, mech, numbers, pool, r};

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

/// One resource of the given capacity; the demands are then shares, up to a factor.
fn line(capacity: i64, demand: &[i64]) -> Pool {
    let row = |x: &i64| vec![Rational::int(*x)];
    Pool::new(vec![row(&capacity)], demand.iter().map(row).collect())
}

/// The stretches of filling from one pick of the last user up to its next: the number of picks of each other user.
fn stretches(pool: &Pool, order: Order) -> Vec<Vec<usize>> {
    let picks = Filling::of(&OnePool::of(pool).unwrap(), order, false).picks();
    let last = pool.users() - 1;
    let mut all: Vec<Vec<usize>> = picks
        .split(|&u| u == last)
        .map(|s| (0..last).map(|u| s.iter().filter(|&&v| v == u).count()).collect())
        .collect();
    // The picks before the first stretch, and the stretch that the end cuts short.
    all.remove(0);
    all.pop();
    all
}

/// metin 3.3: with shares that are integer fractions of the largest, levels first meet after one pick of the largest
/// share and as many of each other user as its ratio; for shares 2 and 3 not after 1 + 3/2 picks.
#[test]
fn cycles_of_integer_ratios() {
    let first_meeting = |pool: &Pool, order| {
        let mut given = vec![Rational::zero(); pool.users()];
        let picks = Filling::of(&OnePool::of(pool).unwrap(), order, false).picks();
        let met = picks.into_iter().position(|u| {
            given[u] = &given[u] + Rational::one();
            (1..given.len()).all(|v| &given[v] * &pool.demand[v][0] == &given[0] * &pool.demand[0][0])
        });
        met.expect("the capacity is large enough") + 1
    };
    for order in &ORDERS[..3] {
        for others in (0..4).flat_map(|n| (0..5usize.pow(n)).map(move |code| (n, code))) {
            let ratios: Vec<usize> = (0..others.0).map(|k| others.1 / 5usize.pow(k) % 5 + 1).collect();
            let demand: Vec<i64> = ratios.iter().map(|q| 60 / *q as i64).chain([60]).collect();
            let length = ratios.iter().sum::<usize>() + 1;
            assert_eq!(first_meeting(&line(600, &demand), *order), length, "{order:?}: {ratios:?}");
        }
        assert_eq!(first_meeting(&line(600, &[2, 3]), *order), 5);
    }
}

/// A ratio of 5/3 makes five picks in three stretches, 1.9 nineteen in ten, each stretch with one or two: most have
/// two, under every tie rule, and the basic subcycle is the rarer one. With a ratio of 5/4 it is more frequent.
#[test]
fn the_basic_subcycle_need_not_be_the_most_frequent() {
    for order in &ORDERS[..3] {
        for (shares, basic, other) in [([3, 5], 1, 2), ([10, 19], 1, 9), ([4, 5], 3, 1)] {
            let cycle = stretches(&line(5000, &shares), *order)[..basic + other].to_vec();
            let with = |picks: usize| cycle.iter().filter(|s| s[0] == picks).count();
            assert_eq!((with(1), with(2)), (basic, other), "{order:?}: {shares:?}");
        }
    }
    assert_eq!(Cycle::of(&whole(&[3, 5])).unwrap().basic(), whole(&[1, 1]));
}

/// Ties to the lower share, ratio 5/4: the levels 0, 4, .., 20 of the lower share come before 0, 5, 10, 15 of the
/// higher, so stretches have 1, 1, 1, 2 picks; with ties to the higher share the additional pick is in the first.
#[test]
fn the_first_subcycle_with_ties_to_the_lower_share() {
    let pool = line(400, &[4, 5]);
    assert_eq!(stretches(&pool, Order::LowerShare)[..8], [[1], [1], [1], [2], [1], [1], [1], [2]]);
    assert_eq!(stretches(&pool, Order::HigherShare)[..8], [[2], [1], [1], [1], [2], [1], [1], [1]]);
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

fn totals(id: &str, text: &str) -> Vec<Rational> {
    mech(id).allocate(&super::support::pool_of(text), &Patience::unlimited()).unwrap().totals()
}

fn whole(numbers: &[i64]) -> Vec<Rational> {
    numbers.iter().copied().map(Rational::int).collect()
}

/// Statements of metin 3.1 and 6.2: picks B A A B A; (59, 19) ends after ten picks with (2, 8), and three more tasks
/// of B fit.
#[test]
fn the_examples_of_the_paper() {
    let nine = "model = \"cluster\"\ncapacity = [[9, 18]]\ndemand = [[1, 4], [3, 1]]";
    let large = "model = \"cluster\"\ncapacity = [[59, 19]]\ndemand = [[1, 4], [3, 1]]";
    let pool = super::support::pool_of(nine);
    let one = OnePool::of(&pool).unwrap();
    assert_eq!(Filling::of(&one, Order::HigherShare, false).picks(), [1, 0, 0, 1, 0]);
    assert_eq!(totals("drf-tasks", large), whole(&[2, 8]));
    assert_eq!(totals("drf-tasks-skip", large), whole(&[2, 11]));
}

/// Small runs of the simulation: deterministic, and near the printed means of Table 1.
#[test]
fn simulated_rows_come_near_table_one() {
    let count = |row: &PrintedRow, runs| tallies(row, runs, 1, &Stop::new(), &|| {}).unwrap();
    for row in &ROWS[..3] {
        let found = count(row, 40);
        assert_eq!(found, count(row, 40));
        for tally in found {
            assert!(Comparison::of(row, &tally).under.z.abs() < 4.0, "{}: {tally:?}", row.id);
            assert!(tally.runs == 40 && tally.most[0] <= 1, "{}: {tally:?}", row.id);
        }
    }
    // Table 2 differs: its second row prints more users with too few tasks than filling leaves with any task.
    for tally in count(&ROWS[4], 20) {
        assert!(tally.short.iter().sum::<i64>() < 20 * 300, "{tally:?}");
    }
}

/// Table 2 prints 0.48 users per run with more than two tasks too many; 40 runs of its first row have more than 4 on
/// average.
#[test]
fn table_two_is_not_what_is_printed() {
    let row = ROWS.iter().find(|row| row.id == "metin-table2-1-100").unwrap();
    for tally in tallies(row, 40, 1, &Stop::new(), &|| {}).unwrap() {
        assert!(tally.ahead[2] > 4 * tally.runs && tally.most[1] > 3, "{tally:?}");
    }
}

/// Two users whose demands are 1 or 20 with equal chance: 39, 20, 20 or 1 picks, and the mean demand is 21/2.
#[test]
fn picks_are_not_reserve_over_mean() {
    let picks = |demands: [i64; 2]| {
        let [a, b] = demands;
        let pool = super::support::pool_of(&format!("capacity = [[39]]\ndemand = [[{a}], [{b}]]"));
        let tasks = mech("drf-tasks").allocate(&pool, &Patience::unlimited()).unwrap().totals();
        tasks.iter().fold(Rational::zero(), |sum, x| sum + x)
    };
    let all = [[1, 1], [1, 20], [20, 1], [20, 20]].map(picks);
    assert_eq!(all, [r("39"), r("20"), r("20"), r("1")]);
    let mean = all.iter().fold(Rational::zero(), |sum, x| sum + x) / r("4");
    assert_eq!((mean, r("39") / r("21/2")), (r("20"), r("26/7")));
}

#[test]
fn a_common_factor_of_weights_cancels() {
    use fairwitness::model::cluster::Weight;
    let ids = ["drf-tasks", "drf-tasks-skip", "drf-tasks-lower", "pdrf", "pdrf-final", "pdrf-cycles"];
    let pools = instances::cluster::stream(Scope { servers: 1, capacity: Some(12), ..Scope::default() }, 3);
    let mut checked = 0;
    for pool in
        pools.filter(|p| matches!(&p.weight, Weight::User(w) if w.iter().any(|x| *x != w[0]))).take(150)
    {
        let mut scaled = pool.clone();
        if let Weight::User(weights) = &mut scaled.weight {
            weights.iter_mut().for_each(|w| *w = &*w * Rational::new(7, 3));
        }
        for id in ids {
            if let Ok(outcome) = mech(id).allocate(&pool, &Patience::unlimited()) {
                assert_eq!(
                    outcome,
                    mech(id).allocate(&scaled, &Patience::unlimited()).unwrap(),
                    "{id}: {pool:?}"
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 300, "{checked}");
}

#[test]
fn a_lie_pays_in_floats() {
    let honest = super::support::pool_of("capacity = [[33]]\ndemand = [[1], [1], [1]]");
    let lie = super::support::pool_of("capacity = [[33]]\ndemand = [[11], [1], [1]]");
    let tasks = |pool| {
        mech("pdrf-simplified-f64").allocate(pool, &Patience::unlimited()).unwrap().totals()[0].clone()
    };
    assert_eq!((tasks(&honest), tasks(&lie)), (r("10"), r("1")));
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
