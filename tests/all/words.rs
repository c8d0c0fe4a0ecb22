//! Machine words compared with exact numbers: total allocations, screening, and false reports.
//!
//! A search skips the instances that the screen in machine words clears. Exact judgement must therefore find
//! no violation there, and the screen must clear a large part of them to be of use.

use std::collections::BTreeMap;

use fairwitness::instances::{self, Extras, Scope};
use fairwitness::linear::{Halt, Patience};
use fairwitness::mechanism::{
    ARRIVALS, Abilities, Allocated, CLUSTER, Certified, Facts, InWords, Mechanism, Settles, Specification,
};
use fairwitness::model::Model;
use fairwitness::model::arrivals::{Arrivals, History, Sequence};
use fairwitness::model::cluster::{Certificate, Cluster, Placement, Pool, Setting};
use fairwitness::model::refusal::{Refusal, Rejected};
use fairwitness::property::evidence::{Cleared, Run, Verdict};
use fairwitness::property::judge::{Cell, Judgement};
use fairwitness::property::{self, Hearing, Look};
use fairwitness::scalar::{Quick, Rational, Scalar, sum};

fn pools(scope: Scope, seed: u64, count: u64) -> impl Iterator<Item = Pool> {
    (0..count).map(move |k| instances::cluster::draw(&mut instances::draw_number(seed, k), scope))
}

fn gets(mechanism: &dyn Mechanism<Cluster>, words: &Pool<Quick>) -> Option<Vec<Quick>> {
    let mut gets = Vec::new();
    let in_words = mechanism.in_words()?;
    Quick::exactly(|| in_words.gets(words, &mut gets)).filter(|known| *known).map(|_| gets)
}

fn exact(gets: &[Quick]) -> Vec<Rational> {
    gets.iter().map(|x| x.rational().unwrap()).collect()
}

/// The numbers of instances, by mechanism, whose totals machine words give, and of all others.
fn known(scope: Scope, seed: u64, count: u64) -> BTreeMap<&'static str, [usize; 2]> {
    let mut known = BTreeMap::<&str, [usize; 2]>::new();
    for pool in pools(scope, seed, count) {
        let words = pool.map(|x| Quick::from(x));
        for &mechanism in CLUSTER {
            let gets = gets(mechanism, &words);
            let refuses = mechanism.in_words().is_some_and(|in_words| in_words.refuses(&words));
            let outcome = match mechanism.allocate(&pool, &Patience::unlimited()) {
                Ok(outcome) => outcome,
                Err(refusal) => {
                    assert!(gets.is_none(), "{}: {pool:?}", mechanism.id());
                    let knows = [
                        "c-drfh",
                        "cdrf",
                        "drf",
                        "drf-per-server",
                        "drfh",
                        "drfh-eligible",
                        "tsf",
                        "uniform",
                    ];
                    let domain = matches!(refusal, Halt::Failed(Refusal::OutOfDomain(_)));
                    assert_eq!(
                        refuses,
                        domain && knows.contains(&mechanism.id()),
                        "{}: {pool:?}",
                        mechanism.id()
                    );
                    continue;
                }
            };
            assert!(!refuses, "{}: {pool:?}", mechanism.id());
            known.entry(mechanism.id()).or_default()[usize::from(gets.is_none())] += 1;
            if let Some(gets) = gets {
                assert_ne!(mechanism.settles(&pool), Settles::Nothing, "{}", mechanism.id());
                assert_eq!(exact(&gets), outcome.totals(), "{}: {pool:?}", mechanism.id());
            }
        }
    }
    known.retain(|_, [known, _]| *known > 0);
    known
}

#[test]
fn totals_in_words_are_the_exact_ones() {
    const IN_WORDS: [&str; 8] =
        ["c-drfh", "cdrf", "drf", "drf-per-server", "drfh", "drfh-eligible", "tsf", "uniform"];
    let small = known(Scope { users: 5, servers: 3, resources: 3, max: 9, ..Scope::default() }, 61, 600);
    assert!(small.keys().eq(&IN_WORDS), "{small:?}");
    assert!(small.values().all(|[known, not]| *known > 50 && 10 * not < *known), "{small:?}");
    let one = known(Scope { users: 6, servers: 1, resources: 4, max: 30, ..Scope::default() }, 62, 400);
    assert!(one.values().all(|[known, not]| *known > 200 && 5 * not < *known), "{one:?}");
    // More users and resources than the filling has space for: the tableau solves them.
    let wide = known(Scope { users: 5, servers: 1, resources: 14, max: 6, ..Scope::default() }, 63, 200);
    let [all, not] = wide["tsf"];
    assert!(all > 100 && 10 * not < all, "{wide:?}");
    // With numbers up to 2^40 much does not fit, and there is no result in machine words.
    let large =
        known(Scope { users: 4, servers: 2, resources: 2, max: 1 << 40, ..Scope::default() }, 63, 200);
    assert!(large.values().any(|[_, not]| *not > 20), "{large:?}");
}

/// Fractions are rescaled to integers.
#[test]
fn totals_of_fractions_in_words_are_the_exact_ones() {
    for (servers, resources) in [(1, 4), (1, 6), (2, 2)] {
        let scope = Scope { users: 5, servers, resources, max: 5, ..Scope::default() };
        let extras = Extras { parts: Some(6), weights: Some(3), ..Extras::PLAIN };
        let known = known(Scope { extras, ..scope }, 65, 400);
        assert!(known["drf-per-server"][0] > 300 && known["drf"][0] > 80, "{known:?}");
    }
}

/// A draw in machine words, written into the memory of another draw, is the exact draw.
#[test]
fn draws_in_words_are_the_exact_ones() {
    for scope in
        ["users=3,servers=1,resources=2,max=4,demands=positive", "users=5,servers=3,resources=4,max=6"]
    {
        let scope: Scope = scope.parse().unwrap();
        let (quick, mut rooms) = (instances::CLUSTER.quick.unwrap(), Vec::new());
        let mut rng = instances::draw_number(66, 0);
        for (k, pool) in pools(scope, 66, 5000).enumerate() {
            instances::restart(&mut rng, k as u64);
            assert_eq!(*quick(&mut rng, scope, &mut rooms), pool.map(|x| Quick::from(x)), "draw {k}");
        }
    }
}

/// The totals of a mechanism in machine words, with half for user 1 if `halved`; it has no placement.
#[derive(Debug)]
struct Known<'a> {
    pool: &'a Pool<Quick>,
    halved: bool,
    words: &'a dyn InWords<Cluster>,
}

impl InWords<Cluster> for Known<'_> {
    fn gets(&self, pool: &Pool<Quick>, gets: &mut Vec<Quick>) -> bool {
        if !self.words.gets(pool, gets) {
            return false;
        }
        if self.halved && std::ptr::eq(pool, self.pool) {
            gets[0] = gets[0] / Quick::int(2);
        }
        true
    }
}

/// Judges exactly the instances that screens examine; counts, by property, the cleared instances, and the instances
/// left open whose judgement is a violation. With `halved` user 1 gets half of its tasks, so that there are
/// violations.
fn cleared(scope: Scope, seed: u64, count: u64, halved: bool) -> BTreeMap<&'static str, [usize; 2]> {
    let mut counts = BTreeMap::<&str, [usize; 2]>::new();
    for pool in pools(scope, seed, count) {
        let words = pool.map(|x| Quick::from(x));
        for &mechanism in CLUSTER {
            let Some(_) = gets(mechanism, &words) else { continue };
            let Ok(mut outcome) = mechanism.allocate(&pool, &Patience::unlimited()) else {
                panic!("it is known in words")
            };
            if halved {
                outcome.tasks[0].iter_mut().for_each(|x| *x = &*x / Rational::int(2));
            }
            for &property in property::CLUSTER {
                let known = Known { pool: &words, halved, words: mechanism.in_words().unwrap() };
                let mut room = Vec::new();
                let patience = &Patience::unlimited();
                let mut look = Look { mechanism, words: &known, instance: &words, room: &mut room, patience };
                let said = property.clears(&mut look);
                let run =
                    Run { mechanism: mechanism.specification(), instance: &pool, outcome: outcome.clone() };
                let judged =
                    || match property.examine(&Hearing::of(mechanism, &run, &Patience::unlimited())).unwrap()
                    {
                        Verdict::Violated(_) if halved => None,
                        _ => Some(
                            (Cell { mechanism, property })
                                .judge_run(run.clone(), &Patience::unlimited())
                                .unwrap(),
                        ),
                    };
                let number = match (said, judged()) {
                    (Some(Cleared::Holds), Some(Judgement::Holds(_))) => 0,
                    (Some(Cleared::Tried(n)), Some(Judgement::Undecided(_, open))) if n == open.trials => 0,
                    (None, Some(Judgement::Violated(_)) | None) => 1,
                    (None, _) => continue,
                    (said, judged) => {
                        panic!("{} x {}: {said:?} {judged:?}: {pool:?}", mechanism.id(), property.id())
                    }
                };
                counts.entry(property.id()).or_default()[number] += 1;
            }
        }
    }
    counts.retain(|_, [cleared, _]| *cleared > 0);
    counts
}

const CLEARED: [&str; 10] = [
    "ef",
    "ef-aggregate",
    "feasible",
    "non-wasteful",
    "po",
    "population-monotone",
    "resource-monotone",
    "si",
    "sp",
    "sp-demand",
];

/// A search with screens loses no violation.
#[test]
fn what_words_clear_is_no_violation_in_full() {
    let scope = Scope { users: 3, servers: 2, resources: 2, max: 5, ..Scope::default() };
    let counts = cleared(scope, 64, 400, false);
    for id in CLEARED {
        assert!(counts.get(id).is_some_and(|[cleared, _]| *cleared > 20), "{id}: {counts:?}");
    }
    for id in ["ef-aggregate", "population-monotone", "resource-monotone", "si"] {
        assert!(counts[id][1] > 0, "{id}: {counts:?}");
    }
    let wide = Scope { users: 5, servers: 3, resources: 3, max: 9, ..Scope::default() };
    let halved = cleared(Scope { servers: 1, ..wide }, 65, 60, true);
    for id in ["ef", "ef-aggregate", "po", "si"] {
        assert!(halved.get(id).is_some_and(|[_, left]| *left > 20), "{id}: {halved:?}");
    }
}

/// A mechanism without machine words.
#[derive(Debug)]
struct WithoutWords(&'static dyn Mechanism<Cluster>);

impl Specification<Cluster> for WithoutWords {
    fn facts(&self) -> Facts<Setting> {
        Facts::of(self.0.id(), self.0.setting())
    }

    fn settles(&self, pool: &Pool) -> Settles {
        self.0.settles(pool)
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Result<(), Rejected> {
        self.0.check(pool, outcome, certificate)
    }
}

impl Mechanism<Cluster> for WithoutWords {
    fn page(&self) -> &'static str {
        self.0.page()
    }

    fn allocate(&self, pool: &Pool, patience: &Patience) -> Allocated<Cluster> {
        self.0.allocate(pool, patience)
    }
    fn certify(&self, pool: &Pool, outcome: &Placement, patience: &Patience) -> Certified<Cluster> {
        self.0.certify(pool, outcome, patience)
    }
}

/// Shares in proportion to the total reported demands: a user that reports more gets more.
#[derive(Debug)]
struct InProportion;

impl InProportion {
    fn tasks<S: Scalar>(pool: &Pool<S>) -> Vec<S> {
        let asked = |u: usize| sum(pool.demand[u].iter().cloned());
        let all = sum((0..pool.users()).map(asked));
        let fits = |u: usize| pool.gamma(u, 0) * asked(u) / &all;
        (0..pool.users()).map(|u| pool.capped(u, fits(u))).collect()
    }
}

impl Specification<Cluster> for InProportion {
    fn facts(&self) -> Facts<Setting> {
        Facts {
            settles: Settles::Outcome,
            ..Facts::of("in-proportion", CLUSTER.iter().find(|m| m.id() == "drf").unwrap().setting())
        }
    }

    fn check(&self, _: &Pool, _: &Placement, _: &Certificate) -> Result<(), Rejected> {
        Ok(())
    }
}

impl Mechanism<Cluster> for InProportion {
    fn allocate(&self, pool: &Pool, _patience: &Patience) -> Allocated<Cluster> {
        Ok(Placement { tasks: InProportion::tasks(pool).into_iter().map(|x| vec![x]).collect() })
    }

    fn abilities(&self) -> Abilities<'_, Cluster> {
        Abilities { words: Some(self), ..Abilities::none() }
    }
}

impl InWords<Cluster> for InProportion {
    fn gets(&self, pool: &Pool<Quick>, gets: &mut Vec<Quick>) -> bool {
        *gets = InProportion::tasks(pool);
        true
    }
}

/// The search for a lie takes an equal course in machine words: it ends at the exact lie, or after an equal number
/// of lies without gain.
#[test]
fn lies_in_words_are_the_exact_ones() {
    let scope = Scope { users: 3, servers: 2, resources: 2, max: 5, ..Scope::default() };
    let (mut pays, mut none) = (0, 0);
    for pool in pools(scope, 66, 60) {
        let known = CLUSTER.iter().filter(|m| gets(**m, &pool.map(|x| Quick::from(x))).is_some()).copied();
        let one = pool.servers() == 1 && pool.rate.is_none();
        for mechanism in known.chain(one.then_some(&InProportion as &dyn Mechanism<Cluster>)) {
            let plain = WithoutWords(mechanism);
            let Ok(outcome) = mechanism.allocate(&pool, &Patience::unlimited()) else {
                panic!("it is known in words")
            };
            assert!(Cluster::feasible(mechanism.setting(), &pool, &outcome).is_ok());
            for &property in property::CLUSTER.iter().filter(|p| p.id().starts_with("sp")) {
                let run =
                    Run { mechanism: mechanism.specification(), instance: &pool, outcome: outcome.clone() };
                let words = property.examine(&Hearing::of(mechanism, &run, &Patience::unlimited())).unwrap();
                let full = property.examine(&Hearing::of(&plain, &run, &Patience::unlimited())).unwrap();
                assert_eq!(words, full, "{} x {}: {pool:?}", mechanism.id(), property.id());
                match words {
                    Verdict::Violated(_) => pays += 1,
                    _ => none += 1,
                }
            }
        }
    }
    assert!(pays > 10 && none > 100, "{pays} {none}");
}

/// A history in machine words.
#[derive(Debug)]
struct Written(History<Quick>);

impl InWords<Arrivals> for Written {
    fn outcome(&self, _: &Sequence<Quick>) -> Option<History<Quick>> {
        Some(self.0.clone())
    }
}

/// Every property of a history with a screen, compared with its judgement: on the history, and with the last share
/// halved.
#[test]
fn screens_of_histories_agree_with_judgements() {
    let scope = Scope { users: 5, resources: 3, max: 9, ..Scope::default() };
    let mut counts = BTreeMap::<&str, [usize; 2]>::new();
    for sequence in instances::arrivals::stream(scope, 67).take(300) {
        let words = sequence.map(|x| Quick::from(x));
        for &mechanism in ARRIVALS {
            let Some(in_words) = mechanism.in_words() else { continue };
            let Some(Some(quick)) = Quick::exactly(|| in_words.outcome(&words)) else { continue };
            let outcome = mechanism.allocate(&sequence, &Patience::unlimited()).unwrap();
            for halved in [false, true] {
                let (mut quick, mut outcome) = (quick.clone(), outcome.clone());
                if halved {
                    let (last, words) =
                        (outcome.shares.last_mut().unwrap(), quick.shares.last_mut().unwrap());
                    last[0] = &last[0] / Rational::int(2);
                    words[0] = words[0] / Quick::int(2);
                }
                let run = Run { mechanism: mechanism.specification(), instance: &sequence, outcome };
                for &property in property::ARRIVALS.iter().filter(|p| p.id() != "sp" && p.id() != "feasible")
                {
                    let (history, mut room) = (Written(quick.clone()), Vec::new());
                    let patience = &Patience::unlimited();
                    let mut look =
                        Look { mechanism, words: &history, instance: &words, room: &mut room, patience };
                    let cleared = property.clears(&mut look);
                    let violated = match property
                        .examine(&Hearing::of(mechanism, &run, &Patience::unlimited()))
                        .unwrap()
                    {
                        Verdict::Holds => false,
                        Verdict::Violated(_) => true,
                        verdict => panic!("{}: {verdict:?}", property.id()),
                    };
                    if cleared.is_none() && !violated {
                        continue; // A number did not fit, or the screen knows nothing of the property.
                    }
                    assert_eq!(cleared, Cleared::holds(!violated), "{}: {run:?}", property.id());
                    counts.entry(property.id()).or_default()[usize::from(violated)] += 1;
                }
            }
        }
    }
    const SCREENED: [&str; 10] = [
        "agrees-with-lp",
        "def",
        "dpo",
        "dynamic-po",
        "dynamic-si",
        "ef",
        "irrevocable",
        "lemma-1",
        "lemma-2",
        "lemma-3",
    ];
    assert!(counts.keys().eq(&SCREENED), "{counts:?}");
    assert!(counts.values().all(|[kept, violated]| *kept > 100 && *violated > 0), "{counts:?}");
}
