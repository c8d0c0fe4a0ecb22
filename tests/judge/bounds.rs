//! Bounds on the tasks of every user under share fairness, by hand: each step of a proof at its border and just beyond it.

use fairwitness::model::cluster::Pool;
use fairwitness::model::refusal::Rejected;
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::specification::cluster::share::TSF;
use fairwitness::specification::cluster::share_bounds::{ShareBounds, Stage, check};

use super::support::{pool_of, r, rows};

/// Users 1 and 2 share server 1 with 4 CPUs, user 3 has server 2 with 3 CPUs; a task takes 1 CPU. Alone on
/// both servers each user would run 7 tasks, so a level of one is 7 tasks. Users 1 and 2 have 2 tasks each.
/// User 3 has 3 tasks: with users 1 and 2 reserved, server 2 is its own.
const TWO_LEVELS: &str = "capacity = [[4], [3]]\ndemand = [[1], [1], [1]]\neligible = [[0], [0], [1]]\n";

fn by_hand() -> Vec<Stage> {
    let prices = |a: i64, b: i64| vec![vec![Rational::int(a)], vec![Rational::int(b)]];
    let load = |u: usize, i: usize, tasks: i64| (u, i, Rational::int(tasks));
    vec![
        Stage {
            reserved: vec![false; 3],
            loads: vec![load(0, 0, 2), load(1, 0, 2), load(2, 1, 2)],
            prices: prices(1, 0),
        },
        Stage { reserved: vec![true, true, false], loads: vec![load(2, 1, 3)], prices: prices(0, 1) },
    ]
}

#[test]
fn a_proof_by_hand_is_accepted_and_every_change_to_it_refused() {
    let pool = pool_of(TWO_LEVELS);
    let tasks = [r("2"), r("2"), r("3")];
    let said = |stages: &[Stage], low: &[Rational], high: &[Rational]| {
        check(&TSF, &pool, stages, (low, high)).map_err(|why| why.to_string())
    };
    said(&by_hand(), &tasks, &tasks).unwrap();
    for u in 0..3 {
        let mut wrong = tasks.clone();
        wrong[u] = &wrong[u] + r("1/1000000");
        let name = format!("the certificate does not check: the bounds of user {} are not proved", u + 1);
        assert_eq!(said(&by_hand(), &wrong, &tasks), Err(name.clone()));
        wrong[u] = &tasks[u] - r("1/1000000");
        assert_eq!(said(&by_hand(), &tasks, &wrong), Err(name));
    }
    let changed = |change: &dyn Fn(&mut Vec<Stage>)| {
        let mut stages = by_hand();
        change(&mut stages);
        said(&stages, &tasks, &tasks).unwrap_err()
    };
    let says = |why: &str| format!("the certificate does not check: {why}");
    assert_eq!(
        changed(&|stages| stages[0].loads[0].2 = r("5/2")),
        says("the allocation does not fit beside the reserved tasks")
    );
    assert_eq!(changed(&|stages| stages[1].reserved[2] = true), says("user 3 is reserved and allocated"));
    assert_eq!(
        changed(&|stages| stages[1].loads[0].1 = 0),
        says("the allocation has tasks where they cannot run")
    );
    assert_eq!(changed(&|stages| stages[0].loads[2].2 = r("1")), says("the bounds of user 1 are not proved"));
    assert_eq!(
        changed(&|stages| stages[0].prices[0][0] = r("-1")),
        says("a price of at least zero is needed for each resource of each server")
    );
    assert_eq!(
        changed(&|stages| stages[0].prices[0][0] = r("0")),
        says("the bounds of user 1 are not proved")
    );
    assert_eq!(changed(&|stages| _ = stages.remove(0)), says("the bounds of user 1 are not proved"));
    assert_eq!(changed(&|stages| _ = stages.pop()), says("the bounds of user 3 are not proved"));
}

/// An allocation of the users that are not reserved, without prices.
fn placed(reserved: &[bool], loads: &[(usize, usize, &str)]) -> Stage {
    let loads = loads.iter().map(|(u, i, tasks)| (*u, *i, r(tasks))).collect();
    Stage { reserved: reserved.to_vec(), loads, prices: Vec::new() }
}

fn priced(prices: &[&[&str]]) -> Stage {
    Stage { prices: rows(prices), ..Stage::default() }
}

/// Lower and upper bounds on the tasks of every user after the stages.
fn proved(pool: &Pool, stages: &[Stage]) -> Result<(Vec<Rational>, Vec<Rational>), Rejected> {
    let mut bounds = ShareBounds::new(&TSF, pool)?;
    stages.iter().try_for_each(|stage| bounds.add(stage))?;
    Ok(bounds.tasks())
}

fn numbers(texts: &[&str]) -> Vec<Rational> {
    texts.iter().map(|x| r(x)).collect()
}

/// Six units, tasks of 1 and 2: a level of one is 6 and 3 tasks.
#[test]
fn allocations_raise_and_prices_lower() {
    let pool = pool_of("capacity = [[6]]\ndemand = [[1], [2]]");
    let of = |stages: &[Stage]| proved(&pool, stages).unwrap();
    let both = [false, false];
    let bounds = ShareBounds::new(&TSF, &pool).unwrap();
    assert_eq!(bounds.units(), [Some(r("6")), Some(r("3"))]);
    assert_eq!(bounds.servers(), [[0], [0]]);
    assert_eq!(of(&[]), (numbers(&["0", "0"]), numbers(&["6", "3"])));
    // Levels 1/2 and 1/2. Tasks of one user may be in several parts.
    let exact = placed(&both, &[(0, 0, "1"), (1, 0, "3/2"), (0, 0, "2")]);
    assert_eq!(of(std::slice::from_ref(&exact)), (numbers(&["3", "3/2"]), numbers(&["6", "3"])));
    assert_eq!(of(&[exact.clone(), priced(&[&["1"]])]), (numbers(&["3", "3/2"]), numbers(&["3", "3/2"])));
    assert!(proved(&pool, &[placed(&both, &[(0, 0, "3"), (1, 0, "1501/1000")])]).is_err());
    // Levels 1/3 and 2/3 prove 1/3. At a price of 3 all is worth 18, of which 12 are spent at level 1/3: the gap of 6 is a third
    // of a level. A later stage with lower levels proves nothing more.
    let third = placed(&both, &[(0, 0, "2"), (1, 0, "2")]);
    let expected = (numbers(&["2", "1"]), numbers(&["4", "2"]));
    let low = placed(&both, &[(0, 0, "1"), (1, 0, "1/2")]);
    assert_eq!(of(&[third.clone(), priced(&[&["3"]])]), expected);
    assert_eq!(of(&[third.clone(), priced(&[&["3"]]), low, priced(&[&["0"]])]), expected);
    // The price. serve also for the lower bounds that come after them.
    assert_eq!(of(&[priced(&[&["3"]]), exact]), (numbers(&["3", "3/2"]), numbers(&["3", "3/2"])));
}

/// User 1 has one task only: it may stay at level 1/6 while user 2 rises to 5/6.
#[test]
fn a_user_at_its_upper_bound_holds_no_user_back() {
    let pool = pool_of("capacity = [[6]]\ndemand = [[1], [2]]\ntasks = [1, \"inf\"]");
    let both = [false, false];
    let full = placed(&both, &[(0, 0, "1"), (1, 0, "5/2")]);
    assert_eq!(proved(&pool, &[full]).unwrap(), (numbers(&["1", "5/2"]), numbers(&["1", "3"])));
    let part = placed(&both, &[(0, 0, "99/100"), (1, 0, "5/2")]);
    assert_eq!(proved(&pool, &[part]).unwrap().0, numbers(&["99/100", "99/200"]));
    assert!(proved(&pool, &[placed(&both, &[(0, 0, "101/100"), (1, 0, "2")])]).is_err());
}

#[test]
fn stages_of_another_shape_are_refused() {
    let pool = pool_of(
        "capacity = [[6, 6], [2, 0]]\ndemand = [[1, 0], [2, 1], [9, 9]]\neligible = [[0, 1], [0, 1], [1]]",
    );
    let none = [false; 3];
    assert!(proved(&pool, &[placed(&none, &[(0, 0, "1"), (1, 0, "1")])]).is_ok());
    // Tasks of no user, on no server, below zero, where they do not run, and of a reserved user.
    for wrong in [(3, 0, "1"), (0, 2, "1"), (0, 0, "-1"), (1, 1, "1"), (2, 1, "0")] {
        assert!(proved(&pool, &[placed(&none, &[wrong])]).is_err(), "{wrong:?}");
    }
    assert!(proved(&pool, &[placed(&[true, false, false], &[(0, 0, "1")])]).is_err());
    for marks in [&[false; 2][..], &[false; 4]] {
        assert!(proved(&pool, &[placed(marks, &[(0, 0, "1")])]).is_err(), "{marks:?}");
    }
    assert!(proved(&pool, &[priced(&[&["0", "1"], &["1", "0"]])]).is_ok());
    for wrong in [
        &[&["0", "1"][..]][..],
        &[&["0", "1"], &["1"]],
        &[&["0", "1"], &["1", "0"], &["1", "0"]],
        &[&["0", "1"], &["1", "-1"]],
    ] {
        assert!(proved(&pool, &[priced(wrong)]).is_err(), "{wrong:?}");
    }
    // Two bounds for each user: user 3 can run no task.
    let said = |low: &[&str], high: &[&str]| check(&TSF, &pool, &[], (&numbers(low), &numbers(high))).is_ok();
    assert!(said(&["0", "0", "0"], &["8", "3", "0"]));
    assert!(!said(&["0", "0"], &["8", "3", "0"]) && !said(&["0", "0", "0"], &["8", "3"]));
    assert!(!said(&["0", "0", "1/9"], &["8", "3", "0"]) && !said(&["0", "0", "0"], &["8", "299/100", "0"]));
    assert!(said(&["-1", "0", "0"], &["9", "4", "1"]));
}

/// What reserved users leave, without any stage: the bounds are the tasks that each has or could run alone.
#[test]
fn reserved_users_leave_what_they_cannot_use() {
    let room = |text: &str, reserved: &[bool]| {
        let pool = pool_of(text);
        ShareBounds::new(&TSF, &pool).unwrap().room(reserved)
    };
    // Two tasks need 2 and 4 of (9, 8).
    let limited = "capacity = [[9, 8]]\ndemand = [[1, 2], [1, 1]]\ntasks = [2, \"inf\"]";
    assert_eq!(room(limited, &[true, false]), rows(&[&["7", "4"]]));
    assert_eq!(room(limited, &[false, false]), rows(&[&["9", "8"]]));
    // All of the scarcer resource is used, and 1 of resource 1 for each 1 or 2 of resource 2.
    let ratio = "capacity = [[6, 4]]\ndemand = [[1, 1], [1, 2], [1, 1]]";
    assert_eq!(room(ratio, &[true, true, false]), rows(&[&["2", "0"]]));
    // Of resource 1 user 1 alone may use all, because it needs nothing of resource 2.
    let alone = "capacity = [[6, 4]]\ndemand = [[1, 0], [1, 2], [1, 1]]\ntasks = [\"inf\", 1, \"inf\"]";
    assert_eq!(room(alone, &[true, true, false]), rows(&[&["0", "2"]]));
    // Each user on its own server: tasks of 1, five of them, and one task of 3.
    let apart = "capacity = [[6], [4]]\ndemand = [[1], [3]]\neligible = [[0], [1]]\ntasks = [5, 1]";
    assert_eq!(room(apart, &[true, true]), rows(&[&["1"], &["1"]]));
    assert_eq!(room(apart, &[false, true]), rows(&[&["6"], &["1"]]));
}

/// Server 1 has 60000 units and server 2 `second`. User 1 needs 2 and may run on both; user 2 needs 1 and runs on server 2 alone,
/// all of which it gets. If user 1 has 30000 - `less` tasks on server 1, at price. of 1 and 3 a task of it costs 2 there and 4 more
/// on server 2, and the gap is `2 less`: it has at most `less / 2` tasks on server 2, rounded up to a power of two.
fn few(second: i64, less: &str) -> (Pool, Vec<Stage>) {
    let pool =
        pool_of(&format!("capacity = [[60000], [{second}]]\ndemand = [[2], [1]]\neligible = [[0, 1], [1]]"));
    let tasks = r("30000") - r(less);
    let loads = vec![(0, 0, tasks), (1, 1, Rational::int(second))];
    let first = Stage { reserved: vec![false; 2], loads, prices: Vec::new() };
    (pool, vec![first, priced(&[&["1"], &["3"]])])
}

#[test]
fn a_dear_server_has_few_tasks() {
    let room = |second: i64, less: &str| {
        let (pool, stages) = few(second, less);
        let mut bounds = ShareBounds::new(&TSF, &pool).unwrap();
        stages.iter().for_each(|stage| bounds.add(stage).unwrap());
        assert_eq!(bounds.tasks().1, [r("30000"), Rational::int(second)]);
        let room = bounds.room(&[true, false]);
        assert_eq!(room[0], [r("0")]);
        room[1][0].clone()
    };
    // Bounds of 1/2, 1, 3, 5/3 and 11/4093 tasks of 2 units. Few is 1/1024 of what would fit.
    for (second, less, left) in [
        (1024, "1", "1023"),
        (1023, "1", "0"),
        (2048, "2", "2046"),
        (2047, "2", "0"),
        (8192, "6", "8184"),
        (8192, "10/3", "8188"),
        (2048, "22/4093", "262143/128"),
        (2048, "0", "2048"),
    ] {
        assert_eq!(room(second, less), r(left), "{second} {less}");
    }
    // Other prices, later, with a larger bound: the smaller bound remains.
    let (pool, mut stages) = few(1024, "1");
    stages.push(priced(&[&["1"], &["2"]]));
    let beside = |tasks: &str| {
        let last = placed(&[true, false], &[(1, 1, tasks)]);
        proved(&pool, &[stages.as_slice(), &[last]].concat()).is_ok()
    };
    assert!(beside("1023") && !beside("10231/10"));
}
