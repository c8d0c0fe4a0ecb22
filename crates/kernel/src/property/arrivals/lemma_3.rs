//! Lemma 3 of li2019: an agent with a larger share arrived earlier and has not gained since the other agent
//! arrived. The inequality is that of `def`, asked of any outcome, feasible or not.

use super::def::{Inequality, told};
use super::history::OfHistory;

/// The property `lemma-3` of a history.
pub const LEMMA_3: OfHistory<Inequality> =
    OfHistory { id: "lemma-3", judges_infeasible: true, inequalities: Inequality, tell: told };
