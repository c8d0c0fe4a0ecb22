//! Moments of runs of schedulers: their sums, the same numbers with an index and without, and their verdicts.

use fairwitness::model::cluster::{Placement, Pool};
use fairwitness::scalar::{Rational, Scalar as _, sum};
use fairwitness::simulator::engine::{self, Simulation};
use fairwitness::simulator::machines;
use fairwitness::simulator::moments::{Docket, property, snapshot};
use fairwitness::simulator::policy::Policy;
use fairwitness::simulator::trace_figures;
use fairwitness::simulator::workload::{SECOND, Workload};

use super::schedules::{batch, members};
use super::support::{pool, r, running};

/// A small random day, with its servers.
fn small_day(seed: u64) -> trace_figures::Case {
    trace_figures::case(seed, 1, false)
}

/// With the index and without, every number of a day is equal.
#[test]
fn a_day_goes_alike_with_an_index_and_without() {
    for seed in 0..2 {
        let case = small_day(seed);
        for policy in [Policy::FirstFit, Policy::BestFit, Policy::Slots(14)] {
            let end = |indexed| {
                let setting = Simulation {
                    horizon: Some(trace_figures::DAY),
                    indexed,
                    ..Simulation::new(&case.servers, &case.work, policy)
                };
                engine::run(setting, &mut |_| true)
            };
            let (with, without) = (end(true), end(false));
            assert!(with.started > 2000, "{policy:?}: {} tasks", with.started);
            assert_eq!(with, without, "{policy:?}");
        }
    }
}

/// At every moment usage equals the sum over users and over placed tasks, no server exceeds its capacity, and no
/// user waits whose task would fit. In the end every task has run for its duration.
#[test]
fn what_is_in_use_adds_up_and_nobody_waits_in_vain() {
    let case = small_day(3);
    let servers = case.servers.len();
    for policy in [Policy::FirstFit, Policy::BestFit] {
        let mut moments = 0;
        let setting = Simulation {
            every: 997 * SECOND,
            placement: true,
            ..Simulation::new(&case.servers, &case.work, policy)
        };
        let metrics = engine::run(setting, &mut |state| {
            moments += 1;
            for r in 0..2 {
                assert_eq!(state.used[r], state.held.iter().map(|h| h[r]).sum::<i64>());
            }
            for (u, running) in state.running.iter().enumerate() {
                assert_eq!(state.placed[u * servers..(u + 1) * servers].iter().sum::<u32>(), *running);
            }
            true
        });
        assert!(moments > 50);
        let asked: i128 = case
            .work
            .batches
            .iter()
            .flat_map(|b| (0..b.tasks).map(move |k| i128::from(b.demand[0]) * i128::from(b.durations.of(k))))
            .sum();
        assert_eq!(metrics.busy[0], asked);
        assert!(metrics.users.iter().all(|u| u.completed == u.submitted));
    }
}

/// A day with one demand per user, so that moments are instances: the property code finds each feasible, and the
/// tasks of a waiting user fit nowhere.
#[test]
fn moments_are_instances() {
    let case = trace_figures::case(5, 1, true);
    let mut docket = Docket::of("best-fit-drfh", &[property("feasible").unwrap()]).unwrap();
    let setting = Simulation {
        horizon: Some(trace_figures::DAY),
        every: 1800 * SECOND,
        placement: true,
        ..Simulation::new(&case.servers, &case.work, Policy::BestFit)
    };
    let mut waited = 0;
    engine::run(setting, &mut |state| {
        docket.state(state, &case.servers, &case.work, machines::UNIT);
        let Some((pool, outcome)) = snapshot(state, &case.servers, &case.work, machines::UNIT).unwrap()
        else {
            return true;
        };
        for u in 0..pool.users() {
            let mut more: Placement = outcome.clone();
            if outcome.total(u) == *pool.tasks[u].as_ref().unwrap() {
                continue;
            }
            waited += 1;
            for i in 0..pool.servers() {
                more.tasks[u][i] = &outcome.tasks[u][i] + Rational::one();
                let room = (0..2).all(|r| {
                    sum((0..pool.users()).map(|v| &more.tasks[v][i] * &pool.demand[v][r]))
                        <= pool.capacity[i][r]
                });
                assert!(!room, "{} waits, and server {} has room", pool.user_name(u), i + 1);
                more.tasks[u][i].clone_from(&outcome.tasks[u][i]);
            }
        }
        true
    });
    assert!(waited > 20);
    let tally = &docket.tallies[0];
    assert_eq!((tally.violated, tally.undecided, docket.mixed), (0, 0, 0));
    assert!(tally.holds > 8);
}

/// Two users on one server (10, 10) with tasks (1, 1): user 1 fills it before user 2 arrives. At 5 s user 2 has
/// nothing, although its slice would run 5; at 15 s, when those tasks have ended, both have 5.
#[test]
fn a_late_user_has_less_than_its_slice_until_tasks_end() {
    let workload =
        Workload::sorted(members(2), vec![batch(0, 0, 0, 30, &[1, 1], 10), batch(1, 1, 1, 30, &[1, 1], 10)]);
    let servers = [vec![10, 10]];
    let properties = ["si", "ef"].map(|id| property(id).unwrap());
    let mut docket = Docket::of("best-fit-drfh", &properties).unwrap();
    let setting = Simulation {
        every: 5 * SECOND,
        horizon: Some(19 * SECOND),
        placement: true,
        ..Simulation::new(&servers, &workload, Policy::BestFit)
    };
    let mut at = Vec::new();
    engine::run(setting, &mut |state| {
        at.push(state.now / SECOND);
        docket.state(state, &servers, &workload, 1);
        true
    });
    assert_eq!(at, [5, 10, 15]);
    let si = &docket.tallies[0];
    assert_eq!((si.holds, si.violated), (2, 1));
    let worst = si.worst.as_ref().unwrap();
    assert_eq!((worst.at, &worst.margin), (5 * SECOND, &r("5")));
    assert_eq!(si.whom.get("user 2"), Some(&1));
    assert_eq!(running(&worst.instance), [[r("10")], [r("0")]]);
    // The file is an instance that can be read again: both users, with at least ten and thirty tasks, and what runs.
    let text = worst.file("si");
    let again = fairwitness::document::Document::parse("worst.toml", &text).unwrap();
    assert_eq!(pool(&again.root), worst.instance, "{text}");
}

/// Eleven users on four servers, so that Pareto optimality is not searched. Servers (3, 3), and (1, 1) three times;
/// user 1 has a task (3, 3) that does not run, because the ten others, three of which have a task (1, 1), are on the
/// large server: packed again, all tasks fit.
#[test]
fn a_better_packing_is_found() {
    let one = Rational::one();
    let mut demand = vec![vec![r("3"), r("3")]];
    demand.resize(11, vec![r("1"), r("1")]);
    let mut capacity = vec![vec![r("3"), r("3")]];
    capacity.resize(4, vec![r("1"), r("1")]);
    let mut pool = Pool::new(capacity, demand);
    pool.tasks = (0..11).map(|u| Some(Rational::int(i64::from(u < 4)))).collect();
    let mut outcome = Placement::empty(11, 4);
    (1..4).for_each(|u| outcome.tasks[u][0] = one.clone());
    let mut docket = Docket::of("best-fit-drfh", &[property("po").unwrap()]).unwrap();
    docket.moment(&pool, outcome, 0);
    let mut full = Placement::empty(11, 4);
    full.tasks[0][0] = one.clone();
    (1..4).for_each(|u| full.tasks[u][u] = one.clone());
    docket.moment(&pool, full, 1);
    let tally = &docket.tallies[0];
    assert_eq!((tally.violated, tally.undecided), (1, 1));
    assert_eq!(tally.worst.as_ref().unwrap().margin, one);
}
