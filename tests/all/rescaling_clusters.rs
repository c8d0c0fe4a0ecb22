//! Invariance under units for clusters: the unit of a resource, of tasks and of weight.

use fairwitness::instances::{self, Scope};
use fairwitness::linear::Patience;
use fairwitness::mechanism::{self, Mechanism};
use fairwitness::model::cluster::{Cluster, Placement, Pool, Weight};
use fairwitness::property::evidence::{Cleared, Verdict, run_of};
use fairwitness::property::measure;
use fairwitness::property::{self, Hearing, Look};
use fairwitness::scalar::{Quick, Rational, Scalar};

use super::rescaling::{Compared, Rescaled, SOUGHT, beside, compare, factors, is_sampled, power, times};

/// A change of units of a cluster: for an instance and an outcome.
pub struct Unit {
    pub what: &'static str,
    instance: fn(&Pool, &Rational) -> Pool,
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
    outcome: same,
};

const TASKS: Unit = Unit {
    what: "tasks",
    instance: |pool, factor| Pool {
        demand: times(&pool.demand, factor),
        tasks: pool.tasks.iter().map(|t| t.as_ref().map(|t| t / factor)).collect(),
        ..pool.clone()
    },
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
    outcome: same,
};

/// The first resource by the factor, and weights by a different prime, so that both kinds of integers become long.
pub const BOTH: Unit = Unit {
    what: "resource and weight",
    instance: |pool, factor| (WEIGHT.instance)(&(RESOURCE.instance)(pool, factor), &beside()),
    outcome: same,
};

/// Small instances, larger ones, and some of one server.
fn pools(seed: u64, count: usize) -> impl Iterator<Item = Pool> {
    let small = Scope { users: 3, servers: 2, resources: 2, max: 6, capacity: Some(12), ..Scope::default() };
    let larger = Scope { users: 5, servers: 3, resources: 3, max: 40, ..Scope::default() };
    let single = Scope { users: 4, servers: 1, resources: 3, max: 9, capacity: Some(40), ..Scope::default() };
    let of = move |scope| instances::cluster::stream(scope, seed);
    let drawn = of(small).zip(of(larger)).zip(of(single));
    drawn.flat_map(|((small, larger), single)| [small, larger, single]).take(count)
}

fn clusters(unit: &Unit) {
    let mut compared = Compared::default();
    let whole = |m: &&'static dyn Mechanism<Cluster>| unit.what == "tasks" && m.setting().whole;
    let mechanisms: Vec<_> = mechanism::CLUSTER.iter().copied().filter(|m| !whole(m)).collect();
    for (k, pool) in pools(51, 120).enumerate() {
        let factor = &factors()[k / 3 % 5];
        let rescaled = Rescaled::<Cluster> {
            what: unit.what,
            instance: (unit.instance)(&pool, factor),
            outcome: unit.outcome,
            settled: |outcome, _| outcome.totals(),
            sought: k % SOUGHT == 0,
        };
        let tables = (&mechanisms[..], property::CLUSTER, measure::CLUSTER);
        compare(tables, &pool, &rescaled, factor, &mut compared);
    }
    let Compared { outcomes, verdicts, margins, measures } = compared;
    let enough = outcomes > 500 && verdicts > 5_000 && margins > 50 && measures > 1_000;
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
            sought: false,
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
                    let verdict =
                        property.examine(&Hearing::of(mechanism, &run, &Patience::unlimited())).unwrap();
                    assert_eq!(verdict, Verdict::Holds, "{} of {context}", property.id());
                }
            }
        }
    }
    assert!(known > 1_000 && unknown > 50 && cleared > 5_000, "{known} {unknown} {cleared}");
}
