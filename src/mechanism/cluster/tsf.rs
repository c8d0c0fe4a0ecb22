//! TSF, task share fairness: CDRF under placement constraints, the monopoly counted as if there were none
//! (khamse2017 II-B, after its [14]).

use super::cdrf::monopoly;
use super::share::ShareFair;

pub(super) const TSF: ShareFair = ShareFair {
    id: "tsf",
    page: include_str!("../../../mechanisms/tsf.md"),
    constraints: true,
    yardstick: monopoly,
    in_words: monopoly,
};
