//! Measures of covering, relative to the fairest assignment.

mod approximation_ratio;
mod homogeneous_ratio;
mod integrality_gap;

use super::{Measure, Ratio, Valued, Worse};
use crate::linear::{Patience, Uncut as _};
use crate::mechanism::best;
use crate::model::Refusal;
use crate::model::covering::{Covering, Stock};

/// The measures of the covering model, by id.
pub static COVERING: &[&dyn Measure<Covering>] = &[
    &approximation_ratio::APPROXIMATION_RATIO,
    &homogeneous_ratio::HOMOGENEOUS_RATIO,
    &integrality_gap::INTEGRALITY_GAP,
];

/// The smallest ratio; `None` if the tasks cannot all be covered together.
fn optimum(stock: &Stock, patience: &Patience) -> Valued {
    match best(stock, patience).uncut()? {
        Ok(bounds) if bounds.settled => Ok(Some(bounds.upper)),
        Ok(_) => Err(Refusal::Undecided("the smallest ratio is not settled".to_string()).into()),
        Err(Refusal::Undecided(reason)) => Err(Refusal::Undecided(reason).into()),
        Err(_) => Ok(None),
    }
}
