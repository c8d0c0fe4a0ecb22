//! Invariance under units: an instance written in other units, by factors within machine words and far beyond them,
//! gives the outcome in those units, equal verdicts, and margins and measures that are equal up to the factor.
//!
//! The law holds for every mechanism, property and measure of every model. A fast path that overflows breaks it:
//! `tests/plants/` plants overflows, and lists the tests that detect each.

use chacha20::ChaCha8Rng;
use fairwitness::instances::{self, Scope};
use fairwitness::linear::Patience;
use fairwitness::mechanism::{self, Mechanism, Settles, certified};
use fairwitness::model::Model;
use fairwitness::model::arrivals::{Arrivals, History, Sequence};
use fairwitness::model::cluster::{Cluster, Placement, Pool, Report, Weight};
use fairwitness::model::covering::{Covering, Stock};
use fairwitness::property::evidence::{Cleared, Verdict, Witness, run_of};
use fairwitness::property::judge::{Cell, Judgement};
use fairwitness::property::measure::{self, Measure};
use fairwitness::property::{self, Examine, Look};
use fairwitness::scalar::{Int, Quick, Rational, Scalar, Total, common_denominator, dot, sum, whole};
use rand::RngExt;

fn power(base: i64, exponent: u32) -> Rational {
    (0..exponent).fold(Rational::one(), |x, _| x * Rational::int(base))
}

/// 2^61, 3^40, one over the prime 2^127 - 1; and 2^57 and the prime 2^31 - 1, with which numbers remain words and
/// their products do not.
fn factors() -> [Rational; 5] {
    [
        power(2, 61),
        power(3, 40),
        Rational::one() / (power(2, 127) - Rational::one()),
        power(2, 57),
        power(2, 31) - Rational::one(),
    ]
}

/// The conversion of a witness to other units.
type Carried<'a, M> = &'a dyn Fn(&Witness<M>) -> Witness<M>;

/// The part of an outcome that is settled if utilities are.
type Settled<M> = fn(&<M as Model>::Outcome<Rational>, &<M as Model>::Instance<Rational>) -> Vec<Rational>;

/// An instance in other units, and the outcome in them; `None` without such an outcome.
struct Rescaled<'a, M: Model> {
    what: &'static str,
    instance: M::Instance<Rational>,
    outcome: fn(&M::Outcome<Rational>, &Rational) -> M::Outcome<Rational>,
    /// The part of an outcome that is settled if utilities are.
    settled: Settled<M>,
    /// The conversion of a witness; `None` if sampled properties are not compared.
    witness: Option<Carried<'a, M>>,
}

/// Counts of comparisons.
#[derive(Default, Debug)]
struct Compared {
    outcomes: usize,
    verdicts: usize,
    margins: usize,
    measures: usize,
    witnesses: usize,
}

/// Returns `true` for a property that is never said to hold on one instance, because the lies or enlargements that
/// are tried depend on units.
fn is_sampled(property: &str) -> bool {
    property.starts_with("sp") || ["group-sp", "group-sp-weak", "resource-monotone"].contains(&property)
}

/// The factor of the weights if the unit of a resource changes as well.
fn beside() -> Rational {
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

fn compare<M: Model>(
    tables: Tables<'_, M>,
    instance: &M::Instance<Rational>,
    rescaled: &Rescaled<'_, M>,
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
            let (a, b) = if is_sampled(property.id()) {
                // The attempts depend on units; a confirmed witness does not.
                let Some(carried) = rescaled.witness else { continue };
                let Verdict::Violated(witness) =
                    property.examine(mechanism, &before, &Patience::unlimited()).unwrap()
                else {
                    continue;
                };
                compared.witnesses += 1;
                let there = carried(&witness);
                (
                    cell.convict(before.clone(), witness, &Patience::unlimited()).unwrap(),
                    cell.convict(after.clone(), there, &Patience::unlimited()).unwrap(),
                )
            } else {
                (
                    cell.judge_run(before.clone(), &Patience::unlimited()).unwrap(),
                    cell.judge_run(after.clone(), &Patience::unlimited()).unwrap(),
                )
            };
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

fn times(rows: &[Vec<Rational>], factor: &Rational) -> Vec<Vec<Rational>> {
    rows.iter().map(|row| row.iter().map(|x| x * factor).collect()).collect()
}

/// A change of units of a cluster: for an instance, a report and an outcome.
struct Unit {
    what: &'static str,
    instance: fn(&Pool, &Rational) -> Pool,
    demand: fn(&[Rational], &Rational) -> Vec<Rational>,
    outcome: fn(&Placement, &Rational) -> Placement,
}

/// The row with its first entry in another unit.
fn first(row: &[Rational], factor: &Rational) -> Vec<Rational> {
    row.iter().enumerate().map(|(r, x)| if r == 0 { x * factor } else { x.clone() }).collect()
}

fn same(outcome: &Placement, _: &Rational) -> Placement {
    outcome.clone()
}

const RESOURCE: Unit = Unit {
    what: "resource",
    instance: |pool, factor| Pool {
        capacity: pool.capacity.iter().map(|row| first(row, factor)).collect(),
        demand: pool.demand.iter().map(|row| first(row, factor)).collect(),
        ..pool.clone()
    },
    demand: first,
    outcome: same,
};

const TASKS: Unit = Unit {
    what: "tasks",
    instance: |pool, factor| Pool {
        demand: times(&pool.demand, factor),
        tasks: pool.tasks.iter().map(|t| t.as_ref().map(|t| t / factor)).collect(),
        ..pool.clone()
    },
    demand: |row, factor| row.iter().map(|x| x * factor).collect(),
    outcome: |outcome, factor| Placement { tasks: times(&outcome.tasks, &(Rational::one() / factor)) },
};

const WEIGHT: Unit = Unit {
    what: "weight",
    instance: |pool, factor| Pool {
        weight: match &pool.weight {
            Weight::User(w) => Weight::User(w.iter().map(|w| w * factor).collect()),
            Weight::Resource(w) => Weight::Resource(times(w, factor)),
        },
        ..pool.clone()
    },
    demand: |row, _| row.to_vec(),
    outcome: same,
};

/// The first resource by the factor, and weights by a different prime, so that both kinds of integers become long.
const BOTH: Unit = Unit {
    what: "resource and weight",
    instance: |pool, factor| (WEIGHT.instance)(&(RESOURCE.instance)(pool, factor), &beside()),
    demand: first,
    outcome: same,
};

/// The witness in other units.
fn elsewhere(unit: &Unit, witness: &Witness<Cluster>, factor: &Rational) -> Witness<Cluster> {
    let told = |report: &Report| Report { demand: (unit.demand)(&report.demand, factor), ..report.clone() };
    match witness {
        Witness::Misreport { by, report } => Witness::Misreport { by: *by, report: told(report) },
        Witness::Collusion(lies) => {
            Witness::Collusion(lies.iter().map(|(by, report)| (*by, told(report))).collect())
        }
        Witness::Sibling { instance, loses } => {
            Witness::Sibling { instance: (unit.instance)(instance, factor), loses: *loses }
        }
        other => panic!("no sampled property has this witness: {other:?}"),
    }
}

/// Small instances, larger ones, and some of one server.
fn pools(seed: u64, count: usize) -> impl Iterator<Item = Pool> {
    let small = Scope { users: 3, servers: 2, resources: 2, max: 6, capacity: Some(12), ..Scope::default() };
    let larger = Scope { users: 5, servers: 3, resources: 3, max: 40, ..Scope::default() };
    let single = Scope { users: 4, servers: 1, resources: 3, max: 9, capacity: Some(40), ..Scope::default() };
    let of = move |scope| instances::cluster::stream(scope, seed);
    let drawn = of(small).zip(of(larger)).zip(of(single));
    drawn.flat_map(|((small, larger), single)| [small, larger, single]).take(count)
}

/// Lies and enlargements are searched for on every instance whose number is a multiple of this.
const SOUGHT: usize = 6;

fn clusters(unit: &Unit) {
    let mut compared = Compared::default();
    let whole = |m: &&'static dyn Mechanism<Cluster>| unit.what == "tasks" && m.setting().whole;
    let mechanisms: Vec<_> = mechanism::CLUSTER.iter().copied().filter(|m| !whole(m)).collect();
    for (k, pool) in pools(51, 120).enumerate() {
        let factor = &factors()[k / 3 % 5];
        let carried = |witness: &Witness<Cluster>| elsewhere(unit, witness, factor);
        let rescaled = Rescaled::<Cluster> {
            what: unit.what,
            instance: (unit.instance)(&pool, factor),
            outcome: unit.outcome,
            settled: |outcome, _| outcome.totals(),
            witness: (k % SOUGHT == 0).then_some(&carried),
        };
        let tables = (&mechanisms[..], property::CLUSTER, measure::CLUSTER);
        compare(tables, &pool, &rescaled, factor, &mut compared);
    }
    let Compared { outcomes, verdicts, margins, measures, witnesses } = compared;
    let enough = outcomes > 500 && verdicts > 5_000 && margins > 50 && measures > 1_000 && witnesses > 5;
    assert!(enough, "{compared:?}");
}

#[test]
fn clusters_in_another_unit_of_a_resource() {
    clusters(&RESOURCE);
}

#[test]
fn clusters_in_another_unit_of_tasks() {
    clusters(&TASKS);
}

#[test]
fn clusters_in_another_unit_of_weight() {
    clusters(&WEIGHT);
}

#[test]
fn clusters_in_another_unit_of_a_resource_and_weight() {
    clusters(&BOTH);
}

/// Outcomes of rules for whole tasks on one server: many instances, in units with which most numbers remain words.
#[test]
fn whole_tasks_in_another_unit_of_a_resource_and_weight() {
    let single =
        Scope { users: 4, servers: 1, resources: 3, max: 9, capacity: Some(400), ..Scope::default() };
    let whole = |m: &&'static dyn Mechanism<Cluster>| m.setting().whole && !m.id().ends_with("f64");
    let mechanisms: Vec<_> = mechanism::CLUSTER.iter().copied().filter(whole).collect();
    let mut compared = Compared::default();
    for (k, pool) in instances::cluster::stream(single, 55).take(400).enumerate() {
        let unit = [&BOTH, &RESOURCE, &WEIGHT][k % 3];
        let factor = &[power(2, 54), power(2, 40) - Rational::one(), power(2, 59)][k / 3 % 3];
        let instance = (unit.instance)(&pool, factor);
        let rescaled = Rescaled::<Cluster> {
            what: unit.what,
            instance,
            outcome: unit.outcome,
            settled: |outcome, _| outcome.totals(),
            witness: None,
        };
        compare((&mechanisms, &[], &[]), &pool, &rescaled, factor, &mut compared);
    }
    assert!(compared.outcomes > 2_000, "{compared:?}");
}

/// Floats propose the standstill of PS-DSF, within a slack that is proportional to the unit of weight.
#[test]
fn ps_dsf_does_not_give_up_for_far_weights() {
    let int = |row: &[i64]| row.iter().map(|x| Rational::int(*x)).collect::<Vec<_>>();
    let capacity = [[25, 19], [24, 1], [11, 25]].iter().map(|row| int(row)).collect();
    let demand = [[19, 11], [21, 24], [21, 18], [8, 18], [5, 11]].iter().map(|row| int(row)).collect();
    let mut pool = Pool::new(capacity, demand);
    for (user, server) in [(0, 2), (1, 1), (4, 1)] {
        pool.eligible[user][server] = false;
    }
    let ps_dsf = mechanism::CLUSTER.iter().find(|m| m.id() == "ps-dsf").unwrap();
    let near = ps_dsf.allocate(&pool, &Patience::unlimited()).unwrap();
    for factor in factors() {
        assert_eq!(
            ps_dsf.allocate(&(WEIGHT.instance)(&pool, &factor), &Patience::unlimited()).unwrap(),
            near
        );
    }
}

/// The totals of every user in machine words, and the instances that screens clear, in units in which some numbers
/// fit and some do not.
#[test]
fn clusters_in_words_in_other_units() {
    let (mut known, mut unknown, mut cleared) = (0, 0, 0);
    for (k, pool) in pools(54, 540).enumerate() {
        let unit = [&RESOURCE, &TASKS, &WEIGHT, &BOTH][k / 3 % 4];
        let factor = Rational::int([1 << 57, (1 << 31) - 1, (1 << 20) - 3][k / 12 % 3]);
        let factor = if k / 36 % 2 == 0 { factor } else { Rational::one() / factor };
        let mut pool = (unit.instance)(&pool, &factor);
        if k / 3 % 2 == 1 {
            // The tasks of each user are counted in a different unit.
            for (row, prime) in pool.demand.iter_mut().zip([2_147_483_647, 2_147_483_629, 2_147_483_587]) {
                row.iter_mut().for_each(|d| *d = &*d / Rational::int(prime));
            }
        }
        for mechanism in mechanism::CLUSTER.iter().copied() {
            let said = Quick::exactly(|| {
                let (words, mut gets) = (pool.map(|x| Quick::from(x)), Vec::new());
                mechanism.in_words()?.gets(&words, &mut gets).then_some((words, gets))
            });
            let Some(Some((words, gets))) = said else {
                unknown += usize::from(said.is_none());
                continue;
            };
            known += 1;
            let context = format!("{}: {pool:?}", mechanism.id());
            let run = run_of(mechanism, &pool, &Patience::unlimited())
                .unwrap_or_else(|why| panic!("{context}: {why}"));
            let exact: Option<Vec<Rational>> = gets.iter().map(|x| x.rational()).collect();
            assert_eq!(exact, Some(run.outcome.totals()), "{context}");
            for property in property::CLUSTER.iter().copied().filter(|p| !is_sampled(p.id())) {
                let (in_words, mut room) = (mechanism.in_words().unwrap(), Vec::new());
                let patience = &Patience::unlimited();
                let mut look =
                    Look { mechanism, words: in_words, instance: &words, room: &mut room, patience };
                if property.clears(&mut look) == Some(Cleared::Holds) {
                    cleared += 1;
                    let verdict = property.examine(mechanism, &run, &Patience::unlimited()).unwrap();
                    assert_eq!(verdict, Verdict::Holds, "{} of {context}", property.id());
                }
            }
        }
    }
    assert!(known > 1_000 && unknown > 50 && cleared > 5_000, "{known} {unknown} {cleared}");
}

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
        // The report of an agent is independent of its unit.
        let carried = |witness: &Witness<Arrivals>| witness.clone();
        let rescaled = Rescaled::<Arrivals> {
            what: "one agent's demand",
            instance,
            outcome: same,
            settled: |outcome, _| outcome.shares.concat(),
            witness: (k % SOUGHT == 0).then_some(&carried),
        };
        compare(tables, &sequence, &rescaled, factor, &mut compared);
    }
    let Compared { outcomes, verdicts, margins, measures, .. } = compared;
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
                witness: None,
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

/// Sums and products at the bound of a fast path, and just beyond it.
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

/// Fractions of words, many of them near the bound.
fn words() -> Vec<Rational> {
    let parts = [1, 3, 1 << 31, (1 << 31) - 1, 1 << 61, (1 << 62) - 57, i64::MAX - 24, i64::MAX];
    let fraction = |n: i64, d: i64| [Rational::new(n, d), Rational::new(-n, d)];
    parts.iter().flat_map(|&n| parts.iter().flat_map(move |&d| fraction(n, d))).collect()
}

/// Quick fractions without poison are exact, and most sums and products that fit have none.
#[test]
fn quick_fractions_at_the_bounds_of_machine_words() {
    let (mut said, mut poisoned) = (0, 0);
    let words = words();
    for x in &words {
        for y in &words {
            let (p, q) = (Quick::from(x), Quick::from(y));
            assert_eq!(p.partial_cmp(&q), Some(x.cmp(y)), "{x} {y}");
            let quick = [
                Quick::exactly(|| p + q),
                Quick::exactly(|| p - q),
                Quick::exactly(|| p * q),
                Quick::exactly(|| p / q),
            ];
            for (quick, exact) in quick.into_iter().zip([x + y, x - y, x * y, x / y]) {
                match quick {
                    Some(quick) => {
                        said += 1;
                        assert_eq!(quick.rational(), Some(exact), "{x} {y}");
                    }
                    None => {
                        poisoned += 1;
                        assert_eq!(exact.small(), None, "{x} {y}");
                    }
                }
            }
        }
    }
    assert!(said > 10_000 && poisoned > 10_000, "{said} {poisoned}");
}

/// Long sums of products, term by term and grouped.
#[test]
fn long_sums_at_the_bounds_of_machine_words() {
    let words: Vec<Rational> = words().into_iter().filter(Scalar::is_positive).collect();
    for x in &words {
        // Forty terms over one denominator, then all words over many denominators.
        let alike = vec![x; 40];
        let exact = x * x * Rational::int(40);
        let pairs = || alike.iter().map(|x| (*x, *x));
        assert_eq!((dot(pairs()), Total::of(pairs()).rational()), (exact.clone(), exact), "{x}");
        let pairs = || words.iter().map(|y| (x, y));
        let exact = sum(words.iter().map(|y| x * y));
        assert_eq!((dot(pairs()), Total::of(pairs()).rational()), (exact.clone(), exact), "{x}");
        for y in &words {
            let unit = common_denominator([x, y]);
            let exact = x * Rational::from_int(&unit);
            assert!(exact.is_integer(), "{x} {y}");
            assert_eq!(Rational::from_int(&whole(x, &unit)), exact, "{x} {y}");
        }
    }
}

/// Numbers of every length, so that each step of the filling is somewhere the first that does not fit. A result
/// about a pool has a certificate, which exact numbers check.
#[test]
fn fillings_at_the_bounds_of_machine_words() {
    let mut rng = instances::draw_number(55, 0);
    let drf = mechanism::CLUSTER.iter().find(|m| m.id() == "drf").unwrap();
    let (mut said, mut silent) = (0, 0);
    for _ in 0..20_000 {
        let (users, resources) = (rng.random_range(2..=4), rng.random_range(1..=3));
        let length =
            |rng: &mut ChaCha8Rng, bits: u32| (1i64 << rng.random_range(0..=bits)) + rng.random_range(0..=2);
        let [above, below] = [rng.random_range(0..=50), [0, 12, 31][rng.random_range(0..3)]];
        let mut rows = |count: usize, width: usize, above: u32| -> Vec<Vec<Rational>> {
            let mut number = || Rational::new(length(&mut rng, above), length(&mut rng, below));
            (0..count).map(|_| (0..width).map(|_| number()).collect()).collect()
        };
        let mut pool = Pool::new(rows(1, resources, above), rows(users, resources, above / 4));
        pool.weight = Weight::User(rows(1, users, 1).remove(0));
        let words = pool.map(|x| Quick::from(x));
        let mut gets = Vec::new();
        match Quick::exactly(|| drf.in_words().unwrap().gets(&words, &mut gets)) {
            Some(true) => {
                said += 1;
                let tasks = gets.iter().map(|x| vec![x.rational().unwrap()]).collect();
                certified(*drf, &pool, &Placement { tasks }, &Patience::unlimited())
                    .unwrap_or_else(|why| panic!("{why}: {pool:?}"));
            }
            _ => silent += 1,
        }
    }
    assert!(said > 5_000 && silent > 5_000, "{said} said, {silent} silent");
}
