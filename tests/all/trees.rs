//! Trees of queues: an independent derivation, files, shrinking, enumeration.

use std::collections::BTreeSet;

use fairwitness::instances::{self, Extras, Scope, draw_number};
use fairwitness::linear::{Halt, Patience};
use fairwitness::mechanism::{CLUSTER, certified};
use fairwitness::model::Model;
use fairwitness::model::cluster::tree::{Tree, path_text};
use fairwitness::model::cluster::{Cluster, Pool};
use fairwitness::model::refusal::Refusal;
use fairwitness::property::Hearing;
use fairwitness::property::evidence::{Run, Verdict, run_of};
use fairwitness::property::judge::Judgement;
use fairwitness::scalar::{Rational, Scalar};

use super::support::{cell, derived, mech, numbers, pool, pool_of, prop, r};

const TREES: [&str; 8] = [
    "hdrf",
    "hdrf-collapsed",
    "hdrf-naive",
    "hdrf-rescaled",
    "hdrf-tasks",
    "quota-tree",
    "quota-tree-over",
    "volcano-hdrf",
];

/// `tests/oracle/trees.py` uses numbers of tasks in place of vectors of queues, and restates Volcano's functions.
#[test]
fn agrees_with_the_independent_derivation() {
    let Some(cases) = derived("trees", &[]) else { return };
    let (mut trees, mut allocated, mut refused) = (0, 0, 0);
    for case in &cases {
        let name = case.get("name");
        let pool = pool(case.get("instance").expect("an instance"));
        trees += usize::from(pool.tree.is_some());
        for (id, expected) in case.get("expected").expect("expected values").fields() {
            match (mech(id).allocate(&pool, &Patience::unlimited()), expected.get("tasks")) {
                (Err(Halt::Failed(Refusal::OutOfDomain(_))), None) => refused += 1,
                (Ok(outcome), Some(tasks)) => {
                    assert_eq!(outcome.totals(), numbers(tasks), "{name:?}: {id}");
                    certified(mech(id), &pool, &outcome, &Patience::unlimited())
                        .unwrap_or_else(|e| panic!("{name:?}: {id}: {e}"));
                    allocated += 1;
                }
                (got, expected) => panic!("{name:?}: {id}: {got:?}, and {expected:?} is expected"),
            }
        }
    }
    assert!(trees > 800 && allocated > 6000 && refused > 50, "{trees} {allocated} {refused}");
}

/// Without queues: DRF, and DRF by whole tasks with ties by index.
#[test]
fn without_queues_it_is_drf() {
    let scope = Scope { users: 4, servers: 1, resources: 3, max: 9, ..Scope::default() };
    let (mut divisible, mut tasks) = (0, 0);
    for pool in instances::cluster::stream(scope, 32).take(600) {
        let flat =
            |id: &str| mech(id).allocate(&pool, &Patience::unlimited()).map(|outcome| outcome.totals());
        assert_eq!(flat("hdrf"), flat("drf"), "{pool:?}");
        divisible += 1;
        for id in ["hdrf-collapsed", "hdrf-naive", "hdrf-rescaled", "hdrf-tasks"] {
            assert_eq!(flat(id), flat("drf-tasks-skip-index"), "{id}: {pool:?}");
        }
        if let Ok(found) = flat("volcano-hdrf") {
            assert_eq!(Ok(found), flat("drf-tasks-skip-index"), "{pool:?}");
            tasks += 1;
        }
    }
    assert!(divisible > 500 && tasks > 200, "{divisible} {tasks}");
}

#[test]
fn other_mechanisms_refuse_queues() {
    let tree = pool_of("capacity = [[2, 2]]\ndemand = [[1, 1], [1, 2]]\npath = [\"a\", \"\"]\n");
    for mechanism in CLUSTER {
        match (mechanism.allocate(&tree, &Patience::unlimited()), mechanism.facts().takes_trees) {
            (Ok(_), true) => {}
            (Err(Halt::Failed(Refusal::OutOfDomain(why))), true) => {
                assert!(why.contains("queues and users"), "{why}");
            }
            (Err(Halt::Failed(Refusal::OutOfDomain(why))), false) => {
                assert!(why.contains("`path`"), "{}: {why}", mechanism.id());
            }
            (other, _) => panic!("{}: {other:?}", mechanism.id()),
        }
    }
    assert_eq!(CLUSTER.iter().filter(|m| m.facts().takes_trees).map(|m| m.id()).collect::<Vec<_>>(), TREES);
    let weighted = pool_of("capacity = [[2]]\ndemand = [[1], [1]]\nweight = [1, 2]\npath = [\"a\", \"a\"]\n");
    let Err(Halt::Failed(Refusal::OutOfDomain(why))) =
        mech("volcano-hdrf").allocate(&weighted, &Patience::unlimited())
    else {
        panic!("weights")
    };
    assert!(why.contains("weight 1"), "{why}");
    let large = pool_of("capacity = [[100000]]\ndemand = [[1]]\n");
    assert!(matches!(
        mech("hdrf-tasks").allocate(&large, &Patience::unlimited()),
        Err(Halt::Failed(Refusal::Undecided(_)))
    ));
    let many = pool_of(&format!("capacity = [[1]]\ndemand = [{}]\n", "[1], ".repeat(501)));
    for id in TREES.into_iter().filter(|id| !id.starts_with("quota")) {
        assert!(
            matches!(
                mech(id).allocate(&many, &Patience::unlimited()),
                Err(Halt::Failed(Refusal::Undecided(_)))
            ),
            "{id}"
        );
    }
}

/// The hierarchical share by hand: 2/3 of the whole for a, of which 3/4 are for a/b, and half of those for each
/// user.
#[test]
fn shares_multiply_along_the_path() {
    let pool = pool_of(
        "capacity = [[24, 24]]\ndemand = [[1, 0], [1, 1], [0, 1], [1, 0], [1, 0]]\ntasks = [\"inf\", \"inf\", \"inf\", \"inf\", 0]\n\
        path = [\"a/b\", \"a/b\", \"a\", \"\", \"c\"]\n[node-weight]\na = 2\n\"a/b\" = 3\nc = 100\n",
    );
    let outcome = mech("hdrf").allocate(&pool, &Patience::unlimited()).unwrap();
    let judge = |id: &str, tasks: [i64; 5]| {
        let outcome = fairwitness::model::cluster::Placement {
            tasks: tasks.iter().map(|x| vec![Rational::int(*x)]).collect(),
        };
        let run = Run { mechanism: mech("hdrf").specification(), instance: &pool, outcome };
        prop(id).examine(&Hearing::of(mech("hdrf"), &run, &Patience::unlimited())).unwrap()
    };
    // The entitlements are 1/4, 1/4, 1/6 and 1/3 of 24: user 5 has no task, and queue c does not count.
    assert_eq!(judge("si", [6, 6, 4, 8, 0]), Verdict::Holds);
    assert!(matches!(judge("si", [5, 6, 4, 8, 0]), Verdict::Violated(_)));
    assert!(matches!(judge("si", [6, 6, 3, 8, 0]), Verdict::Violated(_)));
    assert!(matches!(judge("si", [6, 6, 4, 7, 0]), Verdict::Violated(_)));
    // User 1 is compared with user 4 in the proportion 1/4 to 1/3.
    assert_eq!(judge("ef", [6, 6, 4, 8, 0]), Verdict::Holds);
    assert!(matches!(judge("ef", [6, 6, 4, 9, 0]), Verdict::Violated(_)));
    assert!(certified(mech("hdrf"), &pool, &outcome, &Patience::unlimited()).is_ok());
}

fn written(pool: &Pool) -> String {
    Cluster::write(pool).to_toml()
}

#[test]
fn files_print_back() {
    let text = "capacity = [[1, 2]]\ndemand = [[2, 1], [1, 0], [0, 1]]\npath = [\"eng/dev\", \"\", \"eng\"]\n\n\
        [node-weight]\neng = 2\n\"eng/dev\" = \"1/3\"\n";
    assert_eq!(written(&pool_of(text)), text);
    // Unnecessary fields are omitted.
    let plain = "capacity = [[1]]\ndemand = [[1], [1]]\n";
    assert_eq!(written(&pool_of(&format!("{plain}path = [\"\", \"\"]\n"))), plain);
    let one = "capacity = [[1]]\ndemand = [[1]]\npath = [\"a\"]\n";
    assert_eq!(written(&pool_of(&format!("{one}[node-weight]\na = 1\n"))), one);
    assert_eq!(pool_of(&format!("{plain}path = [\"\", \"\"]\n")).tree, None);
}

fn trees(users: usize, depth: i64, heaviest: i64, max: i64) -> Scope {
    let extras = Extras { trees: Some(depth), node_weights: Some(heaviest), ..Extras::default() };
    Scope { users, servers: 1, resources: 1, max, extras, ..Scope::default() }
}

/// With one kind of user: set partitions of the users and the root are Bell numbers, 2, 5, 15; two levels by hand for two users.
#[test]
fn every_tree_is_listed() {
    let shapes = |users, depth, heaviest| {
        let all = instances::cluster::enumerate_size(trees(users, depth, heaviest, 1));
        let ones = all.filter(|pool| {
            pool.capacity[0][0] == Rational::one() && pool.demand.iter().all(|d| d[0] == Rational::one())
        });
        let texts: Vec<String> = ones.map(|pool| written(&pool)).collect();
        assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), texts.len(), "each once");
        texts.len()
    };
    assert_eq!([shapes(1, 1, 1), shapes(2, 1, 1), shapes(3, 1, 1), shapes(4, 1, 1)], [2, 5, 15, 52]);
    // One user: "", a, a/a. Two users: both alone 1; one below 2 x 2; apart 2 x 2; together as many as two users with one level, 5.
    assert_eq!([shapes(1, 2, 1), shapes(2, 2, 1)], [3, 14]);
    // Every queue with weight 1 or 2: no queue 1, three trees of one queue, one of two.
    assert_eq!(shapes(2, 1, 2), 1 + 3 * 2 + 4);
}

#[test]
fn trees_are_drawn_only_where_they_are_asked_for() {
    let (with, without) = (trees(4, 2, 3, 4), Scope { servers: 1, ..Scope::default() });
    let (mut found, mut deep, mut heavy) = (0, 0, 0);
    for k in 0..500 {
        let pool: Pool = (instances::CLUSTER.draw)(&mut draw_number(32, k), with);
        let changed = (instances::CLUSTER.change)(&mut draw_number(33, k), with, &pool);
        for tree in [&pool, &changed].into_iter().filter_map(|pool| pool.tree.as_ref()) {
            found += 1;
            deep += usize::from(tree.depth() == 2);
            heavy += usize::from(tree.inner.iter().any(|node| node.weight > Rational::one()));
            assert!(tree.depth() <= 2 && tree.inner.iter().all(|node| node.weight <= Rational::int(3)));
        }
        assert_eq!((instances::CLUSTER.draw)(&mut draw_number(32, k), without).tree, None);
    }
    assert!(found > 500 && deep > 100 && heavy > 100, "{found} {deep} {heavy}");
}

/// The size of a tree: queues and lengths of paths, names that are no letters, and weights by bits and value.
fn size(tree: Option<&Tree>) -> (usize, usize, Vec<(u64, Rational)>) {
    let Some(tree) = tree else { return (0, 0, Vec::new()) };
    let length: usize = tree.paths().iter().map(Vec::len).sum();
    let plain = tree.renamed();
    let names = tree.inner.iter().zip(&plain.inner).filter(|(a, b)| a.name != b.name).count();
    let heavy = tree.inner.iter().map(|node| &node.weight).filter(|weight| **weight != Rational::one());
    let weight = |w: &Rational| (w.bits() + 2 * w.denominator().bits(), w.clone());
    (length + tree.inner.len(), names, heavy.map(weight).collect())
}

#[test]
fn steps_make_trees_smaller() {
    let pool = pool_of(
        "capacity = [[4]]\ndemand = [[1], [1], [1]]\npath = [\"eng/dev\", \"eng\", \"sci\"]\n[node-weight]\neng = 7\nsci = \"3/2\"\n",
    );
    let before = size(pool.tree.as_ref());
    let mut seen = BTreeSet::new();
    for smaller in Cluster::shrink(&pool) {
        let tree = smaller.tree.as_ref();
        let same_rest = Pool { tree: None, ..smaller.clone() } == Pool { tree: None, ..pool.clone() };
        if same_rest {
            let after = size(tree);
            let lighter = after.2.len() < before.2.len() || after.2 < before.2;
            let fewer = after.0 < before.0 || after.0 == before.0 && (after.1 < before.1 || lighter);
            assert!(fewer, "{smaller:?}");
        }
        let paths = tree.map_or_else(Vec::new, Tree::paths);
        seen.insert(paths.iter().map(|path| path_text(path)).collect::<Vec<_>>().join(" "));
    }
    for due in
        ["", "eng eng sci", "dev  sci", "eng/dev  sci", "eng/dev eng ", "a/a a b", "eng sci", "eng/dev eng"]
    {
        assert!(seen.contains(due), "`{due}` is not among {seen:?}");
    }
    // A chain of shrinking steps ends.
    let chain = std::iter::successors(Some(pool), |now| Cluster::shrink(now).last());
    assert!(chain.take(500).count() < 500);
}

/// If a user without siblings leaves, its queue is removed.
#[test]
fn queues_without_users_go() {
    let pool = pool_of(
        "capacity = [[4]]\ndemand = [[1], [1]]\npath = [\"a/b\", \"a\"]\n[node-weight]\na = 2\n\"a/b\" = 3\n",
    );
    let rest = Cluster::without(&pool, 0).unwrap();
    assert_eq!(written(&rest), "capacity = [[4]]\ndemand = [[1]]\npath = [\"a\"]\n\n[node-weight]\na = 2\n");
    let run = run_of(mech("hdrf"), &rest, &Patience::unlimited()).unwrap();
    assert_eq!(run.outcome.totals(), [r("4")]);
}

/// Queues a (two users) and b entitle the users to 1/4, 1/4 and 1/2 of four units, which is what each holds: parts by
/// weight alone would entitle each to 1/3.
#[test]
fn entitlements_side_by_side_do_not_speak_of_queues() {
    let pool = pool_of("capacity = [[4]]\ndemand = [[1], [1], [1]]\npath = [\"a\", \"a\", \"b\"]\n");
    for property in ["bbf", "bmf"] {
        let said = cell("hdrf", property).judge(&pool, &Patience::unlimited()).unwrap();
        assert!(matches!(&said, Judgement::OutOfScope(..)), "{property}: {said:?}");
    }
}
