//! Policies of schedulers in time on static demand: each ends at the outcome of its mechanism, and its index names the
//! server that a scan of every server names.

use chacha20::ChaCha8Rng;
use fairwitness::linear::Patience;
use fairwitness::mechanism::CLUSTER;
use fairwitness::model::cluster::{Pool, Weight};
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::simulator::engine::{self, Simulation, State};
use fairwitness::simulator::machines::generator;
use fairwitness::simulator::place::{Choice, Places, Stock, scan};
use fairwitness::simulator::policy::{POLICIES, Policy};
use fairwitness::simulator::workload::{Batch, Durations, Member, SECOND, Workload};
use rand::RngExt as _;

/// A static instance: amounts are integers, some zero; users have weights, finite tasks and eligible servers.
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
        (0..resources)
            .map(|_| if rng.random_range(0..8) == 0 { 0 } else { rng.random_range(1..=most) })
            .collect()
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
        pool.eligible = self.eligible.clone().into();
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
        Workload::sorted(
            (0..self.demand.len()).map(member).collect(),
            (0..self.demand.len()).map(batch).collect(),
        )
    }
}

fn placed(state: &State, users: usize) -> Vec<Vec<Rational>> {
    let servers = state.placed.len() / users;
    state
        .placed
        .chunks(servers)
        .map(|row| row.iter().map(|&x| Rational::int(i64::from(x))).collect())
        .collect()
}

/// A policy that is stepped on static demand ends at exactly the mechanism's outcome, with the index and without.
#[test]
fn stepped_on_static_demand_a_policy_ends_at_what_the_mechanism_hands_out() {
    for (id, policy) in POLICIES {
        let mechanism = CLUSTER.iter().find(|m| m.id() == *id).unwrap();
        let mut some = 0;
        for draw in 0..1000 {
            let case = drawn(*policy, &mut generator(7, draw));
            let handed = mechanism.allocate(&case.pool(), &Patience::unlimited()).unwrap();
            let workload = case.workload();
            for indexed in [true, false] {
                let mut end = None;
                let setting = Simulation {
                    horizon: Some(2),
                    every: 1,
                    placement: true,
                    indexed,
                    ..Simulation::new(&case.servers, &workload, *policy)
                };
                engine::run(setting, &mut |state| {
                    end = Some(placed(state, case.demand.len()));
                    true
                });
                assert_eq!(end.unwrap(), handed.tasks, "{id}, draw {draw}: {:?}", case.pool());
            }
            some += usize::from(handed.totals().iter().filter(|t| t.is_positive()).count() > 1);
        }
        assert!(some > 150, "{id}: in {some} draws only do two users run something");
    }
}

/// The indexes name the server that a scan of every server names, after any tasks were placed and removed.
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
