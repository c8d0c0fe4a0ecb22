//! The search finds known violations, and enumerates exactly the instances of its scope.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use fairwitness::instances::{self, CLUSTER, Candidates, Instances, Scope};
use fairwitness::linear::{Cut, Patience, Stop};
use fairwitness::mechanism::Anonymous;
use fairwitness::model::cluster::{Cluster, Pool};
use fairwitness::property::judge::{Cell, Judgement};
use fairwitness::search::{Brief, Budget, Ended, Limits, Searched, Target, Watch, hunt, strategies};
use fairwitness::workbench::{Answer, Plan, model};
use fairwitness::{mechanism, property};

fn ask(
    mechanism: &str,
    property: &str,
    strategy: &'static str,
    budget: u64,
) -> fairwitness::workbench::CellReport {
    let plan = Plan { strategy, scope: Scope::default(), seed: 3, archive: Vec::new() };
    let stop = Stop::new();
    let limits = Limits { budget: Budget::instances(budget), threads: 2, stop: &stop, progress: &|_| {} };
    model("cluster").unwrap().search(mechanism, property, &plan, &limits).unwrap()
}

/// The cells that khamse2017 Table I marks as failing; violations of C-DRFH and TSF are found without examples. The
/// starred cells of PS-DSF (optimality and truthfulness under resource division) fail as well.
#[test]
fn the_failing_cells_of_table_one_are_found_without_examples() {
    let cells = [("c-drfh", "si"), ("c-drfh", "bf"), ("tsf", "bf"), ("ps-dsf", "po"), ("ps-dsf", "sp")];
    for (mechanism, property) in cells {
        for strategy in ["random", "auto"] {
            // Lies against PS-DSF are many and slow to judge: random search takes minutes, all strategies in turn
            // take seconds.
            if (mechanism, property, strategy) == ("ps-dsf", "sp", "random") {
                continue;
            }
            let report = ask(mechanism, property, strategy, 60_000);
            assert_eq!(report.answer, Answer::Violated, "{mechanism} {property} by {strategy}");
        }
    }
}

#[test]
fn a_search_that_is_stopped_says_what_it_looked_at() {
    let plan = Plan { strategy: "random", scope: Scope::default(), seed: 1, archive: Vec::new() };
    let stop = Stop::new();
    stop.throw();
    let limits = Limits { budget: Budget::instances(1000), threads: 1, stop: &stop, progress: &|_| {} };
    let report = model("cluster").unwrap().search("tsf", "po", &plan, &limits).unwrap();
    assert_eq!((report.answer, report.searched.instances), (Answer::Undecided, 0));
}

/// An enumeration counts screened instances like judged ones, and ends at one instance with and without the screen.
#[test]
fn a_screened_enumeration_counts_what_full_judgements_count() {
    let scope = Scope { users: 2, servers: 2, resources: 2, max: 3, ..Scope::PLAIN };
    let first: Vec<Pool> =
        instances::cluster::enumerate(scope, Anonymous::ALL).step_by(331).take(60).collect();
    let some = |scope: Scope, renamed: Anonymous| -> Candidates<Cluster> {
        Box::new(instances::cluster::enumerate(scope, renamed).step_by(331).take(60))
    };
    let domain = Instances { enumerate: some, ..CLUSTER };
    let stop = Stop::new();
    let limits = Limits { budget: Budget::instances(1000), threads: 1, stop: &stop, progress: &|_| {} };
    let strategy = strategies::<Cluster>().into_iter().find(|s| s.id == "exhaustive").unwrap();
    let (mut screened, mut ends) = (0, 0);
    for id in ["c-drfh", "cdrf", "drf", "drf-per-server", "drfh", "tsf", "uniform", "ps-dsf"] {
        let mechanism = mechanism::CLUSTER.iter().copied().find(|m| m.id() == id).unwrap();
        for &property in property::CLUSTER {
            let cell = Cell { mechanism, property };
            let mut full = Searched::default();
            let mut violated = None;
            for pool in &first {
                full.instances += 1;
                match cell.judge(pool, &Patience::unlimited()).unwrap() {
                    Judgement::Holds(_) => {}
                    Judgement::Refused(_) => full.refused += 1,
                    Judgement::Undecided(_, open) if open.trials > 0 => {}
                    Judgement::Undecided(..) => full.undecided += 1,
                    Judgement::OutOfScope(..) => full.out_of_scope += 1,
                    Judgement::Violated(_) => {
                        violated = Some(pool.clone());
                        break;
                    }
                }
            }
            let renamed = Anonymous::ALL;
            let target = Target {
                cell,
                brief: Brief {
                    instances: &domain,
                    scope,
                    drawn: scope,
                    renamed,
                    ignored: renamed,
                    seed: 0,
                    archive: &[],
                },
            };
            let (found, searched) = hunt(&target, &strategy, &limits, &Watch::start(&limits));
            let counts = |s: &Searched| [s.instances, s.refused, s.undecided, s.out_of_scope];
            assert_eq!(counts(&searched), counts(&full), "{id} {}", property.id());
            assert_eq!(found.map(|f| f.instance), violated, "{id} {}", property.id());
            screened += searched.screened;
            ends += usize::from(searched.instances < first.len() as u64);
        }
    }
    assert!(screened > 1000 && ends > 20, "{screened} {ends}");
}

/// All distinguishing data of an instance, as numbers.
fn key(pool: &Pool) -> Vec<String> {
    let mut key: Vec<String> = pool.capacity.iter().map(|row| format!("{row:?}")).collect();
    key.extend((0..pool.users()).map(|u| format!("{:?}{:?}", pool.demand[u], pool.eligible[u])));
    key
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![vec![]];
    }
    let smaller = permutations(n - 1);
    smaller.iter().flat_map(|p| (0..n).map(move |at| [&p[..at], &[n - 1], &p[at..]].concat())).collect()
}

/// The images of an instance under all renamings.
fn orbit(pool: &Pool) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    for users in permutations(pool.users()) {
        for servers in permutations(pool.servers()) {
            for resources in permutations(pool.resources()) {
                let mut other = pool.clone();
                for (i, &j) in servers.iter().enumerate() {
                    other.capacity[i] = resources.iter().map(|&r| pool.capacity[j][r].clone()).collect();
                }
                for (u, &v) in users.iter().enumerate() {
                    other.demand[u] = resources.iter().map(|&r| pool.demand[v][r].clone()).collect();
                    other.eligible[u] = servers.iter().map(|&i| pool.eligible[v][i]).collect();
                }
                found.insert(key(&other));
            }
        }
    }
    found
}

/// The enumeration meets every orbit exactly once: the orbits are disjoint, and their sizes sum to the number of
/// instances.
#[test]
fn every_instance_once_up_to_renaming() {
    let scope = Scope { users: 2, servers: 2, resources: 2, max: 1, ..Scope::PLAIN };
    let mut seen: BTreeSet<Vec<String>> = BTreeSet::new();
    let (mut representatives, mut total) = (0, 0);
    for pool in instances::cluster::enumerate(scope, Anonymous::ALL) {
        let orbit = orbit(&pool);
        representatives += 1;
        total += orbit.len();
        assert!(orbit.iter().all(|key| !seen.contains(key)), "{pool:?} is met twice");
        seen.extend(orbit);
    }
    // The number of instances: (servers, resources) pairs times users, entries 0 or 1 with at least one 1 (demands
    // are never all zero), eligibility any non-empty set.
    let mut expected = 0;
    for users in 1..=2u32 {
        for servers in 1..=2u32 {
            for resources in 1..=2u32 {
                let capacities = 2usize.pow(servers * resources);
                let user = (2usize.pow(resources) - 1) * (2usize.pow(servers) - 1);
                expected += capacities * user.pow(users);
            }
        }
    }
    assert_eq!(total, expected);
    assert!(representatives < total / 3, "{representatives} of {total}");
}

/// The number of cycles of the permutation of pairs that two permutations induce.
fn cycles(p: &[usize], q: &[usize]) -> u32 {
    let mut seen = vec![vec![false; q.len()]; p.len()];
    let mut count = 0;
    for i in 0..p.len() {
        for r in 0..q.len() {
            if seen[i][r] {
                continue;
            }
            count += 1;
            let (mut a, mut b) = (i, r);
            while !seen[a][b] {
                seen[a][b] = true;
                (a, b) = (p[a], q[b]);
            }
        }
    }
    count
}

/// Burnside: the number of classes is the mean number of instances that a renaming of users and resources fixes. One
/// server with capacities from 0, positive demands.
fn classes(users: usize, resources: usize, max: u64) -> u64 {
    let (mut fixed, mut group) = (0, 0);
    for p in permutations(users) {
        for q in permutations(resources) {
            fixed += (max + 1).pow(cycles(&[0], &q)) * max.pow(cycles(&p, &q));
            group += 1;
        }
    }
    fixed / group
}

#[test]
fn counts_are_those_of_burnside() {
    use fairwitness::model::Hypothesis;
    for (users, resources, max) in [(2, 2, 3), (3, 2, 2), (3, 3, 2), (4, 3, 2), (2, 4, 2), (4, 2, 3)] {
        let scope = Scope {
            users,
            servers: 1,
            resources,
            max,
            hypothesis: Hypothesis::PositiveDemands,
            ..Scope::PLAIN
        };
        let listed = instances::cluster::enumerate_size(scope).count() as u64;
        // The classes whose largest entry is exactly `max`.
        let most = max as u64;
        assert_eq!(listed, classes(users, resources, most) - classes(users, resources, most - 1), "{scope}");
    }
}

/// A deadline ends the present work and the report says so; the instance that was cut counts as undecided. Without a
/// limit nothing is cut.
#[test]
fn time_ends_a_single_large_judgement() {
    let scope: Scope = "users=64,servers=64,resources=64".parse().unwrap();
    let stop = Stop::new();
    let budget: Budget = "400ms".parse().unwrap();
    let limits = Limits { budget, threads: 2, stop: &stop, progress: &|_| {} };
    let plan = Plan { strategy: "random", scope, seed: 0, archive: Vec::new() };
    let started = std::time::Instant::now();
    let report = model("cluster").unwrap().search("tsf", "sp", &plan, &limits).unwrap();
    // The lies on one such instance alone take minutes.
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    assert_eq!((report.answer, report.searched.ended), (Answer::Undecided, Ended::Time));
    assert!(report.searched.undecided > 0 && report.searched.instances < 64, "{:?}", report.searched);
    let few = Limits { budget: Budget::instances(5), threads: 1, stop: &stop, progress: &|_| {} };
    let plan = Plan { scope: Scope::default(), ..plan };
    let report = model("cluster").unwrap().search("tsf", "ef", &plan, &few).unwrap();
    assert_eq!((report.searched.ended, report.searched.instances), (Ended::Instances, 5));
    stop.throw();
    let report = model("cluster").unwrap().search("tsf", "ef", &plan, &few).unwrap();
    assert_eq!((report.searched.ended, report.searched.instances), (Ended::Interrupted, 0));
}

/// Work without a limit is never cut; after its deadline it is cut at the next check. A switch cuts the work that
/// uses a clone of it, and no other work.
#[test]
fn patience_ends_where_it_is_asked_for() {
    let work = |patience: &Patience| (0..1000).try_for_each(|_| patience.check());
    let (past, never) = (Patience::unlimited().until(Instant::now()), Patience::unlimited());
    assert_eq!((work(&past), past.check(), work(&never)), (Err(Cut), Err(Cut), Ok(())));
    assert_eq!((past.over(), never.over()), (true, false));
    let (mine, yours) = (Stop::new(), Stop::new());
    let (one, other) = (Patience::with(&mine), Patience::with(&yours).until(None));
    assert_eq!((work(&one), work(&other)), (Ok(()), Ok(())));
    assert_eq!((mine.clone().throw(), mine.throw()), (false, true));
    assert_eq!((work(&one), work(&one.clone()), work(&other)), (Err(Cut), Err(Cut), Ok(())));
    // The earlier of two deadlines counts.
    let late = Instant::now() + Duration::from_secs(3600);
    assert!(Patience::unlimited().until(late).until(Instant::now()).over());
    assert!(!Patience::unlimited().until(late).over());
    assert_eq!((past.unless_cut(Some(1)), past.unless_cut::<u8>(None)), (Ok(Some(1)), Err(Cut)));
    assert_eq!(never.unless_cut::<u8>(None), Ok(None));
}
