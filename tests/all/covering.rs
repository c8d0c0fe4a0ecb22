//! Covering: an independent derivation, two ways to one programme, the paper's reductions and its families.

use std::time::{Duration, Instant};

use fairwitness::document::{Node, Value};
use fairwitness::instances::construction::CONSTRUCTIONS;
use fairwitness::instances::{self, Scope};
use fairwitness::linear::Patience;
use fairwitness::mechanism::{self, Mechanism, Released, best, certified, round_as_printed};
use fairwitness::model::Model as _;
use fairwitness::model::covering::{Covering, Stock, cheapest_cover};
use fairwitness::scalar::{Rational, Scalar, sum};

use super::support::{derived, r};

pub(super) fn mech(id: &str) -> &'static dyn Mechanism<Covering> {
    mechanism::COVERING.iter().copied().find(|m| m.id() == id).unwrap_or_else(|| panic!("no mechanism {id}"))
}

fn stock_of(value: &Value) -> Stock {
    let fields = value.fields().iter().filter(|(name, _)| name != "model").cloned().collect();
    Covering::read(&Node::new("test", &Value::Table(fields))).unwrap_or_else(|e| panic!("{e}"))
}

pub(super) fn stock(cost: &[&str], demand: &[i64]) -> Stock {
    let cost: Vec<Rational> = cost.iter().map(|c| r(c)).collect();
    let size = vec![Rational::one(); cost.len()];
    Stock::new(cost, size, demand.iter().copied().map(Rational::int).collect()).unwrap()
}

pub(super) fn ratio(id: &str, stock: &Stock) -> Option<Rational> {
    let outcome = mech(id).allocate(stock, &Patience::unlimited()).ok()?;
    if !mech(id).as_printed() {
        certified(mech(id), stock, &outcome, &Patience::unlimited())
            .unwrap_or_else(|e| panic!("{id}: {stock:?}: {e}"));
    }
    Some(outcome.ratio(stock))
}

/// `tests/oracle/covering.py` uses other algorithms and other arithmetic.
#[test]
fn agrees_with_the_independent_derivation() {
    let Some(cases) = derived("covering", &[]) else { return };
    let (mut values, mut refusals) = (0, 0);
    for case in &cases {
        let name = case.get("name");
        let stock = stock_of(case.get("instance").expect("an instance"));
        for (id, expected) in case.get("expected").expect("expected values").fields() {
            let number = |value: &Value| match value {
                Value::Null => None,
                Value::Text(text) => Some(r(text)),
                other => panic!("{name:?}: {id}: {other:?}"),
            };
            match id.as_str() {
                "isolation" => {
                    let Value::List(all) = expected else { panic!("{name:?}: isolation") };
                    let all: Vec<Option<Rational>> = all.iter().map(number).collect();
                    let ours: Vec<Option<Rational>> = stock.isolation().iter().cloned().map(Some).collect();
                    assert_eq!(ours, all, "{name:?}: isolation costs");
                }
                "greedy" => {
                    let expected = expected.get("ratio").and_then(number);
                    assert_eq!(ratio("greedy", &stock), expected, "{name:?}: greedy");
                    values += 1;
                }
                _ => {
                    let (ours, expected) = (ratio(id, &stock), number(expected));
                    assert_eq!(ours, expected, "{name:?}: {id}");
                    if expected.is_some() { values += 1 } else { refusals += 1 }
                }
            }
        }
    }
    assert!(values > 400 && refusals > 20, "{values} values, {refusals} refusals");
}

/// Scope for random stocks of sizes 1 and whole demands.
fn small(tasks: usize, resources: usize, max: i64) -> Scope {
    Scope { users: tasks, resources, max, ..Scope::default() }
}

pub(super) fn unit_stocks(
    tasks: usize,
    resources: usize,
    max: i64,
    count: usize,
) -> impl Iterator<Item = Stock> {
    instances::covering::stream(small(tasks, resources, max), 7)
        .filter(|s| s.unit() && mech("greedy").allocate(s, &Patience::unlimited()).is_ok())
        .take(count)
}

/// The smallest ratio over every assignment of resources to tasks or to none.
fn brute_force(stock: &Stock) -> Option<Rational> {
    let (tasks, resources) = (stock.tasks(), stock.resources());
    let codes = (tasks + 1).pow(u32::try_from(resources).unwrap());
    let assignments = (0..codes).map(|mut code| {
        let mut given = Vec::new();
        for _ in 0..resources {
            given.push((code % (tasks + 1)).checked_sub(1));
            code /= tasks + 1;
        }
        given
    });
    assignments.filter(|given| stock.covers(given)).map(|given| stock.ratio(&given)).min()
}

#[test]
fn optimum_is_that_of_brute_force() {
    let (mut solved, mut sized) = (0, 0);
    for stock in instances::covering::stream(small(3, 6, 5), 3).take(400) {
        let fairest = ratio("optimum", &stock);
        assert_eq!(fairest, brute_force(&stock), "{stock:?}");
        assert!(fairest.is_none_or(|fairest| fairest >= Rational::one()), "{stock:?}");
        solved += 1;
        sized += usize::from(!stock.unit());
    }
    assert!(solved == 400 && sized > 50, "{sized} with sizes");
}

#[test]
fn isolation_is_that_of_brute_force() {
    for stock in instances::covering::stream(small(3, 7, 9), 5).take(200) {
        for (j, demand) in stock.demand.iter().enumerate() {
            let subsets = (0..1usize << stock.resources())
                .map(|set| (0..stock.resources()).filter(move |i| set >> i & 1 == 1).collect::<Vec<_>>());
            let total = |of: &[Rational], set: &[usize]| {
                set.iter().fold(Rational::zero(), |sum, &i| sum + of[i].clone())
            };
            let cheapest =
                subsets.filter(|s| total(&stock.size, s) >= *demand).map(|s| total(&stock.cost, &s)).min();
            assert_eq!(Some(&stock.isolation()[j]), cheapest.as_ref(), "{stock:?}");
            let chosen = cheapest_cover(&stock.cost, &stock.size, demand, 10_000).unwrap();
            assert_eq!(Some(total(&stock.cost, &chosen)), cheapest, "{stock:?}");
        }
    }
}

/// Doubled sizes and demands do not change the result, but the programme is then solved by pivots and not as a game.
#[test]
fn programmes_are_solved_two_ways() {
    let two = Rational::int(2);
    for game in unit_stocks(4, 9, 7, 250) {
        let double = |row: &[Rational]| row.iter().map(|x| x * &two).collect::<Vec<_>>();
        let pivots = Stock::new(game.cost.clone(), double(&game.size), double(&game.demand)).unwrap();
        assert!(!pivots.unit());
        for id in ["lp-naive", "lp-pruned", "lp-sized"] {
            assert_eq!(ratio(id, &game), ratio(id, &pivots), "{id}: {game:?}");
        }
        assert_eq!(ratio("lp-sized", &game), ratio("lp-pruned", &game), "{game:?}");
    }
}

pub(super) fn matrix(rows: &[&[&str]]) -> Vec<Vec<Rational>> {
    rows.iter().map(|row| row.iter().map(|x| r(x)).collect()).collect()
}

/// Lemma 4, case 1, lowers a part by its task's excess, which may be more than the part.
#[test]
fn lemma_4_as_printed_can_go_below_zero() {
    let stock = stock(&["1", "1", "1"], &[1]);
    let fraction = matrix(&[&["1"], &["1"], &["1/2"]]);
    let refusal = round_as_printed(&stock, &fraction, Released::Excess).unwrap_err();
    assert!(refusal.to_string().contains("negative"), "{refusal}");
}

/// Theorem 1, both ways: a partition gives an assignment of the required ratio, an optimum gives a partition.
#[test]
fn theorem_1_both_ways() {
    use rand::{RngExt, SeedableRng};
    let mut rng = chacha20::ChaCha8Rng::seed_from_u64(1);
    let (mut solvable, mut unsolvable) = (0, 0);
    while solvable < 40 || unsolvable < 40 {
        let groups = rng.random_range(2..=4);
        let mut numbers: Vec<i64> = (0..3 * groups).map(|_| rng.random_range(26..50)).collect();
        if solvable < 40 {
            // Triples with the sum 100, shuffled.
            for triple in numbers.chunks_mut(3) {
                triple[2] = 100 - triple[0] - triple[1];
            }
            if numbers.iter().any(|n| *n <= 25 || *n >= 50) {
                continue;
            }
            for at in (1..numbers.len()).rev() {
                numbers.swap(at, rng.random_range(0..=at));
            }
        } else {
            let excess = numbers.iter().sum::<i64>() % groups;
            numbers[0] -= excess;
        }
        numbers.sort_unstable();
        // Each number is the cost of a resource, and each group is a task that needs three. All are used, so triples of equal
        // sum are exactly the assignments in which every task pays the mean, the smallest possible ratio.
        let cost: Vec<Rational> = numbers.iter().copied().map(Rational::int).collect();
        let mean = sum(cost.iter().cloned()) / Rational::int(groups);
        let triples = vec![Rational::int(3); groups as usize];
        let stock = Stock::new(cost.clone(), vec![Rational::one(); cost.len()], triples).unwrap();
        let least = &mean / &stock.isolation()[0];
        let bounds = best(&stock, &Patience::unlimited()).unwrap();
        assert!(bounds.settled && bounds.upper >= least);
        let pays = |task: usize| {
            let own = bounds.assignment.iter().zip(&cost).filter(|(given, _)| **given == Some(task));
            sum(own.map(|(_, cost)| cost.clone()))
        };
        let found = (0..groups as usize).all(|task| pays(task) == mean);
        let parts = partitioned(&numbers, numbers.iter().sum::<i64>() / groups);
        assert!(parts == found && found == (bounds.upper == least), "{numbers:?}");
        *(if parts { &mut solvable } else { &mut unsolvable }) += 1;
    }
}

/// Returns `true` if the numbers can be divided into triples of this sum: the first is combined with any two others.
fn partitioned(numbers: &[i64], target: i64) -> bool {
    let Some((first, rest)) = numbers.split_first() else { return true };
    let pairs = (0..rest.len()).flat_map(|i| (i + 1..rest.len()).map(move |k| (i, k)));
    pairs.filter(|(i, k)| first + rest[*i] + rest[*k] == target).any(|(i, k)| {
        let mut others = rest.to_vec();
        others.remove(k);
        others.remove(i);
        partitioned(&others, target)
    })
}

pub(super) fn construction(id: &str, m: usize) -> Stock {
    let found = CONSTRUCTIONS.iter().find(|c| c.id == id).unwrap_or_else(|| panic!("no construction {id}"));
    stock_of(&found.instance(m, None))
}

/// The families of mukherjee III and V, compared with the printed formulas in m.
#[test]
fn families_have_the_values_of_their_formulas() {
    let at = |id: &str, m: i64, mechanism: &str| ratio(mechanism, &construction(id, m as usize)).unwrap();
    let (int, near) = (Rational::int, |m: i64| Rational::int(2) - Rational::new(1, m));
    for m in (2..=8).chain([11, 17, 23, 31, 40, 50]) {
        let naive = |mechanism: &str| at("mukherjee-naive", m, mechanism);
        assert_eq!([naive("lp-naive"), naive("optimum"), naive("lp-pruned")], [near(m), int(m), int(m)]);
        let seven = |mechanism: &str| at("mukherjee-theorem7", m, mechanism);
        let pruned = int(1) + Rational::new(1, m) - Rational::new(1, m * m);
        assert_eq!([seven("lp-pruned"), seven("optimum")], [pruned.clone(), near(m)]);
        assert_eq!(near(m) / &pruned, Rational::new(m * (2 * m - 1), m * m + m - 1));
        // A dearer resource enlarges the gap and keeps its form.
        if m <= 40 {
            let gap = at("mukherjee-dearer", m, "optimum") / at("mukherjee-dearer", m, "lp-pruned");
            assert_eq!(gap, Rational::new(2 * m, m + 1));
        }
        if m <= 6 {
            assert_eq!(at("mukherjee-sizes", m, "lp-sized"), near(m));
        }
        if m <= 4 {
            assert_eq!(at("mukherjee-sizes", m, "optimum"), int(m));
        }
    }
}

/// The footnote of mukherjee III: with sizes the pruned gap has no bound, and Figure 3 has no solution.
#[test]
fn sizes_leave_the_pruned_gap_unbounded() {
    for k in [2, 5, 30] {
        let stock = construction("mukherjee-footnote", k);
        assert_eq!(ratio("lp-pruned", &stock), Some(Rational::one()));
        assert_eq!(ratio("lp-naive", &stock), Some(r("1/2")));
        assert_eq!(ratio("optimum", &stock), Some(Rational::int(k as i64)));
        assert_eq!(ratio("lp-sized", &stock), None);
    }
}

/// A search through 45,000 resources goes as deep, on a stack of two megabytes: for the cheapest cover of a task, which takes
/// the one resource of size 2 and 21,998 others, and for the fairest assignment, in the time that it has.
#[test]
fn deep_searches_need_no_deep_stack() {
    let many = 45_000;
    let mut size = vec![Rational::one(); many];
    size[many - 1] = Rational::int(2);
    let cover = cheapest_cover(&vec![Rational::one(); many], &size, &Rational::int(22_000), 100_000).unwrap();
    assert_eq!(cover.len(), 21_999);
    assert!(cover.contains(&(many - 1)));
    let cost: Vec<Rational> = (0..many as i64).map(|k| Rational::int(1 + k * k % 7)).collect();
    let stock = Stock::new(cost, vec![Rational::one(); many], vec![r("20000"), r("20000"), r("10")]).unwrap();
    let patience = Patience::unlimited().until(Instant::now() + Duration::from_secs(4));
    let found = best(&stock, &patience);
    assert!(found.is_err() || found.is_ok_and(|bounds| bounds.lower <= bounds.upper));
}
