//! Generators cover the fields of the models: every field is reached by random draws, by changes and by shrinking,
//! and enumerations over weights, limits and rates visit every instance exactly once.

use std::collections::{BTreeMap, BTreeSet};

use fairwitness::instances::{self, Scope};
use fairwitness::mechanism::Anonymous;
use fairwitness::model::Model;
use fairwitness::model::cluster::{Cluster, Pool, Weight};
use fairwitness::scalar::{Rational, Scalar};

fn draws(scope: &str, seed: u64, count: u64) -> Vec<Pool> {
    let scope: Scope = scope.parse().unwrap();
    (0..count).map(|k| instances::cluster::draw(&mut instances::draw_number(seed, k), scope)).collect()
}

/// The features that occur in an instance.
fn features(pool: &Pool) -> BTreeSet<String> {
    let mut seen = BTreeSet::from([
        format!("users {}", pool.users()),
        format!("servers {}", pool.servers()),
        format!("resources {}", pool.resources()),
    ]);
    let mut see = |name: &str, there: bool| {
        if there {
            seen.insert(name.to_string());
        }
    };
    match &pool.weight {
        Weight::User(w) => see("weights of users", w.iter().any(|w| *w != Rational::one())),
        Weight::Resource(w) => {
            see("weights by resource", true);
            see("weights that differ by resource", w.iter().any(|row| row.iter().any(|x| *x != row[0])));
        }
    }
    see("constraints", !pool.unconstrained());
    see("limits", pool.tasks.iter().any(Option::is_some));
    see("no tasks", pool.tasks.iter().flatten().any(Scalar::is_zero));
    see("rates", pool.rate.is_some());
    see("a rate of zero", pool.rate.iter().flatten().flatten().any(Scalar::is_zero));
    see("demands in parts", pool.demand.iter().flatten().any(|x| !x.is_integer()));
    see("capacities in parts", pool.capacity.iter().flatten().any(|x| !x.is_integer()));
    see("a demand of zero", pool.demand.iter().flatten().any(Scalar::is_zero));
    see("a capacity of zero", pool.capacity.iter().flatten().any(Scalar::is_zero));
    let large = |x: &Rational| *x > Rational::int(1 << 53);
    see("beyond floats", pool.demand.iter().chain(&pool.capacity).flatten().any(large));
    seen
}

fn counted(pools: &[Pool]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for name in pools.iter().flat_map(features) {
        *counts.entry(name).or_default() += 1;
    }
    counts
}

const FIELDS: [&str; 12] = [
    "weights of users",
    "weights by resource",
    "weights that differ by resource",
    "constraints",
    "limits",
    "no tasks",
    "rates",
    "a rate of zero",
    "demands in parts",
    "capacities in parts",
    "a demand of zero",
    "a capacity of zero",
];

#[test]
fn draws_reach_every_field() {
    let counts = counted(&draws("default,users=6,servers=3,resources=3,max=20", 71, 10_000));
    for name in FIELDS {
        assert!(counts.get(name).is_some_and(|count| *count > 40), "{name}: {counts:?}");
    }
    for size in 2..=6 {
        assert!(counts[&format!("users {size}")] > 1_000, "{counts:?}");
    }
    for (kind, size) in (1..=3).flat_map(|size| [("servers", size), ("resources", size)]) {
        assert!(counts[&format!("{kind} {size}")] > 1_000, "{counts:?}");
    }
    assert!(!counts.contains_key("beyond floats"));
    let large = counted(&draws("users=4,servers=2,resources=2,max=1000000000000000000", 72, 1_000));
    assert!(large["beyond floats"] > 900, "{large:?}");
}

/// Features outside the scope do not occur in random instances, and features that the scope names occur often.
#[test]
fn draws_keep_to_the_scope() {
    let bare = "weights=1,resource-weights=0,limits=0,rates=0,parts=1,eligible=all";
    let counts = counted(&draws(bare, 73, 5_000));
    for name in FIELDS.iter().filter(|name| !name.ends_with("of zero")) {
        assert!(!counts.contains_key(*name), "{name}: {counts:?}");
    }
    for (asked, field) in [
        ("rates=3", "rates"),
        ("resource-weights=3", "weights by resource"),
        ("limits=3", "limits"),
        ("parts=3", "demands in parts"),
    ] {
        let pools = draws(asked, 74, 2_000);
        assert!(counted(&pools)[field] > 600, "{asked}: {:?}", counted(&pools));
        let most = Rational::int(3);
        let kept = |pool: &Pool| {
            let weights = match &pool.weight {
                Weight::User(w) => w.iter().all(|w| *w <= most),
                Weight::Resource(w) => w.iter().flatten().all(|w| *w <= most),
            };
            (asked != "resource-weights=3" || weights)
                && (asked != "rates=3" || pool.rate.iter().flatten().flatten().all(|x| *x <= most))
                && (asked != "limits=3" || pool.tasks.iter().flatten().all(|x| *x <= most))
                && pool.demand.iter().flatten().all(|x| asked != "parts=3" || x.bits() < 6)
        };
        assert!(pools.iter().all(kept), "{asked}");
    }
    assert!(!counted(&draws("weights=user", 75, 3_000)).contains_key("weights by resource"));
    // Owners occur if the scope names them, with weights that follow from the contributions.
    assert!(draws(bare, 73, 1_000).iter().all(|pool| pool.owner.is_none()));
    let owned = draws("owners=all", 73, 2_000);
    assert!(owned.iter().all(|pool| pool.owner.is_some() && pool.users() <= pool.servers()));
    assert!(owned.iter().all(Pool::weights_follow_owners));
    for wrong in
        ["rates=-1", "parts=0", "eligible=some", "weights=0", "resource-weights=x", "limit=3", "owners=any"]
    {
        assert!(wrong.parse::<Scope>().is_err(), "{wrong}");
    }
    let text = "users=3,servers=2,resources=2,max=4,weights=2,resource-weights=3,limits=1,rates=2,owners=all,trees=0,demands=any,zeros=yes,eligible=all,parts=5";
    assert_eq!(text.parse::<Scope>().unwrap().to_string(), text);
}

/// Changes do not introduce features outside the scope.
#[test]
fn changes_keep_to_the_scope() {
    let bare = "users=3,servers=3,resources=2,max=4,weights=1,resource-weights=0,limits=0,rates=0,parts=1,eligible=all";
    let scope: Scope = bare.parse().unwrap();
    let mut pool = instances::cluster::stream(scope, 78).find(|p| p.servers() == 3).unwrap();
    for k in 0..5_000 {
        pool = instances::cluster::change(&mut instances::draw_number(79, k), scope, &pool);
        assert!(pool.unconstrained(), "{k}: {pool:?}");
    }
}

/// Changes one after another from a plain instance; differences between parent and child are counted by field.
#[test]
fn changes_reach_every_field() {
    let scope: Scope = "default,users=4,servers=2,resources=2,max=9".parse().unwrap();
    let mut counts = BTreeMap::<&str, usize>::new();
    let mut pool =
        instances::cluster::stream(scope, 76).find(|p| p.users() == 4 && p.servers() == 2).unwrap();
    for k in 0..10_000 {
        let child = instances::cluster::change(&mut instances::draw_number(77, k), scope, &pool);
        let same = (child.users(), child.servers(), child.resources())
            == (pool.users(), pool.servers(), pool.resources());
        let changed = [
            ("capacity", child.capacity != pool.capacity),
            ("demand", child.demand != pool.demand),
            ("eligible", child.eligible != pool.eligible),
            ("weight", matches!(child.weight, Weight::User(_)) && child.weight != pool.weight),
            (
                "weight by resource",
                matches!(child.weight, Weight::Resource(_)) && child.weight != pool.weight,
            ),
            ("tasks", child.tasks != pool.tasks),
            ("rate", child.rate != pool.rate),
            ("no rate", pool.rate.is_some() && child.rate.is_none()),
            (
                "parts",
                child.demand.iter().flatten().filter(|x| !x.is_integer()).count()
                    > pool.demand.iter().flatten().filter(|x| !x.is_integer()).count(),
            ),
        ];
        for (name, _) in changed.iter().filter(|(_, there)| *there && same) {
            *counts.entry(name).or_default() += 1;
        }
        assert_eq!(
            Cluster::read(&fairwitness::document::Node::new("child", &Cluster::write(&child))).unwrap(),
            child
        );
        pool = child;
        if k % 100 == 99 {
            pool = instances::cluster::draw(&mut instances::draw_number(78, k), scope);
        }
    }
    for name in [
        "capacity",
        "demand",
        "eligible",
        "weight by resource",
        "weight",
        "tasks",
        "rate",
        "no rate",
        "parts",
    ] {
        assert!(counts.get(name).is_some_and(|count| *count > 20), "{name}: {counts:?}");
    }
}

/// Every field can be simplified alone.
#[test]
fn shrinking_reaches_every_field() {
    let row = |row: [i64; 2]| row.map(Rational::int).to_vec();
    let mut pool = Pool::new(vec![row([6, 9]), row([5, 4])], vec![row([3, 2]), row([2, 5])]);
    pool.weight = Weight::Resource(vec![row([1, 3]), row([2, 1])]);
    pool.eligible[0][1] = false;
    pool.tasks[1] = Some(Rational::int(4));
    pool.rate = Some(vec![row([3, 2]), row([4, 3])]);
    let alone = |differs: &dyn Fn(&Pool) -> bool, back: &dyn Fn(&mut Pool)| {
        let steps = Cluster::shrink(&pool).filter(|step| differs(step));
        let mut others = steps.map(|mut step| {
            back(&mut step);
            step
        });
        others.any(|step| step == pool)
    };
    assert!(alone(&|p| p.capacity != pool.capacity, &|p| p.capacity.clone_from(&pool.capacity)));
    assert!(alone(&|p| p.demand != pool.demand, &|p| p.demand.clone_from(&pool.demand)));
    assert!(alone(&|p| p.eligible != pool.eligible, &|p| p.eligible.clone_from(&pool.eligible)));
    assert!(alone(&|p| p.users() == 2 && p.tasks != pool.tasks && p.tasks[1].is_some(), &|p| p
        .tasks
        .clone_from(&pool.tasks)));
    assert!(alone(&|p| p.users() == 2 && p.tasks[1].is_none(), &|p| p.tasks.clone_from(&pool.tasks)));
    assert!(alone(&|p| p.rate.is_none(), &|p| p.rate.clone_from(&pool.rate)));
    assert!(alone(&|p| p.rate.is_some() && p.rate != pool.rate, &|p| p.rate.clone_from(&pool.rate)));
    let by_resource = |p: &Pool| matches!(p.weight, Weight::Resource(_)) && p.weight != pool.weight;
    assert!(alone(&by_resource, &|p| p.weight.clone_from(&pool.weight)));
    assert!(alone(&|p| matches!(p.weight, Weight::User(_)), &|p| p.weight.clone_from(&pool.weight)));
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let smaller = permutations(n - 1);
    smaller.iter().flat_map(|p| (0..n).map(move |at| [&p[..at], &[n - 1], &p[at..]].concat())).collect()
}

/// The images of an instance under all renamings.
fn orbit(pool: &Pool) -> BTreeSet<String> {
    let pick = |row: &[Rational], by: &[usize]| by.iter().map(|&k| row[k].clone()).collect::<Vec<_>>();
    let mut found = BTreeSet::new();
    for users in permutations(pool.users()) {
        for servers in permutations(pool.servers()) {
            for resources in permutations(pool.resources()) {
                let mut other = pool.clone();
                other.capacity = servers.iter().map(|&i| pick(&pool.capacity[i], &resources)).collect();
                other.demand = users.iter().map(|&u| pick(&pool.demand[u], &resources)).collect();
                let may = |u: usize| servers.iter().map(|&i| pool.eligible[u][i]).collect();
                other.eligible = users.iter().map(|&u| may(u)).collect();
                other.tasks = users.iter().map(|&u| pool.tasks[u].clone()).collect();
                other.weight = match &pool.weight {
                    Weight::User(w) => Weight::User(pick(w, &users)),
                    Weight::Resource(w) => {
                        Weight::Resource(users.iter().map(|&u| pick(&w[u], &resources)).collect())
                    }
                };
                if let Some(rate) = &pool.rate {
                    other.rate = Some(users.iter().map(|&u| pick(&rate[u], &servers)).collect());
                }
                found.insert(format!("{other:?}"));
            }
        }
    }
    found
}

/// Orbits are disjoint, and their sizes sum to the number of instances of the scope.
fn once_up_to_renaming(scope: &str, total: usize) {
    let scope: Scope = scope.parse().unwrap();
    let mut seen = BTreeSet::new();
    let mut met = 0;
    for pool in instances::cluster::enumerate(scope, Anonymous::ALL) {
        let orbit = orbit(&pool);
        met += orbit.len();
        assert!(!seen.contains(orbit.first().unwrap()), "{pool:?} is met twice");
        seen.extend(orbit);
    }
    assert_eq!(met, total, "{scope}");
}

#[test]
fn enumerations_of_weights_limits_and_rates_meet_everything_once() {
    // Entries are 0 or 1, demands never all zero; each user has a non-empty set of servers, a weight of 1 or 2, and no limit
    // or one of 0 or 1.
    let (mut limited, mut rated) = (0, 0);
    for users in 1..=2u32 {
        for servers in 1..=2u32 {
            for resources in 1..=2u32 {
                let capacities = 2usize.pow(servers * resources);
                let sets = 2usize.pow(servers) - 1;
                let demands = 2usize.pow(resources) - 1;
                limited += capacities * (demands * sets * 2 * 3).pow(users);
                // Every user is eligible everywhere, a weight of 1 or 2 per resource, and rates of 0 or 1 for all or
                // none.
                let weights = 2usize.pow(resources);
                let own = demands * weights;
                // Weights of 1 for each user are a second way to write equal weights.
                let both = |rated: usize| (own * rated).pow(users) + (demands * rated).pow(users);
                rated += capacities * (both(1) + both(sets));
            }
        }
    }
    once_up_to_renaming("users=2,servers=2,resources=2,max=1,weights=2,limits=1", limited);
    once_up_to_renaming("users=2,servers=2,resources=2,max=1,resource-weights=2,rates=1,eligible=all", rated);
    let whole: Scope = "max=4".parse().unwrap();
    for (pool, inside) in draws("default,max=4", 82, 2_000).iter().map(|pool| (pool, features(pool))) {
        let more = FIELDS
            .iter()
            .any(|name| !name.ends_with("of zero") && *name != "constraints" && inside.contains(*name));
        let plain = !more && pool.owner.is_none();
        assert_eq!(instances::CLUSTER.contains(whole, pool), plain, "{pool:?}");
    }
}

#[test]
fn arrivals_and_stocks_reach_every_field() {
    let scope: Scope = "default,agents=6,resources=3,max=9".parse().unwrap();
    let sequences: Vec<_> = instances::arrivals::stream(scope, 79).take(10_000).collect();
    let absent = sequences.iter().filter(|s| s.agents > s.steps()).count();
    assert!(absent > 1_000, "{absent}");
    let changed = sequences.iter().enumerate().map(|(k, sequence)| {
        instances::arrivals::change(&mut instances::draw_number(80, k as u64), scope, sequence)
    });
    assert!(changed.filter(|s| s.agents > s.steps()).count() > 1_000);
    let scope: Scope = "default,tasks=4,resources=12,max=9".parse().unwrap();
    let stocks: Vec<_> = instances::covering::stream(scope, 81).take(10_000).collect();
    let count = |there: &dyn Fn(&fairwitness::model::covering::Stock) -> bool| {
        stocks.iter().filter(|s| there(s)).count()
    };
    let one = Rational::one();
    assert!(count(&|s| s.resources() >= 10) > 1_000);
    assert!(count(&|s| s.cost.iter().any(|c| *c < one)) > 500);
    assert!(count(&|s| s.cost.iter().any(|c| *c <= Rational::new(1, 100))) > 100);
    assert!(count(&|s| s.size.iter().any(|x| *x != one)) > 500);
    assert!(count(&|s| s.cost.iter().any(|c| !c.is_integer())) > 1_000);
    assert!(count(&|s| s.demand.iter().any(|d| *d != s.demand[0])) > 500);
}
