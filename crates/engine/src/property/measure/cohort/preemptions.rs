//! The number of preemptions until no pending workload would be admitted, when workloads ask in turn.

use super::{Cohort, Ratio, Worse};
use crate::mechanism::Settles;
use crate::model::Refusal;
use crate::property::{StateRun, run_in_turn};
use crate::scalar::Rational;

/// The measure `preemptions`: their number until the run ends.
pub(super) const PREEMPTIONS: Ratio<Cohort> = Ratio {
    id: "preemptions",
    worse: Worse::Larger,
    reads: Settles::Utilities,
    value: |run, _| match run_in_turn(run.mechanism, run.instance) {
        Ok(StateRun::Rest(count)) => Ok(Some(Rational::from(i64::try_from(count).unwrap_or(i64::MAX)))),
        Ok(StateRun::Long) => {
            Err(Refusal::Undecided("there are too many states to follow".to_string()).into())
        }
        Ok(StateRun::Cycle(..)) | Err(_) => Ok(None),
    },
};
