//! Units do not matter: an instance written in other units, by factors far beyond machine words, gives the same outcome in
//! those units, the same verdicts, and margins and measures that are the same up to the factor.
//!
//! The law runs over every mechanism, property and measure of every model. A fast path that overflows breaks it.

use fairwitness::instances::{self, Scope};
use fairwitness::mechanism::{self, Mechanism, Settles};
use fairwitness::model::Model;
use fairwitness::model::arrivals::{Arrivals, History, Sequence};
use fairwitness::model::cluster::{Cluster, Placement, Pool, Weight};
use fairwitness::model::covering::{Covering, Stock};
use fairwitness::property::evidence::Run;
use fairwitness::property::judge::{Cell, Judgement};
use fairwitness::property::measure::{self, Measure};
use fairwitness::property::{self, Property};
use fairwitness::scalar::{Int, Rational, Scalar};

fn power(base: i64, exponent: u32) -> Rational {
    (0..exponent).fold(Rational::one(), |x, _| x * Rational::int(base))
}

/// 2^61, 3^40, and one over the prime 2^89 - 1.
fn factors() -> [Rational; 3] {
    [power(2, 61), power(3, 40), Rational::one() / (power(2, 89) - Rational::one())]
}

/// The same instance in other units, and what an outcome of it would be in them; `None` where there is no such outcome.
struct Rescaled<M: Model> {
    what: &'static str,
    instance: M::Instance<Rational>,
    outcome: fn(&M::Outcome<Rational>, &Rational) -> M::Outcome<Rational>,
}

/// What was compared.
#[derive(Default, Debug)]
struct Compared {
    outcomes: usize,
    verdicts: usize,
    margins: usize,
    measures: usize,
}

/// Properties of which one instance never says that they hold: the lies and enlargements that are tried depend on units.
fn is_sampled(property: &str) -> bool {
    property.starts_with("sp") || ["group-sp", "resource-monotone"].contains(&property)
}

/// Whether `after` is `before`, up to the factor or its inverse.
fn same_up_to(before: &Rational, after: &Rational, factor: &Rational) -> bool {
    after == before || *after == before * factor || after * factor == *before
}

type Tables<'a, M> =
    (&'a [&'static dyn Mechanism<M>], &'a [&'static dyn Property<M>], &'a [&'static dyn Measure<M>]);

fn compare<M: Model>(
    tables: Tables<'_, M>,
    instance: &M::Instance<Rational>,
    rescaled: &Rescaled<M>,
    factor: &Rational,
    compared: &mut Compared,
) {
    let (mechanisms, properties, measures) = tables;
    // Floats round, and round differently in another unit.
    for mechanism in mechanisms.iter().copied().filter(|m| !m.id().ends_with("f64")) {
        let context =
            format!("{} in another unit of {} by {factor}: {instance:?}", mechanism.id(), rescaled.what);
        let (before, after) = match (Run::of(mechanism, instance), Run::of(mechanism, &rescaled.instance)) {
            (Ok(before), Ok(after)) => (before, after),
            // Sizes other than one, or tasks that are not whole, are outside some domains.
            (_, Err(_)) if ["size", "tasks", "cost and size"].contains(&rescaled.what) => continue,
            (before, after) => {
                assert_eq!(before.is_ok(), after.is_ok(), "{context}");
                continue;
            }
        };
        if (rescaled.outcome)(&before.outcome, factor) != after.outcome {
            assert!(mechanism.settles(instance) < Settles::Outcome, "{context}: {:?}", after.outcome);
            continue;
        }
        compared.outcomes += 1;
        for property in properties.iter().copied() {
            let judge = |run: &Run<'_, M>| Cell { mechanism, property }.judge_run(run.clone());
            match (judge(&before), judge(&after)) {
                _ if is_sampled(property.id()) => {}
                (Judgement::Violated(a), Judgement::Violated(b)) => {
                    compared.margins += 1;
                    assert!(
                        same_up_to(&a.margin, &b.margin, factor),
                        "{} of {context}: {} and {}",
                        property.id(),
                        a.margin,
                        b.margin
                    );
                }
                (a, b) => {
                    compared.verdicts += 1;
                    assert_eq!(
                        std::mem::discriminant(&a),
                        std::mem::discriminant(&b),
                        "{} of {context}: {a:?} and {b:?}",
                        property.id()
                    );
                }
            }
        }
        for measure in measures {
            if let (Ok(Some(a)), Ok(Some(b))) = (measure.value(&before), measure.value(&after)) {
                compared.measures += 1;
                assert!(same_up_to(&a, &b, factor), "{} of {context}: {a} and {b}", measure.id());
            }
        }
    }
}

fn times(rows: &[Vec<Rational>], factor: &Rational) -> Vec<Vec<Rational>> {
    rows.iter().map(|row| row.iter().map(|x| x * factor).collect()).collect()
}

#[test]
fn clusters_in_other_units() {
    let tables = (mechanism::CLUSTER, property::CLUSTER, measure::CLUSTER);
    let scope = Scope { users: 3, servers: 2, resources: 2, max: 6, capacity: Some(12), ..Scope::default() };
    let mut compared = Compared::default();
    for (k, pool) in instances::cluster::stream(scope, 51).take(45).enumerate() {
        let factor = &factors()[k % 3];
        let unit = |row: &Vec<Rational>| {
            let mut row = row.clone();
            row[0] = &row[0] * factor;
            row
        };
        let resource = Pool {
            capacity: pool.capacity.iter().map(unit).collect(),
            demand: pool.demand.iter().map(unit).collect(),
            ..pool.clone()
        };
        let tasks = Pool {
            demand: times(&pool.demand, factor),
            tasks: pool.tasks.iter().map(|t| t.as_ref().map(|t| t / factor)).collect(),
            ..pool.clone()
        };
        let weights = Pool {
            weight: match &pool.weight {
                Weight::User(w) => Weight::User(w.iter().map(|w| w * factor).collect()),
                Weight::Resource(w) => Weight::Resource(times(w, factor)),
            },
            ..pool.clone()
        };
        let same: fn(&Placement, &Rational) -> Placement = |outcome, _| outcome.clone();
        let fewer: fn(&Placement, &Rational) -> Placement =
            |outcome, factor| Placement { tasks: times(&outcome.tasks, &(Rational::one() / factor)) };
        for (what, instance, outcome) in
            [("resource", resource, same), ("tasks", tasks, fewer), ("weight", weights, same)]
        {
            let divisible: Vec<_> = mechanism::CLUSTER
                .iter()
                .copied()
                .filter(|m| what != "tasks" || !Mechanism::<Cluster>::setting(*m).whole)
                .collect();
            let rescaled = Rescaled::<Cluster> { what, instance, outcome };
            compare((&divisible, tables.1, tables.2), &pool, &rescaled, factor, &mut compared);
        }
    }
    let Compared { outcomes, verdicts, margins, measures } = compared;
    assert!(outcomes > 500 && verdicts > 5_000 && margins > 500 && measures > 1_000, "{compared:?}");
}

#[test]
fn arrivals_in_other_units() {
    let tables = (mechanism::ARRIVALS, property::ARRIVALS, measure::ARRIVALS);
    let scope = Scope { users: 5, resources: 3, max: 6, ..Scope::default() };
    let mut compared = Compared::default();
    for (k, sequence) in instances::arrivals::stream(scope, 52).take(60).enumerate() {
        let factor = &factors()[k % 3];
        let mut instance: Sequence = sequence.clone();
        let at = k % instance.steps();
        instance.demand[at] = times(&[instance.demand[at].clone()], factor).remove(0);
        let same: fn(&History, &Rational) -> History = |outcome, _| outcome.clone();
        let rescaled = Rescaled::<Arrivals> { what: "one agent's demand", instance, outcome: same };
        compare(tables, &sequence, &rescaled, factor, &mut compared);
    }
    assert!(compared.outcomes > 250 && compared.verdicts > 1_000 && compared.measures > 200, "{compared:?}");
}

#[test]
fn stocks_in_other_units() {
    let tables = (mechanism::COVERING, property::COVERING, measure::COVERING);
    let scope = Scope { users: 3, resources: 6, max: 6, ..Scope::default() };
    let mut compared = Compared::default();
    for (k, stock) in instances::covering::stream(scope, 53).take(60).enumerate() {
        // The last one leaves every sum within a machine word, and products of a cost and a size beyond it.
        let factor = &[factors().as_slice(), &[power(2, 54)]].concat()[k % 4];
        let scaled = |row: &[Rational]| row.iter().map(|x| x * factor).collect::<Vec<_>>();
        let cost = Stock::new(scaled(&stock.cost), stock.size.clone(), stock.demand.clone());
        let size = Stock::new(stock.cost.clone(), scaled(&stock.size), scaled(&stock.demand));
        let both = Stock::new(scaled(&stock.cost), scaled(&stock.size), scaled(&stock.demand));
        for (what, instance) in [("cost", cost), ("size", size), ("cost and size", both)] {
            let rescaled = Rescaled::<Covering> {
                what,
                instance: instance.expect("what covers in one unit covers in another"),
                outcome: |outcome, _| outcome.clone(),
            };
            // Costs of at least one are a hypothesis of that property, and steps of costs its bound.
            let properties: Vec<_> =
                property::COVERING.iter().copied().filter(|p| !p.id().starts_with("greedy-bound")).collect();
            let measures: Vec<_> =
                measure::COVERING.iter().copied().filter(|m| m.id() != "homogeneous-ratio").collect();
            compare((tables.0, &properties, &measures), &stock, &rescaled, factor, &mut compared);
        }
    }
    assert!(compared.outcomes > 300 && compared.verdicts > 600, "{compared:?}");
}

/// Where a fast path ends and the next one begins: at its bound, and one past it.
#[test]
fn sums_and_products_at_the_bounds_of_machine_words() {
    let word = |n: &str| n.parse::<Rational>().unwrap();
    let one = Rational::one();
    for bits in [31, 32, 61, 62, 63, 64, 126, 127, 128] {
        for step in [-1, 0, 1] {
            let x = power(2, bits) + Rational::int(step);
            let y = power(2, bits) - Rational::int(step) - &one;
            let text = |x: &Rational| word(&x.to_string());
            assert_eq!(text(&x), x);
            // (x + y)(x - y) = x^2 - y^2, and quotients undo products.
            assert_eq!((&x + &y) * (&x - &y), &x * &x - &y * &y, "{bits} {step}");
            assert_eq!(&(&x * &y) / &y, x, "{bits} {step}");
            assert_eq!(&x / &y - &one, (&x - &y) / &y, "{bits} {step}");
            assert_eq!(x.cmp(&y), (&x - &y).cmp(&Rational::zero()), "{bits} {step}");
            let negated = -x.clone();
            assert_eq!(negated.abs(), x);
            assert_eq!(
                (&x / Rational::int(2)).floor() + (&x / Rational::int(2) - (&x / Rational::int(2)).floor()),
                &x / Rational::int(2)
            );
        }
    }
    assert_eq!(Rational::from_int(&Int::from(i64::MIN)).abs().to_string(), "9223372036854775808");
    assert_eq!((-Rational::int(i64::MIN)).to_string(), "9223372036854775808");
    assert_eq!((Rational::int(i64::MIN) / Rational::int(-1)).to_string(), "9223372036854775808");
}
