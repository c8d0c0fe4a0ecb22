//! Laws over the whole table of mechanisms, on random instances.

use std::collections::BTreeSet;

use fairwitness::instances::{self, Scope};
use fairwitness::linear::Patience;
use fairwitness::mechanism::{CLUSTER, Mechanism, Settles, certified};
use fairwitness::model::Model as _;
use fairwitness::model::cluster::{Cluster, Placement, Pool, Running, Weight};
use fairwitness::property::evidence::run_of;
use fairwitness::scalar::{Rational, Scalar};

fn scope() -> Scope {
    Scope { users: 4, servers: 3, resources: 3, max: 9, ..Scope::default() }
}

/// Returns `true` if users in equal positions are distinguished by index, so that the first may get more.
fn breaks_ties_by_index(mechanism: &dyn Mechanism<Cluster>) -> bool {
    mechanism.setting().whole && !["pdrf", "pdrf-simplified", "pdrf-cycles"].contains(&mechanism.id())
}

fn rotated<T: Clone>(items: &[T]) -> Vec<T> {
    let mut items = items.to_vec();
    items.rotate_left(1);
    items
}

/// The instance with users, servers and resources renamed by rotation.
fn renamed(pool: &Pool) -> Pool {
    let both = |rows: &[Vec<Rational>]| rotated(&rows.iter().map(|row| rotated(row)).collect::<Vec<_>>());
    Pool {
        capacity: both(&pool.capacity),
        count: Vec::new(),
        demand: both(&pool.demand),
        weight: match &pool.weight {
            Weight::User(w) => Weight::User(rotated(w)),
            Weight::Resource(w) => Weight::Resource(both(w)),
        },
        eligible: rotated(&pool.eligible.iter().map(|row| rotated(row)).collect::<Vec<_>>()).into(),
        tasks: rotated(&pool.tasks),
        rate: pool.rate.as_ref().map(|rate| both(rate)),
        running: pool.running.as_ref().map(|some| Running::of(&both(&some.placement(pool.servers()).tasks))),
        tree: pool.tree.as_ref().and_then(|tree| tree.moved(&rotated(&tree.paths()))),
        team: None,
        owner: None,
        labels: pool.labels.clone(),
    }
}

/// Renaming renames: settled totals move with their users, and in any case the renamed outcome meets the
/// specification of the renamed instance.
#[test]
fn renaming_renames_the_outcome() {
    let mut compared = 0;
    for pool in instances::cluster::stream(scope(), 11).take(400) {
        let other = renamed(&pool);
        for mechanism in CLUSTER {
            let (Ok(before), Ok(after)) = (
                mechanism.allocate(&pool, &Patience::unlimited()),
                mechanism.allocate(&other, &Patience::unlimited()),
            ) else {
                continue;
            };
            let moved = Placement {
                tasks: rotated(&before.tasks.iter().map(|row| rotated(row)).collect::<Vec<_>>()),
            };
            match mechanism.settles(&pool) {
                _ if mechanism.as_printed() || breaks_ties_by_index(*mechanism) => continue,
                Settles::Nothing => {}
                Settles::Utilities => assert_eq!(moved.totals(), after.totals(), "{}", mechanism.id()),
                Settles::Outcome => assert_eq!(moved, after, "{}", mechanism.id()),
            }
            certified(*mechanism, &other, &moved, &Patience::unlimited())
                .unwrap_or_else(|e| panic!("{}: {e}", mechanism.id()));
            compared += 1;
        }
    }
    assert!(compared > 1500, "{compared}");
}

#[test]
fn the_unit_of_a_resource_does_not_matter() {
    for pool in instances::cluster::stream(scope(), 12).take(400) {
        let factor = Rational::new(7, 3);
        let mut other = pool.clone();
        other.capacity.iter_mut().chain(&mut other.demand).for_each(|row| row[0] = &row[0] * &factor);
        for mechanism in CLUSTER {
            match (
                mechanism.allocate(&pool, &Patience::unlimited()),
                mechanism.allocate(&other, &Patience::unlimited()),
            ) {
                // Floats round, and round differently in another unit.
                (Ok(_), Ok(_)) if mechanism.id().ends_with("f64") => {}
                (Ok(before), Ok(after)) if mechanism.settles(&pool) >= Settles::Utilities => {
                    assert_eq!(before.totals(), after.totals(), "{}", mechanism.id());
                }
                (before, after) => assert_eq!(before.is_ok(), after.is_ok(), "{}", mechanism.id()),
            }
        }
    }
}

#[test]
fn equal_users_get_equal_totals() {
    let mut equal = 0;
    for pool in instances::cluster::stream(scope(), 13).take(2000) {
        let twins: Vec<(usize, usize)> = (0..pool.users())
            .flat_map(|u| (0..u).map(move |v| (v, u)))
            .filter(|&(u, v)| {
                pool.truth(u) == pool.truth(v)
                    && pool.tasks[u] == pool.tasks[v]
                    && (0..pool.resources()).all(|r| pool.weight(u, r) == pool.weight(v, r))
            })
            .collect();
        for mechanism in CLUSTER.iter().filter(|_| !twins.is_empty()) {
            let Ok(outcome) = mechanism.allocate(&pool, &Patience::unlimited()) else { continue };
            let told_apart = mechanism.as_printed() || breaks_ties_by_index(*mechanism);
            if mechanism.settles(&pool) < Settles::Utilities || told_apart {
                continue;
            }
            for &(u, v) in &twins {
                equal += 1;
                assert_eq!(outcome.total(u), outcome.total(v), "{}", mechanism.id());
            }
        }
    }
    assert!(equal > 500, "{equal}");
}

/// Embedding: a server that no user may use and a resource that no user demands change nothing.
#[test]
fn what_nobody_uses_changes_nothing() {
    let mut differ = 0;
    for pool in instances::cluster::stream(scope(), 14).take(300) {
        let mut wider = pool.clone();
        wider.capacity.iter_mut().for_each(|row| row.push(Rational::int(5)));
        wider.demand.iter_mut().for_each(|row| row.push(Rational::zero()));
        for mechanism in CLUSTER {
            let (Ok(before), Ok(after)) = (
                mechanism.allocate(&pool, &Patience::unlimited()),
                mechanism.allocate(&wider, &Patience::unlimited()),
            ) else {
                continue;
            };
            if mechanism.id() == "best-fit-drfh" {
                // The fitness of this rule counts all resources, demanded or not.
                differ += usize::from(before.totals() != after.totals());
            } else if mechanism.settles(&pool) >= Settles::Utilities {
                assert_eq!(before.totals(), after.totals(), "{}", mechanism.id());
            }
        }
    }
    assert!(differ > 0, "nor is best fit an exception");
}

#[test]
fn every_outcome_is_feasible_and_certified() {
    let mut certificates = 0;
    for pool in instances::cluster::stream(scope(), 15).take(1000) {
        for mechanism in CLUSTER {
            let Ok(run) = run_of(*mechanism, &pool, &Patience::unlimited()) else { continue };
            if mechanism.as_printed() {
                continue;
            }
            Cluster::feasible(mechanism.setting(), &pool, &run.outcome)
                .unwrap_or_else(|e| panic!("{}: {e}", mechanism.id()));
            certified(*mechanism, &pool, &run.outcome, &Patience::unlimited())
                .unwrap_or_else(|e| panic!("{}: {e}", mechanism.id()));
            certificates += 1;
        }
    }
    assert!(certificates > 4000, "{certificates}");
}

/// Certificates reject: an outcome with a little less for one user meets no specification.
#[test]
fn a_thinned_outcome_is_not_certified() {
    let mut rejected = 0;
    for pool in instances::cluster::stream(scope(), 16).take(200) {
        for mechanism in CLUSTER.iter().filter(|m| !m.as_printed()) {
            let Ok(mut outcome) = mechanism.allocate(&pool, &Patience::unlimited()) else { continue };
            let Some(cell) = outcome.tasks.iter_mut().flatten().find(|x| x.is_positive()) else { continue };
            *cell = &*cell * Rational::new(9, 10);
            assert!(
                certified(*mechanism, &pool, &outcome, &Patience::unlimited()).is_err(),
                "{}: {pool:?}",
                mechanism.id()
            );
            rejected += 1;
        }
    }
    assert!(rejected > 500, "{rejected}");
}

/// Counting a user's tasks in another unit changes nothing: bundles stay, even if a specification leaves a choice. A
/// rule that counts tasks declares `unit = "task"` on its page, and its outcome is seen to depend on the unit.
#[test]
fn the_unit_of_a_task_does_not_matter() {
    let (mut compared, mut changed) = (0, BTreeSet::new());
    let counts = |mechanism: &dyn Mechanism<Cluster>| mechanism.page().contains("\nunit = \"task\"\n");
    for pool in
        instances::cluster::stream(scope(), 17).filter(|p| p.tasks.iter().all(Option::is_none)).take(400)
    {
        let factor = Rational::new(3, 2);
        let mut other = pool.clone();
        other.demand[0].iter_mut().for_each(|d| *d = &*d * &factor);
        for mechanism in CLUSTER.iter().filter(|m| !m.as_printed()) {
            let (Ok(before), Ok(after)) = (
                mechanism.allocate(&pool, &Patience::unlimited()),
                mechanism.allocate(&other, &Patience::unlimited()),
            ) else {
                continue;
            };
            if mechanism.setting().whole {
                continue; // A task is what it is.
            }
            let mut expected = before.totals();
            expected[0] = &expected[0] / &factor;
            if counts(*mechanism) {
                changed.extend((after.totals() != expected).then_some(mechanism.id()));
                continue;
            }
            assert_eq!(after.totals(), expected, "{}: {pool:?}", mechanism.id());
            compared += 1;
        }
    }
    assert!(compared > 1500, "{compared}");
    let counting: BTreeSet<&str> = CLUSTER.iter().filter(|m| counts(**m)).map(|m| m.id()).collect();
    assert_eq!(changed, counting, "rules that say that they count tasks");
}
