//! Sources of cohorts: enumeration, random draws, and small changes.
//!
//! In a scope, `users` (or `workloads`) is the number of workloads and `servers` (or `queues`) the number of queues;
//! `max` bounds requests, `capacity` quotas, `weights` the weights of queues, `priorities` the priorities.

mod change;
mod draw;
mod enumerate;

pub use change::change;
pub use draw::{draw, stream};
pub use enumerate::{alike, enumerate, listable};

use super::{Extras, Instances, Probe, Scope, beyond, ceiling, counted, examples, larger, weighing};
use crate::model::cohort::{Cohort, Queues, Terms, Workload};
use crate::scalar::{Rational, Scalar, sum};

/// The smallest plain scope with the sizes and the largest numbers of the instance.
fn extent(queues: &Queues) -> Scope {
    let requests = queues.workload.iter().flat_map(|w| &w.request);
    let scope = Scope::of_size(queues.workload.len(), queues.queues(), queues.resources(), ceiling(requests));
    Scope { capacity: Some(ceiling(queues.quota.iter().flatten())), ..scope }
}

/// The first part of the cohort that the scope does not contain.
fn outside(scope: Scope, queues: &Queues) -> Option<String> {
    let sizes = [
        (queues.workload.len(), scope.users, "workload"),
        (queues.queues(), scope.servers, "queue"),
        (queues.resources(), scope.resources, "resource"),
    ];
    let Extras { weights, parts, priorities, .. } = scope.extras;
    let large = sizes.into_iter().find(|(size, most, _)| size > most);
    let ranked = queues.workload.iter().map(|w| w.priority);
    let priority = ranked.into_iter().find(|p| !(0..=priorities.unwrap_or(0)).contains(p));
    let total = |r: usize| sum(queues.quota.iter().map(|row| row[r].clone()));
    let never = (0..queues.resources()).any(|r| {
        let total = total(r);
        queues.workload.iter().any(|w| w.request[r] > total)
    });
    let equal = weights == Some(1) && queues.weight.iter().any(|w| *w != Rational::one());
    large
        .map(|(size, _, noun)| counted(size, noun))
        .or_else(|| larger(queues.workload.iter().flat_map(|w| &w.request), scope.max, "request"))
        .or_else(|| larger(queues.quota.iter().flatten(), scope.most_capacity(), "quota"))
        .or_else(|| weighing(queues.weight.iter(), weights, "weight"))
        .or_else(|| equal.then(|| "weights that differ".to_string()))
        .or_else(|| beyond(queues.numbers(), parts))
        .or_else(|| priority.map(|p| format!("a priority of {p}")))
        .or_else(|| never.then(|| "a request above the sum of the quotas".to_string()))
        .or_else(|| {
            let asks = queues.incoming.is_some_and(|w| queues.pending().first() != Some(&w));
            asks.then(|| "an asking workload that is not the first one to wait".to_string())
        })
}

/// Cohorts of one queue, one for each part that not every mechanism takes.
fn probes() -> Vec<Probe<Cohort>> {
    let one = Rational::one;
    let cohort = |weight: i64, priority: i64| Queues {
        quota: vec![vec![one()]],
        weight: vec![Rational::int(weight)],
        workload: vec![Workload { queue: 0, request: vec![one()], priority }],
        admitted: Vec::new(),
        incoming: None,
        terms: Terms::default(),
    };
    vec![("weights", cohort(2, 0)), ("priorities", cohort(1, 1))]
}

/// The scope with the default of random instances for each open bound.
fn spelled(scope: Scope) -> Scope {
    let open = Extras { weights: Some(3), priorities: Some(2), parts: Some(2), ..Extras::PLAIN };
    Scope { extras: scope.extras.or(open), ..scope }
}

/// The source of instances of the cohort model.
pub const COHORT: Instances<Cohort> = Instances {
    reads: &[
        "users",
        "servers",
        "resources",
        "max",
        "capacity",
        "weights",
        "demands",
        "zeros",
        "parts",
        "priorities",
    ],
    enumerate,
    listable,
    placed: |_| false,
    draw,
    quick: None,
    words: None,
    change,
    outside,
    extent,
    spelled,
    probes,
    // Walks have no numbers to move: quotas and requests are small integers.
    numbers: |_, _| Vec::new(),
    with_numbers: |queues, _| Some(queues.clone()),
    alike,
    examples: examples::<Cohort>,
};
