//! One pool: prices, bottlenecks of which no other user has more, bounds of irrational outcomes, and servers that users
//! contributed. All numbers are derived by hand.

use fairwitness::linear::Patience;
use fairwitness::mechanism::Settles;
use fairwitness::model::Model;
use fairwitness::model::cluster::{Certificate, Cluster, Placement, Pool};
use fairwitness::model::refusal::Rejected;
use fairwitness::scalar::Scalar;
use fairwitness::specification::cluster::ceei::Enclosure;

use super::support::{mech, pool_of, r, rows};

fn placed(tasks: &[&str]) -> Placement {
    Placement { tasks: tasks.iter().map(|x| vec![r(x)]).collect() }
}

fn checked(mechanism: &str, pool: &Pool, tasks: &[&str], certificate: &Certificate) -> Result<(), Rejected> {
    let (mechanism, outcome) = (mech(mechanism), placed(tasks));
    Cluster::feasible(mechanism.setting(), pool, &outcome)?;
    mechanism.check(pool, &outcome, certificate)
}

fn prices(of: &[&str]) -> Certificate {
    Certificate::Prices(of.iter().map(|x| r(x)).collect())
}

fn stops(of: &[Option<usize>]) -> Certificate {
    Certificate::Bottlenecks(of.iter().map(|stop| vec![*stop]).collect())
}

const GHODSI: &str = "capacity = [[9, 18]]\ndemand = [[1, 4], [3, 1]]\n";

/// Both resources are full at (45/11, 18/11), and user 1 spends 45/11 (1/10 + 4/180) = 1/2.
#[test]
fn prices_show_the_competitive_allocation_and_no_other() {
    let pool = pool_of(GHODSI);
    let said = |tasks: &[&str], of: &[&str]| checked("ceei", &pool, tasks, &prices(of)).is_ok();
    let fair = ["45/11", "18/11"];
    assert!(said(&fair, &["1/10", "1/180"]));
    for wrong in [
        ["1/10", "1/181"],
        ["1/11", "1/180"],
        ["0", "1/18"],
        ["1/9", "0"],
        // Every user spends half at (-1/10, ..): a price below zero.
        ["-1/10", "19/180"],
        // Prices of twice the money.
        ["1/5", "1/90"],
    ] {
        assert!(!said(&fair, &wrong), "{wrong:?}");
    }
    assert!(!said(&fair, &["1/10"]) && !said(&fair, &["1/10", "1/180", "0"]));
    assert!(!said(&["4", "18/11"], &["1/10", "1/180"]) && !said(&["45/11", "1"], &["1/10", "1/180"]));
    // DRF's allocation fills resource 1 alone: at 1/9 a unit user 1 would pay 1/3.
    assert!(!said(&["3", "2"], &["1/9", "0"]));
    assert!(checked("ceei", &pool, &fair, &Certificate::Rule).is_err());
    assert!(checked("ceei", &pool, &fair, &stops(&[Some(1), Some(0)])).is_err());
    // Resource 2 is not full, so it has no price, although every user could pay one.
    let loose = pool_of("capacity = [[2, 4]]\ndemand = [[1, 1], [1, 1]]\n");
    assert!(checked("ceei", &loose, &["1", "1"], &prices(&["1/2", "0"])).is_ok());
    assert!(checked("ceei", &loose, &["1", "1"], &prices(&["1/4", "1/8"])).is_err());
    // A user that cannot run has no money; if no user can run there is no money.
    let without = pool_of("capacity = [[2, 0]]\ndemand = [[1, 0], [1, 1]]\n");
    assert!(checked("ceei", &without, &["2", "0"], &prices(&["1/2", "0"])).is_ok());
    assert!(checked("ceei", &without, &["1", "0"], &prices(&["1/4", "0"])).is_err());
    let nobody = pool_of("capacity = [[0]]\ndemand = [[1]]\n");
    assert!(checked("ceei", &nobody, &["0"], &prices(&["0"])).is_ok());
    assert!(checked("ceei", &nobody, &["0"], &prices(&["1"])).is_err(), "nothing has no price");
    // Money by weight: 2 and 1 of 3.
    let weighed = pool_of("capacity = [[3]]\ndemand = [[1], [1]]\nweight = [2, 1]\n");
    assert!(checked("ceei", &weighed, &["2", "1"], &prices(&["1/3"])).is_ok());
    assert!(checked("ceei", &weighed, &["3/2", "3/2"], &prices(&["1/3"])).is_err());
}

/// Capacities (1, 1), demands (1, 3), (2, 1), (3, 1): 12 m^2 = 7, and m = 0.7637..
#[test]
fn bounds_of_irrational_tasks_are_shown_by_signs() {
    let pool = pool_of("capacity = [[1, 1]]\ndemand = [[1, 3], [2, 1], [3, 1]]\n");
    let between = |low: &str, high: &str| Enclosure { resources: (0, 1), low: r(low), high: r(high) };
    let bounds = between("7637/10000", "7638/10000").accepted(&pool).unwrap();
    for (low, high) in &bounds {
        assert!(low.is_positive() && low < high && high - low < r("1/1000"), "{low} {high}");
    }
    // User 1 runs 1 / (3 (3 - 2m)): between m = 0.7637 and 0.7638.
    assert_eq!(bounds[0], (r("5000/22089"), r("2500/11043")));
    for (low, high) in [
        ("7638/10000", "7639/10000"),
        ("1/10", "7637/10000"),
        ("0", "1"),
        ("7638/10000", "7637/10000"),
        ("1/2", "2"),
        ("0", "7638/10000"),
        ("7637/10000", "1"),
    ] {
        assert!(between(low, high).accepted(&pool).is_err(), "{low} {high}");
    }
    for resources in [(0, 0), (0, 2), (2, 1)] {
        assert!(Enclosure { resources, ..between("7637/10000", "7638/10000") }.accepted(&pool).is_err());
    }
    // A third resource: of capacity 2 it holds all tasks, of capacity 1 it does not; as a copy of resource 1 it is
    // exactly full.
    let third = |part: &str| {
        let text = format!("capacity = [[1, 1, {part}]]\ndemand = [[1, 3, 3], [2, 1, 3], [3, 1, 3]]\n");
        between("7637/10000", "7638/10000").accepted(&pool_of(&text)).is_ok()
    };
    assert!(third("2") && !third("1"));
    let copy = pool_of("capacity = [[1, 1, 2]]\ndemand = [[1, 3, 2], [2, 1, 4], [3, 1, 6]]\n");
    assert!(between("7637/10000", "7638/10000").accepted(&copy).is_ok());
    let mixed = pool_of("capacity = [[1, 1, 2]]\ndemand = [[1, 3, 4], [2, 1, 3], [3, 1, 4]]\n");
    assert!(between("7637/10000", "7638/10000").accepted(&mixed).is_ok(), "the sum of the two");
    let more = pool_of("capacity = [[1, 1, 2]]\ndemand = [[1, 3, 4], [2, 1, 3], [3, 1, 5]]\n");
    assert!(between("7637/10000", "7638/10000").accepted(&more).is_err());
    // User 1 has at most 2500/11043 tasks: a third resource that only user 1 demands may be exactly full.
    let full = |capacity: &str| {
        let text =
            format!("capacity = [[1, 1, {capacity}]]\ndemand = [[1, 3, 11043], [2, 1, 0], [3, 1, 0]]\n");
        between("7637/10000", "7638/10000").accepted(&pool_of(&text)).is_ok()
    };
    assert!(full("2500") && !full("2499"));
    // User 4 would buy neither of the two resources.
    let free = pool_of("capacity = [[1, 1, 1]]\ndemand = [[1, 3, 0], [2, 1, 0], [3, 1, 0], [0, 0, 1]]\n");
    assert!(between("7637/10000", "7638/10000").accepted(&free).is_err());
    assert!(
        between("1/3", "1/2")
            .accepted(&pool_of("capacity = [[1, 1]]\ndemand = [[1, 1]]\ntasks = [1]\n"))
            .is_err()
    );
}

/// At (45/11, 18/11) user 1 holds 10/11 of resource 2 and user 2 holds 6/11 of resource 1, each more than the other.
#[test]
fn bottlenecks_of_which_nobody_holds_more() {
    let pool = pool_of(GHODSI);
    let said = |tasks: &[&str], of: &[Option<usize>]| checked("bmf", &pool, tasks, &stops(of)).is_ok();
    let fair = ["45/11", "18/11"];
    assert!(said(&fair, &[Some(1), Some(0)]));
    for wrong in
        [[Some(0), Some(0)], [Some(1), Some(1)], [None, Some(0)], [Some(1), None], [Some(2), Some(0)]]
    {
        assert!(!said(&fair, &wrong), "{wrong:?}");
    }
    assert!(!said(&["3", "2"], &[Some(0), Some(0)]) && !said(&["4", "18/11"], &[Some(1), Some(0)]));
    assert!(checked("bmf", &pool, &fair, &prices(&["1/10", "1/180"])).is_err());
    // All resources are full at (a, b, a) with 4a + b = 1, and each user has its own bottleneck while 2a <= b <= 3a.
    let many = pool_of("capacity = [[1, 1, 1]]\ndemand = [[3, 2, 1], [1, 1, 1], [1, 2, 3]]\n");
    let own = stops(&[Some(0), Some(1), Some(2)]);
    for tasks in [["1/7", "3/7", "1/7"], ["2/13", "5/13", "2/13"], ["1/6", "1/3", "1/6"]] {
        assert!(checked("bmf", &many, &tasks, &own).is_ok(), "{tasks:?}");
    }
    for tasks in [["1/8", "1/2", "1/8"], ["1/5", "1/5", "1/5"]] {
        assert!(checked("bmf", &many, &tasks, &own).is_err(), "{tasks:?}");
    }
    assert_eq!(mech("bmf").settles(&many), Settles::Nothing);
    let finite = pool_of("capacity = [[3]]\ndemand = [[1], [1]]\ntasks = [1, \"inf\"]\n");
    assert!(checked("bmf", &finite, &["1", "2"], &stops(&[None, Some(0)])).is_ok());
    assert!(checked("bmf", &finite, &["1", "2"], &stops(&[Some(0), Some(0)])).is_err());
    assert!(checked("bmf", &finite, &["1/2", "5/2"], &stops(&[None, Some(0)])).is_err());
    // Per weight: 2 and 1 of 3.
    let weighed = pool_of("capacity = [[3]]\ndemand = [[1], [1]]\nweight = [2, 1]\n");
    assert!(checked("bmf", &weighed, &["2", "1"], &stops(&[Some(0), Some(0)])).is_ok());
    assert!(checked("bmf", &weighed, &["3/2", "3/2"], &stops(&[Some(0), Some(0)])).is_err());
}

/// Assets of a task are 1/3 and 7/18: at (63/25, 54/25) both users have 21/25, and resource 1 is full.
#[test]
fn assets_are_equal_where_a_resource_stops_all() {
    let pool = pool_of(GHODSI);
    let said = |tasks: &[&str], of: &[Option<usize>]| checked("asset-fair", &pool, tasks, &stops(of)).is_ok();
    assert!(said(&["63/25", "54/25"], &[Some(0), Some(0)]));
    assert!(!said(&["63/25", "54/25"], &[Some(1), Some(0)]) && !said(&["63/25", "54/25"], &[None, Some(0)]));
    assert!(!said(&["3", "2"], &[Some(0), Some(0)]) && !said(&["45/11", "18/11"], &[Some(1), Some(0)]));
}

/// Owners are written back as they were read, and are removed with a user that leaves.
#[test]
fn owners_are_data() {
    let pool = pool_of("capacity = [[1], [2], [3]]\ndemand = [[1], [1], [1]]\nowner = [2, 0, \"none\"]\n");
    let written = Cluster::write(&pool);
    let read = Cluster::read(&fairwitness::document::Node::new("instance", &written)).unwrap();
    assert_eq!(read, pool);
    let left = Cluster::without(&pool, 0).unwrap();
    assert_eq!(left.owner, Some(vec![Some(1), None, None]));
    assert!(Cluster::shrink(&pool).any(|smaller| smaller.owner.is_none()));
    assert!(Cluster::shrink(&pool).any(|smaller| smaller.owner == Some(vec![None, Some(0), None])));
    assert!(Cluster::shrink(&pool).any(|smaller| smaller.owner == Some(vec![Some(2), Some(0)])));
    // Weights that follow from contributions are derived again as the instance shrinks.
    let weighed = pool_of("capacity = [[4], [1]]\ndemand = [[1], [1]]\nweight = [4, 1]\nowner = [0, 1]\n");
    assert!(weighed.weights_follow_owners());
    let smaller: Vec<Pool> =
        Cluster::shrink(&weighed).filter(|p| p.contributed_weights().is_some()).collect();
    assert!(!smaller.is_empty() && smaller.iter().all(Pool::weights_follow_owners));
}

/// Slices of half of both servers: user 1 has room for 2 and 1 tasks, and one task of its own, which it may run anywhere there.
#[test]
fn slices_are_filled_as_far_as_there_are_tasks() {
    let pool = pool_of("capacity = [[4], [2]]\ndemand = [[1], [1]]\ntasks = [1, \"inf\"]");
    let of = |tasks: &[&[&str]]| {
        mech("uniform").check(&pool, &Placement { tasks: rows(tasks) }, &Certificate::Rule).is_ok()
    };
    assert!(of(&[&["2/3", "1/3"], &["2", "1"]]) && of(&[&["0", "1"], &["2", "1"]]));
    assert!(!of(&[&["2/3", "1/4"], &["2", "1"]]) && !of(&[&["1", "0"], &["5/2", "1/2"]]));
    assert!(!of(&[&["1", "0"], &["2", "1/2"]]) && !of(&[&["2", "1"], &["2", "1"]]));
    // In proportion to the room of each server.
    let found = mech("uniform").allocate(&pool, &Patience::unlimited()).unwrap();
    assert_eq!(found.tasks, rows(&[&["2/3", "1/3"], &["2", "1"]]));
}
