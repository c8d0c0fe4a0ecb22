//! The order of Volcano: queues are compared along their paths, and the jobs of a queue by their own shares
//! (volcano, `pkg/scheduler/plugins/drf/drf.go`, `compareQueues` and `jobOrderFn`).

use std::cmp::Ordering;

use super::stand::Stand;
use crate::model::cluster::Hierarchy;
use crate::scalar::{Rational, Scalar, max};

/// A queue that holds users: its path of nodes from the root down, without the root, and its users.
struct Queue {
    path: Vec<usize>,
    users: Vec<usize>,
}

/// The user who gets the next task; `None` if no task fits.
pub(super) fn next(tree: &Hierarchy, weight: &[Rational], stand: &[Stand]) -> Option<usize> {
    let mut queues: Vec<Queue> = Vec::new();
    for (user, &leaf) in tree.leaf.iter().enumerate() {
        let mut path: Vec<usize> = tree.up(leaf).skip(1).collect();
        path.reverse();
        match queues.iter_mut().find(|queue| queue.path == path) {
            Some(queue) => queue.users.push(user),
            None => queues.push(Queue { path, users: vec![user] }),
        }
    }
    let open = |user: &usize| !stand[tree.leaf[*user]].blocked;
    let waiting = queues.iter().filter(|queue| queue.users.iter().any(open));
    let queue = waiting.reduce(|best, queue| match compare(weight, stand, queue, best) {
        Ordering::Less => queue,
        Ordering::Equal | Ordering::Greater => best,
    })?;
    let share = |user: usize| &stand[tree.leaf[user]].share;
    let jobs = queue.users.iter().copied().filter(open);
    jobs.reduce(|best, user| if share(user) < share(best) { user } else { best })
}

/// Compares two queues level by level along their paths: a saturated node comes last, then the smaller
/// weighted share comes first, then the nodes below decide while both paths continue.
fn compare(weight: &[Rational], stand: &[Stand], one: &Queue, other: &Queue) -> Ordering {
    let level = |node: usize| &stand[node].share / max(weight[node].clone(), Rational::one());
    for (&a, &b) in one.path.iter().zip(&other.path) {
        let order = stand[a].saturated.cmp(&stand[b].saturated).then_with(|| level(a).cmp(&level(b)));
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}
