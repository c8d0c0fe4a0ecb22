//! The engine finds a violation of every planted fault without hints, and shrinks it.

use fairwitness::archive::shrink::shrink;
use fairwitness::instances::{self, Extras, Instances, Scope};
use fairwitness::linear::{Patience, Stop};
use fairwitness::mechanism::{Anonymous, Mechanism};
use fairwitness::property::judge::Cell;
use fairwitness::scalar::Rational;
use fairwitness::search::{Brief, Budget, Found, Limits, Target, Watch, hunt, strategies};

use super::planted::{self, Fault, Tables};
use super::support::root;

fn convict<M: Tables>(
    mechanism: &'static dyn Mechanism<M>,
    fault: &Fault<M>,
    domain: &Instances<M>,
    (instances, extras): (u64, Extras),
) -> Option<(M::Instance<Rational>, u64)> {
    let cell = Cell { mechanism, property: fault.property() };
    let scope = Scope { resources: if M::ID == "covering" { 10 } else { 3 }, extras, ..Scope::default() };
    let stop = Stop::new();
    let limits = Limits { budget: Budget::instances(instances), threads: 2, stop: &stop, progress: &|_| {} };
    let renamed = Anonymous::ALL;
    let target = Target {
        cell,
        brief: Brief {
            instances: domain,
            scope,
            drawn: scope,
            renamed,
            ignored: renamed,
            seed: 0,
            archive: &[],
        },
    };
    let auto = strategies::<M>().into_iter().find(|s| s.id == "auto").unwrap();
    let (found, searched) = hunt(&target, &auto, &limits, &Watch::start(&limits));
    let Found { instance, conviction, .. } = found?;
    Some((shrink(cell, instance, conviction, &|_| true, &Patience::unlimited()).0, searched.instances))
}

/// The number of instances that `auto` examines until it finds the fault, by the book's table.
fn told(id: &str) -> u64 {
    let table = std::fs::read_to_string(root().join("book/measured/planted-faults.md")).unwrap();
    let row = table.lines().find(|line| line.starts_with(&format!("| `{id}` |")));
    let row = row.unwrap_or_else(|| panic!("{id} is not in the table: cargo bench --bench hunt"));
    row.split('|').rev().nth(1).unwrap().trim().parse().unwrap()
}

fn all<M: Tables>(
    faults: &'static [Fault<M>],
    domain: &Instances<M>,
    small: impl Fn(&M::Instance<Rational>) -> bool,
) {
    for fault in faults {
        let found = convict(fault, fault, domain, (400_000, Extras::default()));
        let (instance, looked_at) =
            found.unwrap_or_else(|| panic!("{} goes free of {}", fault.id, fault.breaks));
        assert_eq!(looked_at, told(fault.id), "{}: the table is stale: cargo bench --bench hunt", fault.id);
        assert!(small(&instance), "{}: {instance:?}", fault.id);
        // With weights per resource DRF itself leaves users below their part of a pool.
        let plain = Extras { resource_weights: Some(0), ..Extras::default() };
        let innocent = convict(fault.sound(), fault, domain, (1_000, plain));
        assert!(innocent.is_none(), "{}: the sound mechanism is convicted: {innocent:?}", fault.id);
    }
}

#[test]
fn planted_faults_of_clusters_are_convicted() {
    all(planted::CLUSTER, &instances::CLUSTER, |pool| {
        pool.users() <= 3 && pool.servers() <= 2 && pool.resources() <= 3
    });
}

#[test]
fn planted_faults_of_arrivals_are_convicted() {
    all(planted::ARRIVALS, &instances::ARRIVALS, |sequence| {
        sequence.steps() <= 3 && sequence.resources() <= 3
    });
}

#[test]
fn planted_faults_of_covering_are_convicted() {
    all(planted::COVERING, &instances::COVERING, |stock| stock.tasks() <= 3);
}

#[test]
fn there_are_enough_of_them() {
    assert!(planted::CLUSTER.len() + planted::ARRIVALS.len() + planted::COVERING.len() >= 25);
}
