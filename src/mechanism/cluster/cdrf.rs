//! CDRF: shares of what a user could run with the whole cluster to itself (khamse2017 II-B, after its [4]).

use super::share::ShareFair;
use crate::model::cluster::Pool;
use crate::scalar::{Rational, sum};

/// Tasks of a user that has every server to itself, eligible or not.
pub(super) fn monopoly(pool: &Pool, user: usize) -> Rational {
    sum((0..pool.servers()).map(|i| pool.whole_server(user, i)))
}

pub(super) const CDRF: ShareFair = ShareFair {
    id: "cdrf",
    page: include_str!("../../../mechanisms/cdrf.md"),
    constraints: false,
    yardstick: monopoly,
};
