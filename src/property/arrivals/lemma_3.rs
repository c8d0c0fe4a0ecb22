//! Lemma 3 of li2019: a larger share belongs to an earlier agent that has got nothing since the other came.
//! The same inequality as `def`, asked of any outcome.

use super::def::{shortfalls, told};
use super::history::OfHistory;

pub(super) const LEMMA_3: OfHistory = OfHistory {
    id: "lemma-3",
    page: include_str!("../../../properties/arrivals/lemma-3.md"),
    judges_infeasible: true,
    shortfalls,
    in_words: shortfalls,
    tell: told,
};
