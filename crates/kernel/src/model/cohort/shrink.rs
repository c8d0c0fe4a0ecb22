//! Smaller cohort instances, one shrinking step away.

use super::{Queues, Terms};
use crate::model::simpler;
use crate::scalar::{Rational, Scalar};

/// The instance without `workload`; the indexes after it decrease by one.
pub(super) fn without(queues: &Queues, workload: usize) -> Queues {
    let mut rest = queues.clone();
    rest.workload.remove(workload);
    rest.terms.drop_workload(workload);
    let moved = |w: usize| if w > workload { w - 1 } else { w };
    rest.admitted = queues.admitted.iter().copied().filter(|w| *w != workload).map(moved).collect();
    rest.incoming = queues.incoming.filter(|w| *w != workload).map(moved);
    rest
}

/// The instance without `queue` and its workloads.
fn without_queue(queues: &Queues, queue: usize) -> Queues {
    let mut rest = queues.clone();
    for w in (0..queues.workload.len()).rev().filter(|w| queues.workload[*w].queue == queue) {
        rest = without(&rest, w);
    }
    rest.quota.remove(queue);
    rest.weight.remove(queue);
    rest.terms.drop_queue(queue);
    for workload in &mut rest.workload {
        workload.queue -= usize::from(workload.queue > queue);
    }
    rest
}

/// All single shrinking steps, boldest first: a queue less, a workload less, a resource less, plain terms, all weights
/// one, all priorities zero, an admitted workload pending, no workload named as asking, the admitted ones in
/// order of submission, a simpler number.
pub(super) fn steps(queues: &Queues) -> impl Iterator<Item = Queues> + '_ {
    let edit = |change: &dyn Fn(&mut Queues)| {
        let mut smaller = queues.clone();
        change(&mut smaller);
        smaller
    };
    let mut found: Vec<Queues> = Vec::new();
    if queues.queues() > 1 {
        found.extend((0..queues.queues()).map(|q| without_queue(queues, q)));
    }
    found.extend((0..queues.workload.len()).map(|w| without(queues, w)));
    if queues.resources() > 1 {
        found.extend((0..queues.resources()).map(|r| {
            edit(&|smaller| {
                smaller.quota.iter_mut().for_each(|row| drop(row.remove(r)));
                smaller.workload.iter_mut().for_each(|w| drop(w.request.remove(r)));
                smaller.terms.drop_column(r);
            })
        }));
    }
    found.push(edit(&|smaller| smaller.terms = Terms::default()));
    found.push(edit(&|smaller| smaller.weight.fill(Rational::one())));
    found.push(edit(&|smaller| smaller.workload.iter_mut().for_each(|w| w.priority = 0)));
    found.extend((0..queues.admitted.len()).map(|k| {
        edit(&|smaller| {
            smaller.admitted.remove(k);
        })
    }));
    found.push(edit(&|smaller| smaller.incoming = None));
    found.push(edit(&|smaller| smaller.admitted.sort_unstable()));
    for (k, workload) in queues.workload.iter().enumerate() {
        let nearer =
            [0, workload.priority.signum()].into_iter().filter(|p| p.abs() < workload.priority.abs());
        found.extend(nearer.map(|p| edit(&|smaller| smaller.workload[k].priority = p)));
    }
    for (w, workload) in queues.workload.iter().enumerate() {
        for (r, now) in workload.request.iter().enumerate() {
            found.extend(
                simpler(now).iter().map(|x| edit(&|smaller| smaller.workload[w].request[r] = x.clone())),
            );
        }
    }
    for (q, row) in queues.quota.iter().enumerate() {
        for (r, now) in row.iter().enumerate() {
            let to = simpler(now);
            found.extend(to.iter().map(|x| edit(&|smaller| smaller.quota[q][r] = x.clone())));
        }
    }
    for (q, now) in queues.weight.iter().enumerate() {
        let to = simpler(now);
        let above = to.iter().filter(|x| x.is_positive());
        found.extend(above.map(|x| edit(&|smaller| smaller.weight[q] = x.clone())));
    }
    found.into_iter().filter(move |smaller| smaller != queues && sound(smaller))
}

/// Returns `true` if there is a workload, every workload requests something, and the admitted ones fit.
fn sound(queues: &Queues) -> bool {
    !queues.workload.is_empty()
        && queues.workload.iter().all(|w| w.request.iter().any(Scalar::is_positive))
        && queues.overloads(&queues.admitted).is_empty()
}
