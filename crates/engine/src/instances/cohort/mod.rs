//! Sources of cohorts: enumeration, random draws, and small changes.
//!
//! In a scope, `users` (or `workloads`) is the number of workloads and `servers` (or `queues`) the number of queues;
//! `max` bounds requests, `capacity` quotas, `weights` the weights of queues, `priorities` the priorities.

mod change;
mod draw;
mod enumerate;

pub use change::change;
pub use draw::{draw, stream};
pub use enumerate::{alike, enumerate};

use super::{Extras, Instances, Scope, ceiling, examples};
use crate::model::cohort::{Cohort, Queues};

/// The smallest scope that contains the instance.
fn extent(queues: &Queues) -> Scope {
    let requests = queues.workload.iter().flat_map(|w| &w.request);
    let priorities = queues.workload.iter().map(|w| w.priority.abs()).max();
    Scope {
        users: queues.workload.len(),
        servers: queues.queues(),
        resources: queues.resources(),
        max: ceiling(requests),
        capacity: Some(ceiling(queues.quota.iter().flatten())),
        extras: Extras {
            weights: Some(ceiling(queues.weight.iter())),
            resource_weights: Some(0),
            limits: Some(0),
            rates: Some(0),
            parts: Some(
                queues.numbers().map(|x| x.denominator().to_i64().unwrap_or(i64::MAX)).max().unwrap_or(1),
            ),
            priorities: Some(priorities.unwrap_or(0)),
            trees: Some(0),
            node_weights: None,
            owned: false,
            unconstrained: true,
        },
        ..Scope::default()
    }
}

/// The source of instances of the cohort model.
pub const COHORT: Instances<Cohort> = Instances {
    enumerate,
    draw,
    quick: None,
    words: None,
    change,
    extent,
    spelled: |scope, _| scope,
    whole: true,
    // Walks have no numbers to move: quotas and requests are small integers.
    numbers: |_, _| Vec::new(),
    with_numbers: |queues, _| Some(queues.clone()),
    alike,
    examples: examples::<Cohort>,
};
