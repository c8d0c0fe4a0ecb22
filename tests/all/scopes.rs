//! Laws of scopes: what a text names is what every path shows.

use std::collections::BTreeSet;

use fairwitness::document::{Document, InputError};
use fairwitness::instances::{self, Instances, Scope, draw_number};
use fairwitness::linear::Stop;
use fairwitness::mechanism::Anonymous;
use fairwitness::model::Model;
use fairwitness::model::cluster::{Pool, Weight};
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::search::{Budget, Limits};
use fairwitness::workbench::{Bench, CellReport, Plan, model};
use rand::RngExt as _;
use serde_json::Value as Json;

use super::listed::{Words, every};

/// A random text of a scope that names some of the parts.
fn text(k: u64) -> String {
    let mut rng = draw_number(91, k);
    let sizes = ["users", "servers", "resources", "max"].map(|name| (name, 1, 3));
    let parts = [
        ("capacity", 1, 3),
        ("weights", 1, 3),
        ("resource-weights", 0, 2),
        ("limits", 0, 2),
        ("rates", 0, 2),
        ("trees", 0, 2),
        ("node-weights", 1, 2),
        ("quotas", 0, 3),
        ("parts", 1, 3),
        ("priorities", 0, 2),
    ];
    let mut words: Vec<String> = Vec::new();
    for (name, least, most) in sizes.into_iter().chain(parts) {
        let number: u8 = rng.random_range(least..=most);
        if rng.random_range(0..3) == 0 || name == "max" {
            words.push(format!("{name}={number}"));
        }
    }
    let choices = [
        ("owners", ["none", "some", "all"]),
        ("demands", ["any", "positive", "any"]),
        ("eligible", ["any", "all", "any"]),
    ];
    for (name, values) in choices {
        let value = values[rng.random_range(0..3)];
        if rng.random_range(0..3) == 0 {
            words.push(format!("{name}={value}"));
        }
    }
    words.join(",")
}

#[test]
fn a_printed_scope_typed_again_is_the_scope() {
    for k in 0..1_000 {
        let scope: Scope = text(k).parse().unwrap();
        let printed = scope.to_string();
        assert_eq!(printed.parse::<Scope>().unwrap(), scope, "{printed}");
        for name in ["weights", "resource-weights", "limits", "rates", "owners", "trees", "zeros", "eligible"]
        {
            assert!(printed.contains(&format!(",{name}=")), "{printed} does not name {name}");
        }
        let open: Scope = format!("default,{}", text(k)).parse().unwrap();
        assert_eq!(open.to_string().parse::<Scope>().unwrap(), open, "{open}");
    }
    assert_eq!("default".parse::<Scope>().unwrap(), Scope::default());
    assert_eq!(Scope::default().to_string(), "default");
    let one_word: Scope = "default,users=2".parse().unwrap();
    assert_eq!(one_word, Scope { users: 2, ..Scope::default() });
}

#[test]
fn no_part_of_a_scope_is_passed_over() {
    for (scope, other) in [
        ("agents=2,users=3", "`agents=2` and `users=3`"),
        ("servers=2,queues=2", "`servers=2` and `queues=2`"),
        ("tasks=1,max=2,workloads=2", "`tasks=1` and `workloads=2`"),
        ("zeros=no,demands=any", "`zeros=no` and `demands=any`"),
        ("demands=positive,zeros=yes", "`demands=positive` and `zeros=yes`"),
        ("sizes=unit,zeros=no", "`sizes=unit` and `zeros=no`"),
        ("resource-weights=2,weights=user", "`resource-weights=2` and `weights=user`"),
    ] {
        let error = scope.parse::<Scope>().unwrap_err().to_string();
        assert!(error.starts_with(other), "{scope}: {error}");
    }
    for scope in ["weights=user,demands=positive", "demands=positive,weights=user", "zeros=no,weights=user"] {
        let both: Scope = scope.parse().unwrap();
        assert_eq!(both, "weights=3,resource-weights=0,demands=positive".parse().unwrap(), "{scope}");
    }
}

/// Draws, and changes of them, lie in random scopes.
fn stays<M: Model>(source: &Instances<M>) {
    for k in 0..1_000 {
        let scope: Scope = text(k).parse().unwrap();
        let mut rng = draw_number(92, k);
        let mut instance = (source.draw)(&mut rng, scope);
        for _ in 0..4 {
            let why = source.outside(scope, &instance);
            assert_eq!(why, None, "{} {scope}: {instance:?}", M::ID);
            instance = source.changed(&mut rng, scope, &instance);
        }
        let fresh = (source.spelled)(Scope::default());
        let drawn = (source.draw)(&mut rng, Scope::default());
        assert_eq!(source.outside(fresh, &drawn), None, "{} {fresh}: {drawn:?}", M::ID);
    }
}

#[test]
fn draws_and_changes_lie_in_the_scope() {
    stays(&instances::ARRIVALS);
    stays(&instances::CLUSTER);
    stays(&instances::COHORT);
    stays(&instances::COVERING);
}

/// A value of each word that is not the plain one.
const UNLIKE: [&str; 21] = [
    "users=1",
    "servers=3",
    "resources=1",
    "max=3",
    "capacity=2",
    "weights=2",
    "weights=user",
    "resource-weights=2",
    "limits=2",
    "rates=2",
    "owners=some",
    "owners=all",
    "trees=1",
    "trees=1,node-weights=2",
    "trees=1,quotas=2",
    "demands=positive",
    "zeros=no",
    "sizes=unit",
    "eligible=all",
    "parts=3",
    "priorities=2",
];

/// Each word changes the set of instances, or is refused with all words that the model reads. Returns the refused ones.
fn refused<M: Model>(source: &Instances<M>) -> Vec<&'static str> {
    let drawn = |scope: Scope| (0..400).map(move |k| (source.draw)(&mut draw_number(94, k), scope));
    let refused = UNLIKE.into_iter().filter(|text| {
        let plain: Scope = text.rsplit_once(',').map_or(Scope::PLAIN, |(rest, _)| rest.parse().unwrap());
        let scope: Scope = text.parse().unwrap();
        // Draws of two models are integers; half of each number is not.
        let halves = || {
            drawn(plain).filter_map(|instance| {
                let numbers = (source.numbers)(plain, &instance).into_iter();
                (source.with_numbers)(
                    &instance,
                    &numbers.map(|n| n.value / Rational::int(2)).collect::<Vec<_>>(),
                )
            })
        };
        let changes = || {
            drawn(plain).any(|instance| !source.contains(scope, &instance))
                || drawn(scope)
                    .chain(halves())
                    .any(|instance| source.contains(scope, &instance) && !source.contains(plain, &instance))
        };
        match source.reads_all(scope) {
            Ok(()) => {
                assert!(changes(), "{} {text}", M::ID);
                false
            }
            Err(error) => {
                let (error, word) = (error.to_string(), text.split(',').next().unwrap());
                // Both words are printed for one hypothesis, this one first.
                let word = if word == "zeros=no" { "demands=positive" } else { word };
                assert!(error.contains(&format!("`{word}`")), "{text}: {error}");
                assert!(source.reads.iter().all(|word| error.contains(word)), "{text}: {error}");
                true
            }
        }
    });
    refused.collect()
}

#[test]
fn a_word_of_a_scope_that_the_model_does_not_read_is_refused() {
    // From `weights=2` to `owners=all`, and the words of trees.
    let (cluster, trees) = (&UNLIKE[5..12], &UNLIKE[12..15]);
    let one_pool = [&["servers=3", "capacity=2"][..], cluster, trees].concat();
    let sequences = [&one_pool[..], &["sizes=unit", "eligible=all", "priorities=2"]].concat();
    let stocks = [&one_pool[..], &["demands=positive", "zeros=no", "eligible=all", "priorities=2"]].concat();
    let cohorts = [&cluster[2..], trees, &["sizes=unit", "eligible=all"]].concat();
    assert_eq!(refused(&instances::ARRIVALS), sequences);
    assert_eq!(refused(&instances::COVERING), stocks);
    assert_eq!(refused(&instances::COHORT), cohorts);
    assert_eq!(refused(&instances::CLUSTER), ["sizes=unit", "priorities=2"]);
}

/// The printed scope of each mechanism's default search is read again.
#[test]
fn the_scope_that_a_mechanism_prints_is_read_again() {
    for bench in fairwitness::workbench::models() {
        let property = bench.properties()[0].id;
        for mechanism in bench.mechanisms() {
            let report = ask(*bench, mechanism.id, property, "random", "default", 1).unwrap();
            let printed = report.searched.scope.unwrap().to_string();
            let again = ask(*bench, mechanism.id, property, "random", &printed, 1).unwrap();
            assert_eq!(again.searched.scope, report.searched.scope, "{}", mechanism.id);
        }
    }
}

/// The instances of random scopes, written down by code that shares nothing with the engine: what is listed in every order is
/// all of them, and what is drawn is one of them.
fn same_set<M: Model>(source: &Instances<M>, least: usize) {
    let mut compared = 0;
    for k in 0..60 {
        let words = Words::drawn(&mut draw_number(93, k), M::ID);
        let scope: Scope = (source.spelled)(words.text().parse().unwrap());
        let Some(all) = every(&words, 1_000) else { continue };
        let written = |json: Json| {
            let document = Document::parse("instance.json", &json.to_string()).unwrap();
            M::write(&M::read(&document.node().without(&["model"])).unwrap()).to_toml()
        };
        let all: BTreeSet<String> = all.into_iter().map(written).collect();
        if (source.listable)(scope) {
            let listed: Vec<String> =
                (source.enumerate)(scope, Anonymous::NONE).map(|one| M::write(&one).to_toml()).collect();
            assert_eq!(listed.len(), all.len(), "{} {scope}", M::ID);
            assert_eq!(BTreeSet::from_iter(listed), all, "{} {scope}", M::ID);
            compared += 1;
        }
        for k in 0..200 {
            let drawn = (source.draw)(&mut draw_number(93, k), scope);
            assert!(all.contains(&M::write(&drawn).to_toml()), "{} {scope}: {drawn:?}", M::ID);
        }
    }
    assert!(compared > least, "{}: {compared} scopes", M::ID);
}

#[test]
fn what_is_listed_or_drawn_is_what_the_scope_says() {
    same_set(&instances::ARRIVALS, 10);
    same_set(&instances::CLUSTER, 10);
    same_set(&instances::COHORT, 5);
    same_set(&instances::COVERING, 10);
}

fn search(mechanism: &str, property: &str, strategy: &'static str, scope: &str, budget: u64) -> CellReport {
    ask(model("cluster").unwrap(), mechanism, property, strategy, scope, budget).unwrap()
}

fn ask(
    bench: &dyn Bench,
    mechanism: &str,
    property: &str,
    strategy: &'static str,
    scope: &str,
    budget: u64,
) -> Result<CellReport, InputError> {
    let plan = Plan { strategy, scope: scope.parse().unwrap(), seed: 0, archive: Vec::new() };
    let stop = Stop::new();
    let limits = Limits { budget: Budget::instances(budget), threads: 2, stop: &stop, progress: &|_| {} };
    bench.search(mechanism, property, &plan, &limits)
}

/// An instance is in the set of questions that was asked.
#[test]
fn answers_lie_in_the_scope_that_was_asked() {
    let cells =
        [("tsf", "bf"), ("tsf", "si"), ("seq-minmax", "ef1-own"), ("drf-tasks", "si"), ("c-drfh", "bf")];
    let mut found = 0;
    for (k, (mechanism, property)) in (0..60).zip(cells.into_iter().cycle()) {
        let scope: Scope = text(1_000 + k).parse().unwrap();
        let extras = instances::Extras { trees: Some(0), priorities: Some(0), ..scope.extras };
        let scope = Scope { extras, ..scope };
        for strategy in ["auto", "random", "mutate", "climb"] {
            let report = search(mechanism, property, strategy, &scope.to_string(), 300);
            assert_eq!(report.searched.scope, Some(scope));
            let Some(instance) = &report.instance else { continue };
            let fields = instance.fields().iter().filter(|(name, _)| name != "model").cloned().collect();
            let root = fairwitness::document::Value::Table(fields);
            let pool =
                fairwitness::model::cluster::Cluster::read(&fairwitness::document::Node::new("found", &root));
            let why = instances::CLUSTER.outside(scope, &pool.unwrap());
            assert_eq!(why, None, "{mechanism} {property} {strategy} {scope}");
            found += 1;
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn weights_of_one_are_equal_weights() {
    let one = Rational::one;
    let mut pool = Pool::new(vec![vec![one()]], vec![vec![one()], vec![one()]]);
    let scope: Scope = "weights=1,parts=3".parse().unwrap();
    assert!(instances::CLUSTER.contains(scope, &pool));
    pool.weight = Weight::User(vec![one(), Rational::new(1, 2)]);
    assert!(!instances::CLUSTER.contains(scope, &pool));
    pool.weight = Weight::Resource(vec![vec![one()], vec![Rational::int(3)]]);
    assert_eq!(instances::CLUSTER.outside(scope, &pool).unwrap(), "weights per user and resource");
}
