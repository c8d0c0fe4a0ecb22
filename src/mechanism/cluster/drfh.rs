//! DRFH: max-min fair global dominant shares on heterogeneous servers (wang2013 IV-A, (4) and (7)).

use super::share::ShareFair;
use crate::model::cluster::fitting;

pub(super) const DRFH: ShareFair = ShareFair {
    id: "drfh",
    page: include_str!("../../../mechanisms/drfh.md"),
    constraints: false,
    yardstick: |pool, user| fitting(&pool.demand[user], &pool.pooled()),
};
