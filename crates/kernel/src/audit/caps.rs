//! The caps of queues in plans: what the tasks of all users below a queue use together, at most.

use crate::model::cluster::Pool;
use crate::scalar::{Rational, Scalar as _, sum};

/// The cap of a queue for one resource.
#[derive(Clone, Debug, PartialEq)]
pub struct Cap {
    /// The users below the queue whose tasks need the resource, by index.
    pub users: Vec<usize>,
    /// The resource.
    pub resource: usize,
    /// The amount that they may use.
    pub most: Rational,
}

impl Cap {
    /// The amount that the users use when they run `totals`.
    pub fn used(&self, pool: &Pool, totals: &[Rational]) -> Rational {
        sum(self.users.iter().map(|&u| &totals[u] * &pool.demand[u][self.resource]))
    }
}

/// The caps of the queues of a pool.
pub fn caps(pool: &Pool) -> Vec<Cap> {
    let Some(tree) = pool.tree.as_ref().filter(|tree| tree.has_quotas()) else { return Vec::new() };
    let mut below = vec![Vec::new(); tree.inner.len()];
    for (u, above) in tree.above.iter().enumerate() {
        std::iter::successors(*above, |k| tree.inner[*k].above).for_each(|k| below[k].push(u));
    }
    let of = |(node, users): (usize, Vec<usize>)| {
        let cap = move |(resource, cap): (usize, &Option<Rational>)| {
            let needs = |u: &&usize| pool.demand[**u][resource].is_positive();
            let users = users.iter().filter(needs).copied().collect();
            cap.clone().map(|most| Cap { users, resource, most })
        };
        tree.inner[node].cap.iter().enumerate().filter_map(cap)
    };
    below.into_iter().enumerate().flat_map(of).collect()
}
