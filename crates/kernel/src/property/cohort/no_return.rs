//! No return: a preempted workload that asks at once does not preempt its preemptor (kueue, concepts: fair
//! sharing, first corollary).

use super::named;
use crate::model::Checked;
use crate::model::cohort::{Cohort, Decision};
use crate::property::{Confirmed, Margin, Property, Run, Witness, positive};
use crate::scalar::Scalar;
use crate::specification::cohort::{Step, step};

/// No return of a preempted workload: the property `no-return`.
#[derive(Debug)]
pub struct NoReturn;

/// The step in which target `workload` asks immediately after its preemption; `None` if it is rejected.
///
/// # Errors
/// A mechanism whose decisions cannot be followed.
pub fn answer(run: &Run<'_, Cohort>, workload: usize) -> Checked<Option<Step>> {
    let Some(asking) = run.instance.asks() else { return Ok(None) };
    step(run.mechanism, &run.instance.after(asking, &run.outcome), workload)
}

/// Returns `true` if the step preempts the workload that asked on the run's instance.
pub fn hits(run: &Run<'_, Cohort>, step: &Step) -> bool {
    run.instance.asks().is_some_and(|asking| step.decision.target(asking).is_some())
}

impl Property<Cohort> for NoReturn {
    fn id(&self) -> &'static str {
        "no-return"
    }

    fn confirm(&self, run: &Run<'_, Cohort>, witness: &Witness<Cohort>, _: Option<&Decision>) -> Confirmed {
        let target = named(run, witness)?;
        let back = answer(run, target.workload)?.filter(|step| hits(run, step));
        positive(if back.is_some() { Margin::one() } else { Margin::zero() })
    }

    fn tell(&self, run: &Run<'_, Cohort>, witness: &Witness<Cohort>, _: Option<&Decision>) -> String {
        let (Ok(target), Some(asking)) = (named(run, witness), run.instance.asks()) else {
            return String::new();
        };
        let (a, b) = (asking + 1, target.workload + 1);
        let back = format!("workload {b}, asking next, preempts workload {a} in return");
        format!("Workload {a} preempts workload {b}; {back}.")
    }
}
