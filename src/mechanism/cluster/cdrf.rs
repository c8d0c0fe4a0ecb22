//! CDRF: shares of what a user could run with the whole cluster to itself (khamse2017 II-B, after its [4]).

use super::share::ShareFair;
use crate::model::cluster::Pool;
use crate::scalar::{Scalar, sum};

/// Tasks of a user that has every server to itself, eligible or not.
pub(super) fn monopoly<S: Scalar>(pool: &Pool<S>, user: usize) -> S {
    sum((0..pool.servers()).map(|i| pool.whole_server(user, i)))
}

pub(super) const CDRF: ShareFair = ShareFair {
    id: "cdrf",
    page: include_str!("../../../mechanisms/cdrf.md"),
    constraints: false,
    yardstick: monopoly,
    in_words: monopoly,
};
