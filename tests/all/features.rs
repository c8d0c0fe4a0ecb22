//! The table of features and properties in `properties/README.md`: what a feature of an instance means to each
//! property, compared with what the checks of witnesses do.

use std::collections::BTreeMap;

use chacha20::ChaCha8Rng;
use fairwitness::instances::draw_number;
use fairwitness::linear::Patience;
use fairwitness::mechanism::CLUSTER;
use fairwitness::model::cluster::{Cluster, Placement, Pool, Running, Tree, Weight};
use fairwitness::model::refusal::Rejected;
use fairwitness::property;
use fairwitness::property::evidence::{Run, Witness};
use fairwitness::property::judge::{Finding, Ruled};
use fairwitness::scalar::{Rational, Scalar as _};
use rand::RngExt as _;

use super::support::{mech, root};

const FEATURES: [&str; 9] = [
    "trees",
    "weights",
    "weights per resource",
    "limits",
    "rates",
    "whole tasks",
    "count",
    "owners",
    "running",
];

fn some(rng: &mut ChaCha8Rng, least: i64, most: i64) -> Rational {
    Rational::int(rng.random_range(least..=most))
}

fn matrix(rng: &mut ChaCha8Rng, rows: usize, columns: usize, least: i64, most: i64) -> Vec<Vec<Rational>> {
    (0..rows).map(|_| (0..columns).map(|_| some(rng, least, most)).collect()).collect()
}

/// The instance with the feature.
fn with(rng: &mut ChaCha8Rng, feature: &str, pool: &Pool) -> Pool {
    let (users, servers, resources) = (pool.users(), pool.servers(), pool.resources());
    let mut pool = pool.clone();
    match feature {
        "trees" => {
            // User 2 stands beside the queue of the others.
            let path = |u| if u == 1 { Vec::new() } else { vec!["a".to_string()] };
            let paths: Vec<_> = (0..users).map(path).collect();
            pool.tree = Tree::of(&paths, |_| Rational::one());
        }
        "quotas" => {
            let mut tree = Tree::of(&vec![vec!["a".to_string()]; users], |_| Rational::one());
            for node in tree.iter_mut().flat_map(|tree| &mut tree.inner) {
                node.floor = vec![Rational::one(); resources];
                node.cap = vec![Some(Rational::int(2)); resources];
            }
            pool.tree = tree;
        }
        "weights" => {
            pool.weight = Weight::User(matrix(rng, 1, users, 1, 9).remove(0));
        }
        "weights per resource" => pool.weight = Weight::Resource(matrix(rng, users, resources, 1, 3)),
        "limits" => pool.tasks = (0..users).map(|_| Some(some(rng, 0, 6) / Rational::int(2))).collect(),
        "rates" => pool.rate = Some(matrix(rng, users, servers, 1, 3)),
        "count" => pool.set_count(vec![2; servers]),
        "owners" => pool.owner = Some((0..servers).map(|i| Some(i % users)).collect()),
        "running" => pool.running = Some(Running::of(&matrix(rng, users, servers, 0, 1))),
        _ => {}
    }
    pool
}

/// The witnesses of every kind that may concern the instance, with random parts.
fn witnesses(rng: &mut ChaCha8Rng, pool: &Pool) -> Vec<Witness<Cluster>> {
    let (users, servers) = (pool.users(), pool.servers());
    let mut placed = |most| Placement { tasks: matrix(rng, users, servers, 0, most) };
    let report = |user: usize| {
        let mut report = pool.truth(user);
        match user {
            0 => report.demand = vec![Rational::one(); pool.resources()],
            1 if servers > 1 => report.eligible[0] = false,
            _ => report.rate = pool.rate.as_ref().map(|_| vec![Rational::one(); servers]),
        }
        report
    };
    let mut found = vec![Witness::Outcome, Witness::Better(placed(2))];
    found.push(Witness::Collusion(vec![(0, report(0)), (1, report(1))]));
    for u in 0..users {
        let other = (u + 1) % users;
        found.push(Witness::Agent(u));
        found.push(Witness::Envy { envious: u, envied: other });
        found.push(Witness::Complaint { by: u, instead: placed(2) });
        found.push(Witness::Misreport { by: u, report: report(u) });
        found.push(Witness::Collusion(vec![(u, report(u))]));
        found.push(Witness::Departure { leaves: other, loses: u });
        found.push(Witness::Sibling { instance: pool.clone(), loses: u });
        found.extend([1, 2].map(|depth| Witness::Node { agent: u, depth }));
        found.push(Witness::State { waits: u, running: placed(1) });
    }
    found
}

/// The reason why nothing is said of the run.
fn outside(said: &Result<Rational, Rejected>) -> bool {
    matches!(said, Err(Rejected::OutOfScope(_) | Rejected::Refused(_)))
}

/// The margin of the witness, `None` if it is judged invalid.
fn margin(said: &Result<Rational, Rejected>) -> Option<&Rational> {
    match said {
        Ok(margin) | Err(Rejected::NoViolation(margin)) => Some(margin),
        Err(_) => None,
    }
}

/// What the feature means to the check of the property: `out` of scope, `read`, or `none` where margins are as
/// without the feature. The mechanisms are those of each division that the property is defined for.
fn meant(property: &dyn property::Property<Cluster>, feature: &str) -> &'static str {
    let defined = |id: &&&str| property.never_of(mech(id).specification()).is_none();
    let base = ["drf", "ps-dsf-tdm", "hdrf-naive"].iter().find(defined).unwrap();
    let (plain, featured) = match feature {
        "rates" => ("ps-dsf-tdm", "ps-dsf-tdm"),
        "whole tasks" => (*base, "hdrf-naive"),
        _ => (*base, *base),
    };
    if !defined(&&featured) {
        return "out";
    }
    if feature == "count" && mech(base).setting().whole {
        // The servers are written out before whole tasks are placed.
        return "none";
    }
    let needed = match property.id() {
        "hier-share" | "no-starvation" => "trees",
        "si-contributed" => "owners",
        "caps-kept" | "floors-kept" => "quotas",
        _ => "",
    };
    // A queue without floors and caps is nothing to a property of floors and caps.
    let feature = if (needed, feature) == ("quotas", "trees") { needed } else { feature };
    let (mut out, mut inside, mut differs) = (0, 0, 0);
    for k in 0..300 {
        let rng = &mut draw_number(7, k);
        let (users, servers) = (rng.random_range(2..=3), rng.random_range(1..=2));
        let resources = rng.random_range(1..=2);
        let pool = Pool::new(matrix(rng, servers, resources, 1, 9), matrix(rng, users, resources, 1, 3));
        let mut pool = if needed == feature { pool } else { with(rng, needed, &pool) };
        let mut more = with(rng, feature, &pool);
        if feature == "count" {
            pool = Pool { count: Vec::new(), ..more.clone() };
        }
        if property.id() == "si-contributed" && feature != "weights" {
            for pool in [&mut pool, &mut more] {
                if let (Some(weights), true) = (pool.contributed_weights(), feature != "weights per resource")
                {
                    pool.weight = Weight::User(weights);
                }
            }
        }
        let outcome = Placement { tasks: matrix(rng, users, servers, 0, 2) };
        for witness in witnesses(rng, &more) {
            let second = witness.other(&more).map(|other| {
                let mut tasks = matrix(rng, other.users(), servers, 0, 2);
                for (u, i) in (0..other.users()).flat_map(|u| (0..servers).map(move |i| (u, i))) {
                    if !other.runs_on(u, i) {
                        tasks[u][i] = Rational::zero();
                    }
                }
                Placement { tasks }
            });
            let said = |instance: &Pool, id: &str| {
                let (mechanism, mut witness) = (mech(id).specification(), witness.clone());
                if let Witness::Sibling { instance: larger, .. } = &mut witness {
                    larger.clone_from(instance);
                    larger.capacity[0][0] = &larger.capacity[0][0] + Rational::one();
                }
                property.confirm(
                    &Run { mechanism, instance, outcome: outcome.clone() },
                    &witness,
                    second.as_ref(),
                )
            };
            let (before, after) = (said(&pool, plain), said(&more, featured));
            if outside(&before) && needed != feature {
                continue;
            }
            out += usize::from(outside(&after));
            inside += usize::from(margin(&after).is_some());
            differs += usize::from(margin(&before) != margin(&after));
        }
    }
    match (out + inside, inside, differs) {
        (0, ..) => "?",
        (_, 0, _) => "out",
        (_, _, 0) => "none",
        _ => "read",
    }
}

/// The table of the page: the word of each property under each feature.
fn table() -> BTreeMap<String, Vec<String>> {
    let page = std::fs::read_to_string(root().join("properties/README.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| ["));
    let cells =
        |row: &str| row.trim_matches('|').split('|').map(|x| x.trim().to_string()).collect::<Vec<_>>();
    let row = |row: &str| {
        let mut cells = cells(row);
        let id = cells.remove(0);
        (id[1..id.find(']').unwrap()].to_string(), cells)
    };
    rows.map(row).collect()
}

#[test]
fn the_table_of_features_says_what_the_checks_do() {
    let mut found = BTreeMap::new();
    for property in property::CLUSTER.iter().filter(|property| property.id() != "ends") {
        let words: Vec<String> = FEATURES.iter().map(|f| meant(*property, f).to_string()).collect();
        found.insert(property.id().to_string(), words);
    }
    let row = |(id, words): (&String, &Vec<String>)| {
        format!("| [{id}](cluster/{id}.md) | {} |\n", words.join(" | "))
    };
    let due: String = found.iter().map(row).collect();
    assert!(table() == found, "{due}");
}

/// A property that is out of scope under a feature says so of the outcome of every mechanism that takes the feature,
/// and of every other feature some mechanism's outcome is judged.
#[test]
fn verdicts_keep_to_the_table_of_features() {
    let (table, patience) = (table(), Patience::unlimited());
    let mut judged = BTreeMap::new();
    for k in 0..4 {
        for (at, feature) in FEATURES.iter().enumerate() {
            let rng = &mut draw_number(8, k);
            let resources = rng.random_range(1..=2);
            let base = Pool::new(matrix(rng, 1, resources, 1, 9), matrix(rng, 3, resources, 1, 3));
            let pool = with(rng, feature, &base);
            let takes =
                |whole: bool| if *feature == "count" { !whole } else { whole || *feature != "whole tasks" };
            for &mechanism in CLUSTER.iter().filter(|m| takes(m.setting().whole)) {
                let Ok(ruled) = Ruled::of(mechanism, &pool, &patience) else { continue };
                for property in property::CLUSTER.iter().filter(|p| table.contains_key(p.id())) {
                    let out = table[property.id()][at] == "out";
                    let said = ruled.judge(*property, &patience).unwrap();
                    let about =
                        format!("{feature}, {}, {}: {pool:?}: {said:?}", mechanism.id(), property.id());
                    let inside = matches!(said, Finding::Holds | Finding::Violated(..));
                    assert!(!(out && inside), "{about}");
                    *judged.entry((property.id(), at)).or_insert(false) |= out || inside;
                }
            }
        }
    }
    assert!(judged.values().filter(|seen| **seen).count() > 200, "{judged:?}");
}
