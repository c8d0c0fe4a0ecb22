//! Lemma 3 of li2019: a larger share belongs to an earlier agent that has got nothing since the other came.
//! The same inequality as `def`, asked of any outcome.

use super::def::{Inequality, told};
use super::history::OfHistory;

/// `lemma-3`.
pub const LEMMA_3: OfHistory<Inequality> =
    OfHistory { id: "lemma-3", judges_infeasible: true, inequalities: Inequality, tell: told };
