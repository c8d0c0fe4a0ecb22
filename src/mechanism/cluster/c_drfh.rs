//! C-DRFH: DRFH under placement constraints, the dominant share taken over the whole pool (khamse2017 II-B).

use super::drfh::of_the_pool;
use super::share::ShareFair;

pub(super) const C_DRFH: ShareFair = ShareFair {
    id: "c-drfh",
    page: include_str!("../../../mechanisms/c-drfh.md"),
    constraints: true,
    yardstick: of_the_pool,
    in_words: of_the_pool,
};
