//! Small runs of schedulers in time, worked out by hand.

use fairwitness::linear::Patience;
use fairwitness::model::cluster::Pool;
use fairwitness::simulator::engine::{self, Simulation};
use fairwitness::simulator::fluid::{self, Presence};
use fairwitness::simulator::metrics::Metrics;
use fairwitness::simulator::policy::{POLICIES, Policy};
use fairwitness::simulator::workload::{Batch, Durations, Member, SECOND, Workload};

use super::support::{mech, r};

pub fn batch(job: u32, user: u32, at: u64, tasks: u32, demand: &[i64], seconds: u64) -> Batch {
    let durations = Durations::Each(seconds * SECOND);
    Batch { job, user, at: at * SECOND, tasks, demand: demand.to_vec(), durations }
}

pub fn members(n: usize) -> Vec<Member> {
    (1..=n).map(|u| Member::named(format!("user {u}"))).collect()
}

fn ends(metrics: &Metrics) -> Vec<Option<u64>> {
    metrics.jobs.iter().map(|job| job.ended.map(|t| t / SECOND)).collect()
}

/// One server (4, 4), two users with tasks (2, 1) and (1, 2) of 10 s, three and two of them.
///
/// At 0 each gets one task in turn: (2, 1) + (1, 2) = (3, 3) leaves (1, 1). No task fits until both end at 10, when
/// the pattern repeats; at 20 the last task of user 1 runs alone, to 30.
#[test]
fn two_users_on_one_server_by_hand() {
    let workload =
        Workload::sorted(members(2), vec![batch(0, 0, 0, 3, &[2, 1], 10), batch(1, 1, 0, 2, &[1, 2], 10)]);
    for (id, policy) in POLICIES.iter().filter(|(id, _)| *id != "slots") {
        let servers = [vec![4, 4]];
        let metrics = engine::run(Simulation::new(&servers, &workload, *policy), &mut |_| true);
        assert_eq!(ends(&metrics), [Some(30), Some(20)], "{id}");
        // CPU: 3 units for 20 s and 2 for 10 s, of 4 for 30 s.
        assert_eq!(metrics.busy, [80 * i128::from(SECOND), 70 * i128::from(SECOND)], "{id}");
        assert!((metrics.utilisation(0) - 80.0 / 120.0).abs() < 1e-12, "{id}");
        assert_eq!(metrics.users.iter().map(|u| u.ratio()).collect::<Vec<_>>(), [Some(1.0), Some(1.0)]);
    }
}

/// Slots: a server (8, 8) divided into four; tasks of (1, 3) need two slots of (2, 2), so two run at a time and not
/// the two and a half that memory would allow. Three tasks of 10 s take 20 s.
#[test]
fn slots_by_hand() {
    let workload = Workload::sorted(members(1), vec![batch(0, 0, 0, 3, &[1, 3], 10)]);
    let servers = [vec![8, 8]];
    let metrics = engine::run(Simulation::new(&servers, &workload, Policy::Slots(4)), &mut |_| true);
    assert_eq!(ends(&metrics), [Some(20)]);
    assert_eq!(metrics.busy, [30_000, 90_000]);
    // A task of (1, 9) needs five slots, and no server has five.
    let workload = Workload::sorted(members(1), vec![batch(0, 0, 0, 3, &[1, 9], 10)]);
    let metrics = engine::run(Simulation::new(&servers, &workload, Policy::Slots(4)), &mut |_| true);
    assert_eq!((metrics.impossible, metrics.started), (3, 0));
}

/// Best fit places the task (1, 3) on the server (2, 6) and first fit on (6, 6); a later task (6, 2) then starts at
/// once under best fit, at 1 s, and waits for the end of the first at 10 s under first fit.
#[test]
fn best_fit_and_first_fit_by_hand() {
    let workload =
        Workload::sorted(members(2), vec![batch(0, 0, 0, 1, &[1, 3], 10), batch(1, 1, 1, 1, &[6, 2], 10)]);
    let servers = [vec![6, 6], vec![2, 6]];
    let end = |policy| ends(&engine::run(Simulation::new(&servers, &workload, policy), &mut |_| true));
    assert_eq!(end(Policy::BestFit), [Some(10), Some(11)]);
    assert_eq!(end(Policy::FirstFit), [Some(10), Some(20)]);
}

/// A user that leaves withdraws its waiting tasks; running tasks end. One server with room for one task of 10 s: of
/// three tasks one runs when user 1 leaves at 5, and user 2 is next at 10.
#[test]
fn a_user_that_leaves_takes_back_what_waits() {
    let mut users = members(2);
    users[0].leaves = Some(5 * SECOND);
    let workload = Workload::sorted(users, vec![batch(0, 0, 0, 3, &[1], 10), batch(1, 1, 1, 1, &[1], 10)]);
    let servers = [vec![1]];
    let metrics = engine::run(Simulation::new(&servers, &workload, Policy::FirstFit), &mut |_| true);
    assert_eq!(ends(&metrics), [None, Some(20)]);
    assert_eq!(metrics.users[0].completed, 1);
    assert_eq!(metrics.users[0].submitted, 3);
}

/// Weights: with weights 1 and 2 on nine units, tasks of one unit, three run for user 1 and six for user 2.
#[test]
fn weights_in_time() {
    let mut users = members(2);
    users[1].weight = 2;
    let workload = Workload::sorted(users, vec![batch(0, 0, 0, 50, &[1], 10), batch(1, 1, 0, 50, &[1], 10)]);
    let mut seen = Vec::new();
    let servers = [vec![9]];
    let setting = Simulation {
        every: 5 * SECOND,
        horizon: Some(20 * SECOND),
        ..Simulation::new(&servers, &workload, Policy::FirstFit)
    };
    engine::run(setting, &mut |state| {
        seen.push(state.running.clone());
        true
    });
    assert_eq!(seen, vec![vec![3, 6]; 4]);
}

/// Two users, one pool of 12, DRF: user 1 with work 60 arrives at 0 and user 2 at 3. Alone user 1 runs 12 tasks at
/// once, so 24 of 60 are left at 3; then both run 6, and user 1 finishes at 7; then user 2 runs 12.
#[test]
fn divisible_work_by_hand() {
    let mut pool = Pool::new(vec![vec![r("12")]], vec![vec![r("1")], vec![r("1")]]);
    pool.labels.users = vec!["a".to_string(), "b".to_string()];
    let presence = [
        Presence { work: Some(r("60")), ..Presence::always() },
        Presence { intervals: vec![(r("3"), None)], work: None },
    ];
    let stretches = fluid::run(mech("drf"), &pool, &presence, &r("10"), &Patience::unlimited()).unwrap();
    let seen: Vec<_> = stretches.iter().map(|s| (s.from.clone(), s.to.clone(), s.outcome.totals())).collect();
    assert_eq!(
        seen,
        [
            (r("0"), r("3"), vec![r("12"), r("0")]),
            (r("3"), r("7"), vec![r("6"), r("6")]),
            (r("7"), r("10"), vec![r("0"), r("12")]),
        ]
    );
}
