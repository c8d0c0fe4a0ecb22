//! Dynamic DRF in short: its levels alone, and the certificate that they are its levels. Both grow with the arrivals, where
//! the history grows with their square.

use fairwitness_kernel::specification::arrivals::is_tight_moment as is_tight;

use crate::model::arrivals::{Levels, Sequence};
use crate::model::refusal::Rejected;

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
