//! Feasibility of every model by hand: each constraint at its border and just beyond it, with the amount by which it is violated.

use fairwitness::model::Model as _;
use fairwitness::model::arrivals::{Arrivals, History, Levels, Sequence, Setting as OfArrivals};
use fairwitness::model::cluster::{Cluster, Division, Placement, Pool, Setting};
use fairwitness::model::covering::{Allotment, Covering, Setting as OfCovering, Stock};
use fairwitness::model::refusal::Rejected;

use super::support::{pool_of, r, rows};

/// Asserts that the outcome is infeasible by an amount, and that the message names the place.
fn by(said: Result<(), Rejected>, amount: &str, place: &str) {
    match said {
        Err(Rejected::Infeasible { what, by }) => {
            assert_eq!(by, r(amount), "{what}");
            assert!(what.contains(place), "{what}");
        }
        other => panic!("{place}: {other:?}"),
    }
}

fn misfit(said: &Result<(), Rejected>) -> bool {
    matches!(said, Err(Rejected::Misfit(_)))
}

/// Server 1 has 6 units, and 4 of resource 2; server 2 has 3 and 4.
fn pool() -> Pool {
    pool_of(
        "capacity = [[6, 4], [3, 4]]\ndemand = [[2, 1], [1, 2]]\neligible = [[0, 1], [0]]\ntasks = [3, \"inf\"]",
    )
}

#[test]
fn a_placement_stays_within_tasks_servers_and_capacities() {
    let divisible = Setting::divisible(Division::Resource);
    let of =
        |setting, tasks: &[&[&str]]| Cluster::feasible(setting, &pool(), &Placement { tasks: rows(tasks) });
    assert_eq!(of(divisible, &[&["3/2", "3/2"], &["5/4", "0"]]), Ok(()));
    // User 1 needs 2 of resource 1: (3/2) 2 + 3/2 is above 3 on server 2 already at 8/5 tasks.
    by(of(divisible, &[&["0", "8/5"], &["0", "0"]]), "1/5", "resource 1 of server 2");
    by(of(divisible, &[&["1", "0"], &["2", "0"]]), "1", "resource 2 of server 1");
    by(of(divisible, &[&["2", "3/2"], &["0", "0"]]), "1/2", "user 1 runs more tasks");
    by(of(divisible, &[&["-1/4", "0"], &["0", "0"]]), "1/4", "user 1 has negative tasks on server 1");
    by(of(divisible, &[&["0", "0"], &["0", "1/3"]]), "1/3", "user 2 has tasks on server 2");
    assert_eq!(of(Setting::WHOLE, &[&["1", "1"], &["1", "0"]]), Ok(()));
    by(of(Setting::WHOLE, &[&["0", "0"], &["5/3", "0"]]), "2/3", "user 2 has a part of a task on server 1");
    for shape in [&[&["0", "0"][..]][..], &[&["0", "0"], &["0"]], &[&["0", "0"], &["0", "0"], &["0", "0"]]] {
        assert!(misfit(&of(divisible, shape)), "{shape:?}");
    }
}

/// Alone on server 1 user 1 runs 3 tasks and user 2 runs 2; a user that is absent takes no time.
#[test]
fn the_time_of_a_server_is_shared() {
    let time = Setting::divisible(Division::Time);
    let of = |tasks: &[&[&str]]| Cluster::feasible(time, &pool(), &Placement { tasks: rows(tasks) });
    assert_eq!(of(&[&["3/2", "3/2"], &["1", "0"]]), Ok(()));
    by(of(&[&["3/2", "0"], &["3/2", "0"]]), "1/4", "the time of server 1");
}

/// Divisible tasks may be placed on servers that are counted together, and whole tasks may not.
#[test]
fn whole_tasks_are_placed_on_single_servers() {
    let classes = pool_of("capacity = [[4]]\ndemand = [[2]]\ncount = [3]");
    let tasks = Placement { tasks: rows(&[&["2"]]) };
    assert_eq!(Cluster::feasible(Setting::divisible(Division::Resource), &classes, &tasks), Ok(()));
    assert!(misfit(&Cluster::feasible(Setting::WHOLE, &classes, &tasks)));
}

/// Of three agents the first two demand resource 1 alone, and a third of each resource is released at each step.
#[test]
fn a_history_stays_within_what_is_released() {
    let demand = rows(&[&["1", "0"], &["1", "1/2"], &["0", "1"]]);
    let sequence = Sequence { agents: 3, demand };
    let of = |irrevocable, shares: &[&[&str]]| {
        Arrivals::feasible(OfArrivals { irrevocable }, &sequence, &History { shares: rows(shares) })
    };
    assert_eq!(of(true, &[&["1/3"], &["1/3", "1/3"], &["1/2", "1/2", "3/4"]]), Ok(()));
    by(
        of(true, &[&["1/2"], &["1/2", "0"], &["1/2", "0", "0"]]),
        "1/6",
        "resource 1 is used beyond 1/3 at step 1",
    );
    let two = of(true, &[&["1/3"], &["1/3", "1/2"], &["1/3", "1/2", "0"]]);
    by(two, "1/6", "resource 1 is used beyond 2/3 at step 2");
    let three = of(true, &[&["0"], &["0", "0"], &["1/2", "1/2", "4/5"]]);
    by(three, "1/20", "resource 2 is used beyond 1 at step 3");
    let below = of(false, &[&["0"], &["0", "-1/5"], &["0", "0", "0"]]);
    by(below, "1/5", "agent 2 has a negative share at step 2");
    // What an agent had may be taken away only where shares are revocable. The arriving agent had nothing.
    let taken: &[&[&str]] = &[&["1/3"], &["1/3", "1/3"], &["1/3", "1/4", "1/2"]];
    assert_eq!(of(false, taken), Ok(()));
    by(of(true, taken), "1/12", "agent 2 loses at step 3");
    by(of(true, &[&["1/3"], &["0", "1/3"], &["0", "1/3", "0"]]), "1/3", "agent 1 loses at step 2");
    // Too few steps, though each has its shares, and the right number of steps with too many shares.
    assert!(misfit(&of(false, &[&["0"], &["0", "0"]])));
    assert!(misfit(&of(false, &[&["0"], &["0", "0"], &["0", "0", "0"], &["0", "0", "0", "0"]])));
    assert!(misfit(&of(false, &[&["0"], &["0", "0", "0"], &["0", "0", "0"]])));
}

/// Levels in short: each is the share of the arriving agent and of all agents below it.
#[test]
fn levels_in_short_stay_within_what_is_released() {
    let sequence = Sequence { agents: 3, demand: rows(&[&["2", "1"], &["2", "0"], &["0", "1"]]) };
    let of = |levels: &[&str]| Levels { level: levels.iter().map(|x| r(x)).collect() }.feasible(&sequence);
    assert_eq!(of(&["1/3", "1/3", "1/2"]), Ok(()));
    by(of(&["1/2", "0", "0"]), "1/6", "resource 1 is used beyond 1/3 at step 1");
    by(of(&["1/4", "1/2", "0"]), "1/3", "resource 1 is used beyond 2/3 at step 2");
    by(of(&["0", "-1/5", "0"]), "1/5", "agent 2 has a negative share at step 2");
    // At level 3/4 agents 1 and 2 use 3/4 of resource 1 each.
    by(of(&["0", "0", "3/4"]), "1/2", "resource 1 is used beyond 1 at step 3");
    assert!(misfit(&of(&["0", "0"])));
}

/// Two resources of size 1 and one of size 3, tasks of 1 and 2.
#[test]
fn an_assignment_gives_each_resource_once_and_covers_each_task() {
    let of_size = |sizes: &[&str]| sizes.iter().map(|x| r(x)).collect::<Vec<_>>();
    let stock =
        Stock::new(of_size(&["1", "1", "1"]), of_size(&["1", "1", "3"]), of_size(&["1", "2"])).unwrap();
    let whole = |given: &[Option<usize>]| {
        Covering::feasible(OfCovering { integral: true }, &stock, &Allotment::Whole(given.to_vec()))
    };
    assert_eq!(whole(&[Some(0), None, Some(1)]), Ok(()));
    by(whole(&[Some(1), None, Some(0)]), "1", "task 2 is not covered");
    by(whole(&[None, None, Some(1)]), "1", "task 1 is not covered");
    assert!(misfit(&whole(&[Some(0), None, Some(2)])) && misfit(&whole(&[Some(0), Some(1)])));
    let parts = |fraction: &[&[&str]]| {
        let outcome = Allotment::Parts { fraction: rows(fraction), ratio: r("1") };
        Covering::feasible(OfCovering { integral: false }, &stock, &outcome)
    };
    assert_eq!(parts(&[&["1/2", "1/2"], &["0", "0"], &["1/6", "5/6"]]), Ok(()));
    by(parts(&[&["1/2", "3/4"], &["0", "0"], &["1/2", "1/2"]]), "1/4", "resource 1 is given away");
    by(parts(&[&["0", "0"], &["1", "-1/3"], &["1/2", "1/2"]]), "1/3", "a part of resource 2 is negative");
    by(parts(&[&["0", "0"], &["0", "0"], &["1/2", "1/2"]]), "1/2", "task 2 is not covered");
    assert!(misfit(&parts(&[&["1", "0"], &["0", "1"]])));
    assert!(misfit(&parts(&[&["1", "0"], &["0", "1"], &["0", "1", "0"]])));
}
