//! The number of preemptions until no pending workload would be admitted, when workloads ask in turn.

use super::{Measure, Worse};
use crate::linear::{Halt, Patience};
use crate::model::cohort::Cohort;
use crate::model::refusal::Refusal;
use crate::property::evidence::Run;
use crate::property::{StateRun, run_in_turn};
use crate::scalar::Rational;

/// The measure `preemptions`: their number until the run ends.
#[derive(Debug)]
pub(super) struct Preemptions;

impl Measure<Cohort> for Preemptions {
    fn id(&self) -> &'static str {
        "preemptions"
    }

    fn worse(&self) -> Worse {
        Worse::Larger
    }

    fn value(&self, run: &Run<'_, Cohort>, _patience: &Patience) -> Result<Option<Rational>, Halt<Refusal>> {
        match run_in_turn(run.mechanism, run.instance) {
            Ok(StateRun::Rest(count)) => Ok(Some(Rational::from(i64::try_from(count).unwrap_or(i64::MAX)))),
            Ok(StateRun::Long) => {
                Err(Refusal::Undecided("there are too many states to follow".to_string()).into())
            }
            Ok(StateRun::Cycle(..)) | Err(_) => Ok(None),
        }
    }
}
