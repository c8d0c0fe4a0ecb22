//! Schedulers in time: what they end at on static demand, and small runs that were worked out by hand.

use fairwitness::mechanism::CLUSTER;
use fairwitness::model::cluster::{Pool, Weight};
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::simulator::engine::{self, Setting, State};
use fairwitness::simulator::machines::{self, generator};
use fairwitness::simulator::metrics::{Estimate, Metrics};
use fairwitness::simulator::place::{Choice, Places, Stock, scan};
use fairwitness::simulator::policy::{POLICIES, Policy};
use fairwitness::simulator::workload::{Batch, Durations, Member, SECOND, Workload};
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

/// A static instance: amounts are whole, some zero; users have weights, finite tasks and eligible servers.
struct Static {
    servers: Vec<Vec<i64>>,
    demand: Vec<Vec<i64>>,
    weight: Vec<i64>,
    tasks: Vec<Option<u32>>,
    eligible: Vec<Vec<bool>>,
}

fn drawn(policy: Policy, rng: &mut ChaCha8Rng) -> Static {
    let filling = matches!(policy, Policy::Filling(..));
    let (users, resources) = (rng.random_range(1..=4), rng.random_range(1..=3));
    let servers = if filling { 1 } else { rng.random_range(1..=4) };
    let amounts = |most: i64, rng: &mut ChaCha8Rng| -> Vec<i64> {
        (0..resources).map(|_| if rng.random_range(0..8) == 0 { 0 } else { rng.random_range(1..=most) }).collect()
    };
    let mut demand = Vec::new();
    while demand.len() < users {
        let mut row = amounts(6, rng);
        if policy == Policy::BestFit {
            row[0] = row[0].max(1);
        }
        if row.iter().any(|d| *d > 0) {
            demand.push(row);
        }
    }
    Static {
        servers: (0..servers).map(|_| amounts(20, rng)).collect(),
        demand,
        weight: (0..users).map(|_| rng.random_range(1..=3)).collect(),
        tasks: (0..users).map(|_| (rng.random_range(0..3) == 0).then(|| rng.random_range(0..6))).collect(),
        eligible: (0..users)
            .map(|_| (0..servers).map(|_| filling || rng.random_range(0..5) > 0).collect())
            .collect(),
    }
}

impl Static {
    fn pool(&self) -> Pool {
        let exact = |rows: &[Vec<i64>]| -> Vec<Vec<Rational>> {
            rows.iter().map(|row| row.iter().map(|&x| Rational::int(x)).collect()).collect()
        };
        let mut pool = Pool::new(exact(&self.servers), exact(&self.demand));
        pool.weight = Weight::User(self.weight.iter().map(|&w| Rational::int(w)).collect());
        pool.tasks = self.tasks.iter().map(|t| t.map(|t| Rational::int(i64::from(t)))).collect();
        pool.eligible.clone_from(&self.eligible);
        pool
    }

    fn workload(&self) -> Workload {
        let member = |u: usize| Member {
            weight: self.weight[u],
            eligible: Some(self.eligible[u].clone()),
            ..Member::named(format!("user {}", u + 1))
        };
        let batch = |u: usize| Batch {
            job: u as u32,
            user: u as u32,
            at: 0,
            tasks: self.tasks[u].unwrap_or(1000),
            demand: self.demand[u].clone(),
            durations: Durations::Each(1000 * SECOND),
        };
        Workload::sorted((0..self.demand.len()).map(member).collect(), (0..self.demand.len()).map(batch).collect())
    }
}

fn placed(state: &State, users: usize) -> Vec<Vec<Rational>> {
    let servers = state.placed.len() / users;
    state.placed.chunks(servers).map(|row| row.iter().map(|&x| Rational::int(i64::from(x))).collect()).collect()
}

/// A policy that is stepped on static demand ends at exactly what the mechanism hands out; with the index and without.
#[test]
fn stepped_on_static_demand_a_policy_ends_at_what_the_mechanism_hands_out() {
    for (id, policy) in POLICIES {
        let mechanism = CLUSTER.iter().find(|m| m.id() == *id).unwrap();
        let mut some = 0;
        for draw in 0..1000 {
            let case = drawn(*policy, &mut generator(7, draw));
            let handed = mechanism.allocate(&case.pool()).unwrap();
            let workload = case.workload();
            for indexed in [true, false] {
                let mut end = None;
                let setting = Setting {
                    horizon: Some(2),
                    every: 1,
                    placement: true,
                    indexed,
                    ..Setting::new(&case.servers, &workload, *policy)
                };
                engine::run(setting, &mut |state| {
                    end = Some(placed(state, case.demand.len()));
                    true
                });
                assert_eq!(end.unwrap(), handed.tasks, "{id}, draw {draw}: {:?}", case.pool());
            }
            some += usize::from(handed.totals().iter().filter(|t| t.is_positive()).count() > 1);
        }
        assert!(some > 400, "{id}: too few draws in which two users run something");
    }
}

/// The indexes name the server that a look at every server names, whatever was taken and given before.
#[test]
fn an_index_names_the_server_that_a_scan_names() {
    for choice in [Choice::First, Choice::Best] {
        for resources in 1..=3 {
            let mut rng = generator(11, resources as u64);
            let amounts = |most: i64, rng: &mut ChaCha8Rng| -> Vec<i64> {
                (0..resources).map(|_| rng.random_range(0..=most)).collect()
            };
            let rows: Vec<Vec<i64>> = (0..70).map(|_| amounts(30, &mut rng)).collect();
            let parts: Vec<i128> = (0..resources).map(|_| rng.random_range(1..9)).collect();
            let mut places = Places::of(Stock::of(&rows), choice);
            let mut taken: Vec<(usize, Vec<i64>)> = Vec::new();
            let (mut found, mut nowhere) = (0, 0);
            for _ in 0..4000 {
                if rng.random_range(0..3) == 0 && !taken.is_empty() {
                    let (server, amounts) = taken.swap_remove(rng.random_range(0..taken.len()));
                    places.give(server, &amounts);
                    continue;
                }
                let mut demand = amounts(9, &mut rng);
                demand[0] = demand[0].max(1);
                let eligible: Vec<bool> = (0..rows.len()).map(|_| rng.random_range(0..4) > 0).collect();
                let expected = scan(choice, places.stock(), &demand, &parts, &|i| eligible[i]);
                assert_eq!(places.find(&demand, &parts, Some(&eligible)), expected, "{choice:?}");
                match expected {
                    Some(server) => {
                        places.take(server, &demand);
                        taken.push((server, demand));
                        found += 1;
                    }
                    None => nowhere += 1,
                }
            }
            assert!(found > 300 && nowhere > 300, "{found} {nowhere}");
        }
    }
}

fn batch(job: u32, user: u32, at: u64, tasks: u32, demand: &[i64], seconds: u64) -> Batch {
    let durations = Durations::Each(seconds * SECOND);
    Batch { job, user, at: at * SECOND, tasks, demand: demand.to_vec(), durations }
}

fn members(n: usize) -> Vec<Member> {
    (1..=n).map(|u| Member::named(format!("user {u}"))).collect()
}

fn ends(metrics: &Metrics) -> Vec<Option<u64>> {
    metrics.jobs.iter().map(|job| job.ended.map(|t| t / SECOND)).collect()
}

/// One server (4, 4), two users with tasks (2, 1) and (1, 2) of 10 s, three and two of them.
///
/// At 0 each gets one task, by turns, then another fits: (2,1) + (1,2) = (3, 3) leaves (1, 1). Nothing fits until both
/// end at 10, when the same happens; at 20 the last task of user 1 runs alone, to 30.
#[test]
fn two_users_on_one_server_by_hand() {
    let workload = Workload::sorted(
        members(2),
        vec![batch(0, 0, 0, 3, &[2, 1], 10), batch(1, 1, 0, 2, &[1, 2], 10)],
    );
    for (id, policy) in POLICIES.iter().filter(|(id, _)| *id != "slots") {
        let servers = [vec![4, 4]];
        let metrics = engine::run(Setting::new(&servers, &workload, *policy), &mut |_| true);
        assert_eq!(ends(&metrics), [Some(30), Some(20)], "{id}");
        // CPU: 3 units for 20 s and 2 for 10 s, of 4 for 30 s.
        assert_eq!(metrics.busy, [80 * i128::from(SECOND), 70 * i128::from(SECOND)], "{id}");
        assert!((metrics.utilisation(0) - 80.0 / 120.0).abs() < 1e-12, "{id}");
        assert_eq!(metrics.users.iter().map(|u| u.ratio()).collect::<Vec<_>>(), [Some(1.0), Some(1.0)]);
    }
}

/// Slots: a server (8, 8) cut in four; tasks of (1, 3) take two slots of (2, 2), so two run at once and not the two
/// and a half that memory would let. Three tasks of 10 s take 20 s.
#[test]
fn slots_by_hand() {
    let workload = Workload::sorted(members(1), vec![batch(0, 0, 0, 3, &[1, 3], 10)]);
    let servers = [vec![8, 8]];
    let metrics = engine::run(Setting::new(&servers, &workload, Policy::Slots(4)), &mut |_| true);
    assert_eq!(ends(&metrics), [Some(20)]);
    assert_eq!(metrics.busy, [30_000, 90_000]);
    // A task of (1, 9) needs five slots, and no server has five.
    let workload = Workload::sorted(members(1), vec![batch(0, 0, 0, 3, &[1, 9], 10)]);
    let metrics = engine::run(Setting::new(&servers, &workload, Policy::Slots(4)), &mut |_| true);
    assert_eq!((metrics.impossible, metrics.started), (3, 0));
}

/// Best fit sends the task (1, 3) to the server (2, 6) and first fit to (6, 6); a later (6, 2) then starts at once under
/// best fit, at 1 s, and waits for the end of the first at 10 s under first fit.
#[test]
fn best_fit_and_first_fit_by_hand() {
    let workload = Workload::sorted(
        members(2),
        vec![batch(0, 0, 0, 1, &[1, 3], 10), batch(1, 1, 1, 1, &[6, 2], 10)],
    );
    let servers = [vec![6, 6], vec![2, 6]];
    let end = |policy| ends(&engine::run(Setting::new(&servers, &workload, policy), &mut |_| true));
    assert_eq!(end(Policy::BestFit), [Some(10), Some(11)]);
    assert_eq!(end(Policy::FirstFit), [Some(10), Some(20)]);
}

/// A user that leaves takes back what waits; what runs ends. One server with room for one task of 10 s: of three tasks
/// one runs when user 1 leaves at 5, and user 2 is next at 10.
#[test]
fn a_user_that_leaves_takes_back_what_waits() {
    let mut users = members(2);
    users[0].leaves = Some(5 * SECOND);
    let workload =
        Workload::sorted(users, vec![batch(0, 0, 0, 3, &[1], 10), batch(1, 1, 1, 1, &[1], 10)]);
    let servers = [vec![1]];
    let metrics = engine::run(Setting::new(&servers, &workload, Policy::FirstFit), &mut |_| true);
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
    let setting = Setting { every: 5 * SECOND, horizon: Some(20 * SECOND), ..Setting::new(&servers, &workload, Policy::FirstFit) };
    engine::run(setting, &mut |state| {
        seen.push(state.running.clone());
        true
    });
    assert_eq!(seen, vec![vec![3, 6]; 4]);
}

/// Table I adds up to what the trace is said to have: 12,583 servers.
#[test]
fn table_one_has_all_its_servers() {
    let table = machines::table_one();
    assert_eq!(table.iter().map(|c| c.count).sum::<i64>(), 12_583);
    assert_eq!(table[0].capacity, [5000, 5000]);
    assert_eq!(table[6].capacity, [5000, 300]);
}

/// Student's interval for 1, 2, 3: the mean 2, and 4.303 / sqrt(3) to either side.
#[test]
fn intervals_by_hand() {
    let estimate = Estimate::of(&[1.0, 2.0, 3.0]).unwrap();
    assert!((estimate.mean - 2.0).abs() < 1e-12);
    assert!((estimate.high - 2.0 - 4.303 / 3f64.sqrt()).abs() < 1e-9);
}

/// The most probable draw, against a look at every draw of a small table.
#[test]
fn the_most_probable_draw_is_that_of_all_draws() {
    let class = |count, cpu, memory| machines::Class { count, capacity: vec![cpu, memory] };
    let table = [class(50, 2, 2), class(30, 2, 1), class(9, 4, 4), class(2, 2, 3), class(1, 1, 1)];
    let (mut some, mut none) = (0, 0);
    for cpu in 12..20 {
        for memory in 8..20 {
            let mut best: Option<(f64, Vec<i64>)> = None;
            let mut counts = [0i64; 5];
            let factorial = |n: i64| (1..=n).map(|k| k as f64).product::<f64>();
            for number in 0..7i64.pow(5) {
                (0..5).for_each(|k| counts[k] = number / 7i64.pow(k as u32) % 7);
                let sum = |r: usize| counts.iter().zip(&table).map(|(n, c)| n * c.capacity[r]).sum::<i64>();
                if counts.iter().sum::<i64>() != 6 || sum(0) != cpu || sum(1) != memory {
                    continue;
                }
                let weight: f64 =
                    counts.iter().zip(&table).map(|(n, c)| (c.count as f64).powi(*n as i32) / factorial(*n)).product();
                if best.as_ref().is_none_or(|(most, _)| weight > most * (1.0 + 1e-9)) {
                    best = Some((weight, counts.to_vec()));
                }
            }
            let found = machines::most_probable(&table, 6, &[cpu, memory]);
            match (&best, &found) {
                (Some((weight, _)), Some(counts)) => {
                    let own: f64 = counts
                        .iter()
                        .zip(&table)
                        .map(|(n, c)| (c.count as f64).powi(*n as i32) / factorial(*n))
                        .product();
                    assert!((own / weight - 1.0).abs() < 1e-9, "{cpu} {memory}: {counts:?} {best:?}");
                    some += 1;
                }
                (None, None) => none += 1,
                _ => panic!("{cpu} {memory}: {best:?} {found:?}"),
            }
        }
    }
    assert!(some > 20 && none > 5, "{some} {none}");
}
