//! Random cohorts: lenders without workloads, queues without quota, workloads that displace one another.

use chacha20::ChaCha8Rng;
use rand::RngExt;

use super::super::{Candidates, Scope, chance, draw_number, some_number};
use super::{outside, spelled};
use crate::model::Hypothesis;
use crate::model::cohort::{Cohort, Queues, Terms, Workload};
use crate::scalar::{Rational, Scalar};

/// Endless random cohorts within the scope.
pub fn stream(scope: Scope, seed: u64) -> Candidates<Cohort> {
    Box::new((0..).map(move |k| draw(&mut draw_number(seed, k), scope)))
}

/// A random weight of a queue within the scope.
pub(super) fn weight(rng: &mut ChaCha8Rng, scope: Scope) -> Rational {
    let most = scope.extras.weights.unwrap_or(1);
    let part = if most > 1 { part(rng, scope) } else { 1 };
    Rational::new(rng.random_range(part..=part * most), part)
}

/// A denominator within the scope, mostly 1.
fn part(rng: &mut ChaCha8Rng, scope: Scope) -> i64 {
    let most = scope.extras.parts.unwrap_or(1);
    if most > 1 && chance(rng, 20) { rng.random_range(2..=most) } else { 1 }
}

/// A random priority within the scope.
pub(super) fn priority(rng: &mut ChaCha8Rng, scope: Scope) -> i64 {
    rng.random_range(0..=scope.extras.priorities.unwrap_or(0))
}

/// A random workload within the scope.
pub(super) fn workload(rng: &mut ChaCha8Rng, scope: Scope, queues: usize, resources: usize) -> Workload {
    let least = i64::from(scope.hypothesis == Hypothesis::PositiveDemands);
    let mut request: Vec<Rational> = (0..resources).map(|_| some_number(rng, least, scope.max)).collect();
    if request.iter().all(Scalar::is_zero) {
        request[rng.random_range(0..resources)] = some_number(rng, 1, scope.max);
    }
    Workload { queue: rng.random_range(0..queues), request, priority: 0 }
}

/// Removes admitted workloads, the youngest first, until the rest fits and some workload is pending; clears
/// the asking workload if it is admitted or does not exist.
pub(super) fn repair(queues: &mut Queues) {
    while !queues.overloads(&queues.admitted).is_empty() || queues.admitted.len() == queues.workload.len() {
        queues.admitted.pop();
    }
    queues.incoming = queues.incoming.filter(|w| *w < queues.workload.len() && !queues.admitted.contains(w));
}

/// The number of attempts at a cohort in which the quotas suffice for each workload.
const TRIES: usize = 40;

/// A random cohort within the scope. After that many attempts without success it is the smallest one.
pub fn draw(rng: &mut ChaCha8Rng, scope: Scope) -> Queues {
    let scope = spelled(scope);
    (0..TRIES).map(|_| attempt(rng, scope)).find(|drawn| outside(scope, drawn).is_none()).unwrap_or_else(
        || {
            let one = Rational::one;
            let workload = Workload { queue: 0, request: vec![one()], priority: 0 };
            Queues {
                quota: vec![vec![one()]],
                weight: vec![one()],
                workload: vec![workload],
                admitted: vec![],
                incoming: None,
                terms: Terms::default(),
            }
        },
    )
}

/// A random cohort: few queues or many, weights and priorities in some draws, and mostly as many workloads admitted as
/// fit.
fn attempt(rng: &mut ChaCha8Rng, scope: Scope) -> Queues {
    let queues = rng.random_range(scope.servers.min(2)..=scope.servers);
    let resources = rng.random_range(1..=scope.resources);
    let count = rng.random_range(scope.users.min(2)..=scope.users);
    let (capacity, poor) = (scope.most_capacity(), [0, 40, 70][rng.random_range(0..3)]);
    let quota: Vec<Vec<Rational>> = (0..queues)
        .map(|_| {
            let none = chance(rng, poor);
            (0..resources)
                .map(|_| if none { Rational::zero() } else { some_number(rng, 0, capacity) })
                .collect()
        })
        .collect();
    let weighted = chance(rng, 30);
    let weight = (0..queues).map(|_| if weighted { weight(rng, scope) } else { Rational::one() }).collect();
    let ranked = chance(rng, 30);
    let workload = (0..count)
        .map(|_| {
            let mut one = workload(rng, scope, queues, resources);
            if ranked {
                one.priority = priority(rng, scope);
            }
            one
        })
        .collect();
    let mut drawn =
        Queues { quota, weight, workload, admitted: Vec::new(), incoming: None, terms: Terms::default() };
    let mut order: Vec<usize> = (0..count).collect();
    for k in (1..count).rev() {
        order.swap(k, rng.random_range(0..=k));
    }
    let eager = [0, 60, 90, 100][rng.random_range(0..4)];
    for w in order {
        drawn.admitted.push(w);
        if !chance(rng, eager) || !drawn.overloads(&drawn.admitted).is_empty() {
            drawn.admitted.pop();
        }
    }
    repair(&mut drawn);
    // A smaller request fits, too; fractions come last, so that a draw without them keeps its result from earlier versions.
    let part = Rational::int(part(rng, scope));
    drawn.workload[0].request.iter_mut().for_each(|amount| *amount = &*amount / &part);
    drawn
}
