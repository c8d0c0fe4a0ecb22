//! Dynamic DRF in compact form: the certificate that levels alone are those of dynamic DRF. Levels and
//! certificate are linear in the number of arrivals, whereas the full history is quadratic.

use super::is_tight;
use crate::model::arrivals::{Levels, Sequence};
use crate::model::{Checked, certain, uncertified};

/// Checks that the levels are feasible and are those of dynamic DRF: at each step the resource in `tight` is
/// used up, and an agent of smallest share demands it, so no larger smallest share is feasible.
///
/// # Errors
/// The first step that fails.
pub fn check(sequence: &Sequence, levels: &Levels, tight: &[usize]) -> Checked {
    levels.feasible(sequence)?;
    certain(tight.len() == sequence.steps(), "a tight resource a step is needed")?;
    levels.moments(sequence, |moment| {
        if is_tight(sequence, &moment.used, moment.step, tight[moment.step]) {
            return Ok(());
        }
        uncertified(format!("step {} is not that of dynamic DRF", moment.step + 1))
    })
}
