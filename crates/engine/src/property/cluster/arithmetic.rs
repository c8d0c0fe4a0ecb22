//! The displayed proof that an allocation fits, for a reader with a pencil.

use crate::arithmetic::{held, line};
use crate::model::cluster::{Placement, Pool};
use crate::scalar::Scalar;
use crate::trace::Line;

/// The displayed proof that `other` fits: the usage of each resource and its capacity.
pub(super) fn within(pool: &Pool, other: &Placement) -> Vec<Line> {
    let mut lines = Vec::new();
    if pool.rate.is_some() || pool.servers() * pool.resources() > MOST_CHECKED {
        return lines;
    }
    for i in 0..pool.servers() {
        for r in 0..pool.resources() {
            let terms: Vec<String> = (0..pool.users())
                .filter(|&u| pool.demand[u][r].is_positive() && other.tasks[u][i].is_positive())
                .map(|u| format!("{} * {}", held(&other.tasks[u][i]), held(&pool.demand[u][r])))
                .collect();
            if terms.is_empty() {
                continue;
            }
            let used = other.used(pool, i, r);
            let end = if used == pool.capacity[i][r] {
                format!(" = {used}")
            } else {
                format!(" = {used} <= {}", pool.capacity[i][r])
            };
            let of = format!("{} of {}", pool.resource_name(r), pool.server_name(i));
            lines.push(line(terms.join(" + ") + &end, format!("{of} in the other allocation")));
        }
    }
    lines
}

/// Resources of servers beyond which they are not written out one by one.
const MOST_CHECKED: usize = 12;
