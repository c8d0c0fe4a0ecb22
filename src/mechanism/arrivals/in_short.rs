//! Dynamic DRF in short: its levels alone, and the certificate that they are its levels. Both grow with the arrivals, where
//! the history grows with their square.

use crate::model::arrivals::{Levels, Moment, Sequence};
use crate::model::refusal::Rejected;
use crate::scalar::{Rational, Scalar};

/// Whether the resource stops those of smallest share: used up, and wanted by one of them.
fn is_tight(moment: &Moment, released: &Rational, r: usize) -> bool {
    moment.used.get(r).is_some_and(|used| used == released) && moment.lowest[r].is_positive()
}

/// For each step, a resource that stops those of smallest share.
pub fn certify(sequence: &Sequence, levels: &Levels) -> Result<Vec<usize>, Rejected> {
    let mut found = Vec::with_capacity(sequence.steps());
    levels.moments(sequence, |moment| {
        let released = sequence.released(moment.step);
        let tight = (0..sequence.resources()).find(|&r| is_tight(&moment, &released, r));
        let reason = || format!("nothing stops the smallest share at step {}", moment.step + 1);
        found.push(tight.ok_or_else(|| Rejected::Certificate(reason()))?);
        Ok(())
    })?;
    Ok(found)
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
