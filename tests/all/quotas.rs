//! Division among queues with floors and caps: stated sides, YARN's search by bisection, promises, files.

use fairwitness::desk::audit::{Asked, audit};
use fairwitness::document::Document;
use fairwitness::instances::{self, Scope, draw_number};
use fairwitness::linear::{Patience, Stop};
use fairwitness::mechanism::CLUSTER;
use fairwitness::model::Model;
use fairwitness::model::cluster::division::{Terms, divided, over_quota};
use fairwitness::model::cluster::{Cluster, Hierarchy, Pool, Setting};
use fairwitness::property::evidence::run_of;
use fairwitness::property::judge::Judgement;
use fairwitness::scalar::{Rational, Scalar};
use rand::RngExt;

use super::support::{cell, mech, pool_of, prop, r};

fn totals(id: &str, text: &str) -> Vec<Rational> {
    mech(id).allocate(&pool_of(text), &Patience::unlimited()).unwrap().totals()
}

/// The examples of the pages, and a queue of weight zero, which has its floor until others are served.
#[test]
fn stated_examples() {
    let three = "capacity = [[12]]\ndemand = [[1], [1], [1]]\npath = [\"eng\", \"sci\", \"\"]\n";
    let queues = "[queue.eng]\nfloor = [6]\n[queue.sci]\nweight = 3\ncap = [4]\n";
    assert_eq!(totals("quota-tree", &format!("{three}{queues}")), [r("6"), r("4"), r("2")]);
    let two = "capacity = [[12]]\ndemand = [[1], [1]]\npath = [\"eng\", \"sci\"]\n";
    let floor = "[queue.eng]\nfloor = [6]\n";
    assert_eq!(totals("quota-tree", &format!("{two}{floor}")), [r("6"), r("6")]);
    assert_eq!(totals("quota-tree-over", &format!("{two}{floor}")), [r("9"), r("3")]);
    let none = "[queue.eng]\nweight = 0\nfloor = [2]\n";
    assert_eq!(totals("quota-tree", &format!("{two}{none}")), [r("2"), r("10")]);
    let few = "capacity = [[12]]\ndemand = [[1], [1]]\ntasks = [12, 3]\npath = [\"eng\", \"sci\"]\n";
    assert_eq!(totals("quota-tree", &format!("{few}{none}")), [r("9"), r("3")]);
    assert_eq!(totals("quota-tree-over", &format!("{few}{none}")), [r("2"), r("3")]);
    let like = "capacity = [[2, 4], [6, 12]]\ndemand = [[1, 1], [1, 1]]\npath = [\"a\", \"\"]\n";
    let spread = mech("quota-tree").allocate(&pool_of(like), &Patience::unlimited()).unwrap();
    assert_eq!(spread.tasks, [[r("1"), r("3")], [r("1"), r("3")]]);
    let unlike = "capacity = [[2, 4], [6, 11]]\ndemand = [[1, 1], [1, 1]]\npath = [\"a\", \"\"]\n";
    assert!(mech("quota-tree").allocate(&pool_of(unlike), &Patience::unlimited()).is_err());
}

/// YARN's `ComputeFairShares`, restated: the level is found by 25 halvings, and shares are truncated.
fn bisected(amount: i64, among: &[Terms<Rational>]) -> Vec<f64> {
    let number = |x: &Rational| x.to_f64();
    let share = |terms: &Terms<Rational>, level: f64| {
        let share = (number(&terms.weight) * level).max(number(&terms.floor));
        terms.cap.as_ref().map_or(share, |cap| share.min(number(cap)))
    };
    let used = |level: f64| among.iter().map(|terms| share(terms, level)).sum::<f64>();
    let (mut low, mut high) = (0.0, 1.0);
    while used(high) < amount as f64 && high < 1e6 {
        high *= 2.0;
    }
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        if used(middle) < amount as f64 { low = middle } else { high = middle }
    }
    among.iter().map(|terms| share(terms, high)).collect()
}

/// Random terms among siblings.
fn terms(k: u64) -> (i64, Vec<Terms<Rational>>) {
    let mut rng = draw_number(91, k);
    let many = rng.random_range(1..=5);
    let mut one = || {
        let cap: Option<i64> = (rng.random_range(0..3) > 0).then(|| rng.random_range(0..=9));
        let floor = rng.random_range(0..=3i64).min(cap.unwrap_or(9));
        Terms {
            weight: Rational::int(rng.random_range(0..=3)),
            floor: Rational::int(floor),
            cap: cap.map(Rational::int),
        }
    };
    let among: Vec<Terms<Rational>> = (0..many).map(|_| one()).collect();
    (draw_number(92, k).random_range(0..=20), among)
}

/// What determines the level: all is used or every cap is reached, and no child above its floor has more for its weight
/// than a child below its cap. With weights above zero and floors that fit, bisection comes to the same.
#[test]
fn divisions_are_those_of_one_level() {
    let (mut bisections, mut scaled) = (0, 0);
    for k in 0..4000 {
        let (amount, among) = terms(k);
        let all = Rational::int(amount);
        let parts = divided(&all, &among);
        let sum = |rows: &[Rational]| rows.iter().fold(Rational::zero(), |all, x| all + x);
        let floors: Vec<Rational> = among.iter().map(|t| t.floor.clone()).collect();
        let open = |j: usize| among[j].cap.as_ref().is_none_or(|cap| parts[j] < *cap);
        if sum(&floors) > all {
            assert_eq!(sum(&parts), all, "{k}");
            scaled += 1;
            continue;
        }
        assert!((0..parts.len()).all(|j| parts[j] >= floors[j]), "{k}");
        assert!((0..parts.len()).all(|j| among[j].cap.as_ref().is_none_or(|cap| parts[j] <= *cap)), "{k}");
        assert!(sum(&parts) == all || (sum(&parts) < all && !(0..parts.len()).any(open)), "{k}: {among:?}");
        for i in (0..parts.len()).filter(|&i| parts[i] > floors[i]) {
            for j in (0..parts.len()).filter(|&j| open(j)) {
                let (wi, wj) = (&among[i].weight, &among[j].weight);
                assert!(&parts[i] * wj <= &parts[j] * wi, "{k}: {amount} {among:?} {parts:?}");
                assert!(wi.is_positive() || wj.is_positive() || parts[i] <= parts[j], "{k}");
            }
        }
        if among.iter().all(|t| t.weight.is_positive()) {
            for (exact, near) in parts.iter().zip(bisected(amount, &among)) {
                assert!((exact.to_f64() - near).abs() < 1e-6, "{k}: {amount} {among:?} {parts:?}");
            }
            bisections += 1;
        }
        let over = over_quota(&all, &among);
        for i in (0..over.len()).filter(|&i| over[i] > floors[i]) {
            for j in (0..over.len()).filter(|&j| among[j].cap.as_ref().is_none_or(|cap| over[j] < *cap)) {
                let above = |k: usize| &over[k] - &floors[k];
                assert!(above(i) * &among[j].weight <= above(j) * &among[i].weight, "{k}");
            }
        }
    }
    assert!(bisections > 500 && scaled > 100, "{bisections} {scaled}");
}

/// With one resource, and floors that fit, no demand of another queue breaks a promise, and nothing is left that a
/// queue may take. The entitlements of an audit are the parts of the rule without demands.
#[test]
fn promises_hold_on_one_resource() {
    let scope: Scope =
        "users=4,servers=1,resources=1,max=6,weights=3,limits=6,trees=2,node-weights=3,quotas=6,parts=3"
            .parse()
            .unwrap();
    let patience = Patience::unlimited();
    let mut held = std::collections::BTreeMap::<(&str, &str), usize>::new();
    for k in 0..3000 {
        let pool: Pool = instances::cluster::draw(&mut draw_number(5, k), scope);
        for id in ["quota-tree", "quota-tree-over"] {
            let run = run_of(mech(id), &pool, &patience).unwrap();
            let floors = pool.tree.iter().flat_map(|tree| &tree.inner).any(|node| !node.floor.is_empty());
            let kept = cell(id, "floors-kept").judge(&pool, &patience).unwrap();
            let scaled = floors && matches!(kept, Judgement::OutOfScope(..));
            for property in ["feasible", "floors-kept", "caps-kept", "si", "hier-share", "po"] {
                if (scaled || id == "quota-tree-over") && ["si", "hier-share", "po"].contains(&property) {
                    continue;
                }
                match cell(id, property).judge(&pool, &patience).unwrap() {
                    Judgement::Violated(found) => {
                        panic!("{id} {property} {k}: {} {pool:?} {:?}", found.margin, run.outcome)
                    }
                    Judgement::Holds(_) => *held.entry((id, property)).or_default() += 1,
                    _ => {}
                }
            }
        }
    }
    assert!(held.len() == 9 && held.values().all(|count| *count > 200), "{held:?}");
}

/// Two departments of equal weight: resources that are divided one by one leave a department below its share if its
/// users need different ones.
#[test]
fn departments_may_lack_their_share_on_two_resources() {
    let text = "capacity = [[4, 4]]\ndemand = [[4, 1], [1, 4], [1, 1]]\npath = [\"a\", \"a\", \"b\"]\n";
    let judged = cell("quota-tree", "hier-share").judge(&pool_of(text), &Patience::unlimited()).unwrap();
    assert!(matches!(judged, Judgement::Violated(_)), "{judged:?}");
}

/// The case that added up two definitions: 3, 3 and 6 of 12 is the division by the tree, and the entitlement of each
/// user in the audit. With a floor for queue p both change alike.
#[test]
fn the_audit_entitles_to_the_parts_of_the_rule() {
    let tree = "capacity = [[12]]\ndemand = [[1], [1], [1]]\ntasks = [12, 12, 12]\nrunning = [[3], [3], [6]]\n\
                users = [\"p1\", \"p2\", \"q1\"]\npath = [\"p\", \"p\", \"\"]\n";
    for (queue, due) in [("", ["3", "3", "6"]), ("[queue.p]\nfloor = [8]\n", ["4", "4", "4"])] {
        let pool = pool_of(&format!("{tree}{queue}"));
        let due = due.map(r);
        assert_eq!(mech("quota-tree").allocate(&pool, &Patience::unlimited()).unwrap().totals(), due);
        let asked = Asked {
            limits: &Default::default(),
            properties: &[prop("si")],
            whole: None,
            repairs: true,
            next: false,
            envy: true,
            time: std::time::Duration::from_secs(5),
            stop: &Stop::default(),
        };
        let found = audit(&pool, &asked).unwrap();
        let entitled: Vec<Rational> = found.users.iter().map(|user| user.entitled.clone()).collect();
        assert_eq!(entitled, due, "{queue}");
        assert!(found.users.iter().any(|user| user.short.is_positive()) != queue.is_empty());
    }
}

/// 20 CPUs, and 10 each for p and q by weight. The queues of p may take 2 each; with terms of its own p is entitled to its 10
/// all the same, and q to no more than 10, but a run leaves nothing idle. Beside a cap of 5 a queue of weight zero takes the
/// other 15, and with terms of its own it is entitled to its floor of 3.
#[test]
fn own_terms_keep_what_children_cannot_take() {
    let p = "capacity = [[20]]\ndemand = [[1], [1], [1]]\npath = [\"p/a\", \"p/b\", \"\"]\n\
             queue = { OWN\"p/a\" = { cap = [2] }, \"p/b\" = { cap = [2] } }\n";
    let z = "capacity = [[20]]\ndemand = [[1], [1]]\npath = [\"z\", \"y\"]\n\
             queue = { z = { weight = 0, floor = [3]OWN }, y = { cap = [5] } }\n";
    for (text, own, shares, run) in [
        (p, "", ["2", "2", "16"].as_slice(), ["2", "2", "16"].as_slice()),
        (p, "p = { own-terms = true }, ", &["2", "2", "10"], &["2", "2", "16"]),
        (z, "", &["15", "5"], &["15", "5"]),
        (z, ", own-terms = true", &["3", "5"], &["15", "5"]),
    ] {
        let pool = pool_of(&text.replace("OWN", own));
        let tree = Hierarchy::of(&pool, Setting::WHOLE);
        let all = tree.shares(&pool, 0);
        let due: Vec<Rational> = tree.leaf.iter().map(|&leaf| &all[leaf] * Rational::int(20)).collect();
        let of = |list: &[&str]| list.iter().map(|x| r(x)).collect::<Vec<_>>();
        assert_eq!((due, totals("quota-tree", &text.replace("OWN", own))), (of(shares), of(run)), "{own}");
        let written = Cluster::write(&pool);
        assert_eq!(Cluster::read(&fairwitness::document::Node::new("q.toml", &written)).unwrap(), pool);
        let judged = cell("quota-tree", "hier-share").judge(&pool, &Patience::unlimited()).unwrap();
        assert!(matches!(judged, Judgement::Holds(_)), "{judged:?}");
    }
}

#[test]
fn files_of_queues() {
    let parse = |text: &str| Document::parse("q.toml", text).and_then(|d| Cluster::read(&d.node()));
    let one = "capacity = [[4, 4]]\ndemand = [[1, 1], [1, 0]]\npath = [\"eng/dev\", \"\"]\n\n\
               [queue]\neng = { weight = 0, floor = [1, 0] }\n\"eng/dev\" = { cap = [\"inf\", 2] }\n";
    let pool = parse(one).unwrap();
    let again = Cluster::write(&pool);
    assert_eq!(Cluster::read(&fairwitness::document::Node::new("q.toml", &again)).unwrap(), pool);
    let base = "capacity = [[4]]\ndemand = [[1]]\npath = [\"a\"]\n";
    for (queue, why) in [
        ("[queue.b]\nfloor = [1]\n", "no path in `path` goes through `b`"),
        ("[queue.a]\nfloor = [1, 2]\n", "resource"),
        ("[queue.a]\nfloor = [3]\ncap = [2]\n", "above its cap"),
        ("[queue.a]\ncaps = [2]\n", "caps"),
        ("[queue.a]\nown-terms = 1\n", "must be true or false"),
        ("[queue.a]\nweight = 2\n[node-weight]\na = 2\n", "node-weight"),
    ] {
        let error = parse(&format!("{base}{queue}")).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
    let floor = pool_of(&format!("{base}[queue.a]\nfloor = [3]\n"));
    for mechanism in CLUSTER.iter().filter(|m| !m.facts().takes_quotas) {
        assert!(mechanism.allocate(&floor, &Patience::unlimited()).is_err(), "{}", mechanism.id());
    }
}
