//! Dynamic DRF in compact form: the certificate that levels alone are those of dynamic DRF. Levels and
//! certificate are linear in the number of arrivals, whereas the full history is quadratic.

use super::is_tight;
use crate::model::arrivals::{Levels, Sequence};
use crate::model::refusal::Rejected;

/// Checks that the levels are feasible and are those of dynamic DRF: at each step the resource in `tight` is
/// used up, and an agent of smallest share demands it, so no larger smallest share is feasible.
///
/// # Errors
/// The first step that fails.
pub fn check(sequence: &Sequence, levels: &Levels, tight: &[usize]) -> Result<(), Rejected> {
    levels.feasible(sequence)?;
    if tight.len() != sequence.steps() {
        return Err(Rejected::Certificate("a tight resource a step is needed".to_string()));
    }
    levels.moments(sequence, |moment| {
        if is_tight(sequence, &moment.used, moment.step, tight[moment.step]) {
            return Ok(());
        }
        Err(Rejected::Certificate(format!("step {} is not that of dynamic DRF", moment.step + 1)))
    })
}
