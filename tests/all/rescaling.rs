//! Invariance under units: an instance written in other units, by factors within machine words and far beyond them,
//! gives the outcome in those units, equal verdicts, and margins and measures that are equal up to the factor. The law,
//! and the law for arrivals and covering; `rescaling_clusters` has clusters.
//!
//! The law holds for every mechanism, property and measure of every model. A fast path that overflows breaks it:
//! `tests/plants/` plants overflows, and lists the tests that detect each.

use fairwitness::instances::{self, Scope};
use fairwitness::linear::Patience;
use fairwitness::mechanism::{self, Mechanism, Settles};
use fairwitness::model::Model;
use fairwitness::model::arrivals::{Arrivals, History, Sequence};
use fairwitness::model::covering::{Covering, Stock};
use fairwitness::property::evidence::run_of;
use fairwitness::property::judge::{Cell, Judgement};
use fairwitness::property::measure::{self, Measure};
use fairwitness::property::{self, Examine};
use fairwitness::scalar::{Rational, Scalar};

use super::rescaling_clusters::BOTH;

pub fn power(base: i64, exponent: u32) -> Rational {
    (0..exponent).fold(Rational::one(), |x, _| x * Rational::int(base))
}

/// 2^61, 3^40, one over the prime 2^127 - 1; and 2^57 and the prime 2^31 - 1, with which numbers remain words and
/// their products do not.
pub fn factors() -> [Rational; 5] {
    [
        power(2, 61),
        power(3, 40),
        Rational::one() / (power(2, 127) - Rational::one()),
        power(2, 57),
        power(2, 31) - Rational::one(),
    ]
}

/// The part of an outcome that is settled if utilities are.
type Settled<M> = fn(&<M as Model>::Outcome<Rational>, &<M as Model>::Instance<Rational>) -> Vec<Rational>;

/// An instance in other units, and the outcome in them; `None` without such an outcome.
pub struct Rescaled<M: Model> {
    pub what: &'static str,
    pub instance: M::Instance<Rational>,
    pub outcome: fn(&M::Outcome<Rational>, &Rational) -> M::Outcome<Rational>,
    /// The part of an outcome that is settled if utilities are.
    pub settled: Settled<M>,
    /// `true` if properties that search long are compared, too.
    pub sought: bool,
}

/// Counts of comparisons.
#[derive(Default, Debug)]
pub struct Compared {
    pub outcomes: usize,
    pub verdicts: usize,
    pub margins: usize,
    pub measures: usize,
}

/// Returns `true` for a property whose judgement tries many lies or enlargements.
pub fn is_sampled(property: &str) -> bool {
    property.starts_with("sp") || ["group-sp", "group-sp-weak", "resource-monotone"].contains(&property)
}

/// The factor of the weights if the unit of a resource changes as well.
pub fn beside() -> Rational {
    power(2, 31) - Rational::one()
}

/// Returns `true` if `after` is `before` up to the factor or its inverse; with two factors, up to both.
fn same_up_to(before: &Rational, after: &Rational, what: &str, factor: &Rational) -> bool {
    let one = Rational::one();
    let second = if what == BOTH.what { beside() } else { one.clone() };
    let powers = |x: &Rational| [one.clone(), x.clone(), &one / x];
    let seconds = powers(&second);
    powers(factor).iter().any(|x| seconds.iter().any(|y| *after == before * x * y))
}

type Tables<'a, M> =
    (&'a [&'static dyn Mechanism<M>], &'a [&'static dyn Examine<M>], &'a [&'static dyn Measure<M>]);

pub fn compare<M: Model>(
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
        let (before, after) = match (
            run_of(mechanism, instance, &Patience::unlimited()),
            run_of(mechanism, &rescaled.instance, &Patience::unlimited()),
        ) {
            (Ok(before), Ok(after)) => (before, after),
            // Sizes other than one, or tasks that are not whole, are outside some domains.
            (_, Err(_)) if ["size", "tasks", "cost and size"].contains(&rescaled.what) => continue,
            (before, after) => {
                assert_eq!(before.is_ok(), after.is_ok(), "{context}");
                continue;
            }
        };
        let due = (rescaled.outcome)(&before.outcome, factor);
        if mechanism.settles(instance) >= Settles::Utilities {
            let settled = |outcome| (rescaled.settled)(outcome, &rescaled.instance);
            assert_eq!(settled(&due), settled(&after.outcome), "{context}");
        }
        if due != after.outcome {
            assert!(mechanism.settles(instance) < Settles::Outcome, "{context}: {:?}", after.outcome);
            continue;
        }
        compared.outcomes += 1;
        for property in properties.iter().copied() {
            let cell = Cell { mechanism, property };
            if is_sampled(property.id()) && !rescaled.sought {
                continue;
            }
            let (a, b) = (
                cell.judge_run(before.clone(), &Patience::unlimited()).unwrap(),
                cell.judge_run(after.clone(), &Patience::unlimited()).unwrap(),
            );
            match (a, b) {
                (Judgement::Violated(a), Judgement::Violated(b)) => {
                    compared.margins += 1;
                    assert!(
                        same_up_to(&a.margin, &b.margin, rescaled.what, factor),
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
            if let (Ok(Some(a)), Ok(Some(b))) = (
                measure.value(&before, &Patience::unlimited()),
                measure.value(&after, &Patience::unlimited()),
            ) {
                compared.measures += 1;
                assert!(
                    same_up_to(&a, &b, rescaled.what, factor),
                    "{} of {context}: {a} and {b}",
                    measure.id()
                );
            }
        }
    }
}

pub fn times(rows: &[Vec<Rational>], factor: &Rational) -> Vec<Vec<Rational>> {
    rows.iter().map(|row| row.iter().map(|x| x * factor).collect()).collect()
}

/// Lies and enlargements are searched for on every instance whose number is a multiple of this.
pub const SOUGHT: usize = 15;

#[test]
fn arrivals_in_other_units() {
    let tables = (mechanism::ARRIVALS, property::ARRIVALS, measure::ARRIVALS);
    let scope = Scope { users: 5, resources: 3, max: 6, ..Scope::default() };
    let mut compared = Compared::default();
    for (k, sequence) in instances::arrivals::stream(scope, 52).take(60).enumerate() {
        let factor = &factors()[k % 5];
        let mut instance: Sequence = sequence.clone();
        let at = k % instance.steps();
        instance.demand[at] = times(&[instance.demand[at].clone()], factor).remove(0);
        let same: fn(&History, &Rational) -> History = |outcome, _| outcome.clone();
        let rescaled = Rescaled::<Arrivals> {
            what: "one agent's demand",
            instance,
            outcome: same,
            settled: |outcome, _| outcome.shares.concat(),
            sought: k % SOUGHT == 0,
        };
        compare(tables, &sequence, &rescaled, factor, &mut compared);
    }
    let Compared { outcomes, verdicts, margins, measures } = compared;
    assert!(outcomes > 250 && verdicts > 1_000 && margins > 100 && measures > 200, "{compared:?}");
}

#[test]
fn stocks_in_other_units() {
    let tables = (mechanism::COVERING, property::COVERING, measure::COVERING);
    let scope = Scope { users: 3, resources: 6, max: 6, ..Scope::default() };
    let mut compared = Compared::default();
    for (k, stock) in instances::covering::stream(scope, 53).take(60).enumerate() {
        // With the last factor every sum is within a machine word, and products of a cost and a size are not.
        let factor = &[factors().as_slice(), &[power(2, 54)]].concat()[k % 6];
        let scaled = |row: &[Rational]| row.iter().map(|x| x * factor).collect::<Vec<_>>();
        let cost = Stock::new(scaled(&stock.cost), stock.size.clone(), stock.demand.clone());
        let size = Stock::new(stock.cost.clone(), scaled(&stock.size), scaled(&stock.demand));
        let both = Stock::new(scaled(&stock.cost), scaled(&stock.size), scaled(&stock.demand));
        for (what, instance) in [("cost", cost), ("size", size), ("cost and size", both)] {
            let rescaled = Rescaled::<Covering> {
                what,
                instance: instance.expect("what covers in one unit covers in another"),
                outcome: |outcome, _| outcome.clone(),
                settled: |outcome, stock| vec![outcome.ratio(stock)],
                sought: true,
            };
            // That property assumes costs of at least one, and its bound depends on the steps of costs.
            let properties: Vec<_> =
                property::COVERING.iter().copied().filter(|p| !p.id().starts_with("greedy-bound")).collect();
            let measures: Vec<_> =
                measure::COVERING.iter().copied().filter(|m| m.id() != "homogeneous-ratio").collect();
            compare((tables.0, &properties, &measures), &stock, &rescaled, factor, &mut compared);
        }
    }
    assert!(compared.outcomes > 300 && compared.verdicts > 600, "{compared:?}");
}

/// The smallest ratio in units in which products of a cost and a size are longer than two words, or than one. A
/// wrong bound cuts off the best branch only if many resources differ, so there are more stocks, and one mechanism.
#[test]
fn optima_in_other_units() {
    let optimum = mechanism::COVERING.iter().find(|m| m.id() == "optimum").unwrap();
    let scope = Scope { users: 3, resources: 9, max: 40, ..Scope::default() };
    let mut compared = 0;
    for (k, stock) in instances::covering::stream(scope, 57).take(4_000).enumerate() {
        let factor = &[power(3, 40), power(2, 29), power(2, 54)][k % 3];
        let scaled = |row: &[Rational]| row.iter().map(|x| x * factor).collect::<Vec<_>>();
        let far = Stock::new(scaled(&stock.cost), scaled(&stock.size), scaled(&stock.demand)).unwrap();
        match (
            optimum.allocate(&stock, &Patience::unlimited()),
            optimum.allocate(&far, &Patience::unlimited()),
        ) {
            (Ok(near), Ok(away)) => {
                assert_eq!(near.ratio(&stock), away.ratio(&far), "{stock:?} by {factor}");
                compared += 1;
            }
            (near, away) => assert_eq!(near.is_ok(), away.is_ok(), "{stock:?} by {factor}"),
        }
    }
    assert!(compared > 2_000, "{compared}");
}
