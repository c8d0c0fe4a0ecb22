//! DRFH: max-min fair global dominant shares on heterogeneous servers (wang2013 IV-A, (4) and (7)).

use super::share::ShareFair;
use crate::model::cluster::Pool;
use crate::scalar::{Scalar, sum};

/// Tasks of a user that has everything there is of every resource, on one server.
pub(super) fn of_the_pool<S: Scalar>(pool: &Pool<S>, user: usize) -> S {
    let mut least: Option<S> = None;
    for (r, d) in pool.demand[user].iter().enumerate().filter(|(_, d)| d.is_positive()) {
        let most = sum(pool.capacity.iter().map(|row| row[r].clone())) / d;
        if least.as_ref().is_none_or(|least| most < *least) {
            least = Some(most);
        }
    }
    least.unwrap_or_else(S::zero)
}

pub(super) const DRFH: ShareFair = ShareFair {
    id: "drfh",
    page: include_str!("../../../mechanisms/drfh.md"),
    constraints: false,
    yardstick: of_the_pool,
    in_words: of_the_pool,
};
