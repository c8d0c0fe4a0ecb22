//! Small random changes of a cohort.

use chacha20::ChaCha8Rng;
use rand::RngExt;

use super::super::{Scope, chance, some_number};
use super::draw::{draw, priority, repair, weight, workload};
use crate::model::cohort::{Queues, Terms};
use crate::scalar::{Rational, Scalar};

/// A changed cohort: another quota, request, weight, priority, number of workloads, queue of a workload,
/// order of admission, or asking workload.
pub fn change(rng: &mut ChaCha8Rng, scope: Scope, queues: &Queues) -> Queues {
    let mut changed = Queues { incoming: None, terms: Terms::default(), ..queues.clone() };
    for _ in 0..rng.random_range(1..=2) {
        let (count, resources) = (changed.workload.len(), changed.resources());
        let (w, other) = (rng.random_range(0..count), rng.random_range(0..count));
        let (q, r) = (rng.random_range(0..changed.queues()), rng.random_range(0..resources));
        match rng.random_range(0..12) {
            0 | 1 => changed.quota[q][r] = some_number(rng, 0, scope.most_capacity()),
            2 | 3 => changed.workload[w].request[r] = some_number(rng, 0, scope.max),
            4 => {
                let step = Rational::int([-1, 1][rng.random_range(0..2)]);
                changed.workload[w].request[r] = &changed.workload[w].request[r] + step;
            }
            5 if chance(rng, 50) => changed.weight[q] = weight(rng, scope),
            6 if chance(rng, 50) => changed.workload[w].priority = priority(rng, scope),
            7 if count < scope.users => {
                let new = workload(rng, scope, changed.queues(), resources);
                changed.workload.push(new);
            }
            8 if count > 1 => {
                changed.workload.pop();
                changed.admitted.retain(|w| *w < changed.workload.len());
            }
            9 => changed.workload[w].queue = q,
            10 if !changed.admitted.contains(&w) => changed.admitted.push(w),
            10 => changed.admitted.retain(|admitted| *admitted != w),
            _ => changed.workload.swap(w, other),
        }
    }
    if changed.workload.iter().any(|w| w.request.iter().any(Scalar::is_negative)) {
        return draw(rng, scope);
    }
    repair(&mut changed);
    changed
}
