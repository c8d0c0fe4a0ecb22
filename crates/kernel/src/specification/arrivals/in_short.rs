//! Dynamic DRF in short: the certificate that levels alone are those of dynamic DRF. Both grow with the arrivals, where
//! the history grows with their square.

use crate::model::arrivals::{Levels, Moment, Sequence};
use crate::model::refusal::Rejected;
use crate::scalar::{Rational, Scalar};

/// Whether the resource stops those of smallest share: used up, and wanted by one of them.
pub fn is_tight(moment: &Moment, released: &Rational, r: usize) -> bool {
    moment.used.get(r).is_some_and(|used| used == released) && moment.lowest[r].is_positive()
}

/// Checks that the levels can be handed out and are those of dynamic DRF: at each step the resource is used up, and one of
/// smallest share wants it, so no larger smallest share is feasible.
pub fn check(sequence: &Sequence, levels: &Levels, tight: &[usize]) -> Result<(), Rejected> {
    levels.feasible(sequence)?;
    if tight.len() != sequence.steps() {
        return Err(Rejected::Certificate("a tight resource a step is needed".to_string()));
    }
    levels.moments(sequence, |moment| {
        if is_tight(&moment, &sequence.released(moment.step), tight[moment.step]) {
            return Ok(());
        }
        Err(Rejected::Certificate(format!("step {} is not that of dynamic DRF", moment.step + 1)))
    })
}
