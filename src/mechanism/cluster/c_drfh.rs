//! C-DRFH: DRFH under placement constraints, the dominant share taken over the whole pool (khamse2017 II-B).

use super::share::ShareFair;
use crate::model::cluster::fitting;

pub(super) const C_DRFH: ShareFair = ShareFair {
    id: "c-drfh",
    page: include_str!("../../../mechanisms/c-drfh.md"),
    constraints: true,
    yardstick: |pool, user| fitting(&pool.demand[user], &pool.pooled()),
};
