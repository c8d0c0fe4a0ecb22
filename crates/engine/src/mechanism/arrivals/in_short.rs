//! Certificates of compact histories of dynamic DRF. Levels and certificate are linear in the number of
//! arrivals, whereas the full history is quadratic.

use fairwitness_kernel::specification::arrivals::is_tight;

use crate::model::Rejected;
use crate::model::arrivals::{Levels, Sequence};

/// For each step, a resource that stops the agents with the smallest share.
///
/// # Errors
/// A step without such a resource.
pub fn certify(sequence: &Sequence, levels: &Levels) -> Result<Vec<usize>, Rejected> {
    let mut found = Vec::with_capacity(sequence.steps());
    levels.moments(sequence, |moment| {
        let tight = (0..sequence.resources()).find(|&r| is_tight(sequence, &moment.used, moment.step, r));
        let reason = || format!("nothing stops the smallest share at step {}", moment.step + 1);
        found.push(tight.ok_or_else(|| Rejected::Certificate(reason()))?);
        Ok(())
    })?;
    Ok(found)
}
