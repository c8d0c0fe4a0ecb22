//! Feasibility: the targets are admitted workloads, and the asking workload fits the quotas of the cohort
//! once they are gone.

use crate::model::Model;
use crate::model::cohort::{Cohort, Decision};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, infeasible};
use crate::specification::Settles;

/// The property `feasible` of the cohort model.
#[derive(Debug)]
pub struct Feasible;

/// Checks that the decision of the run can be carried out.
///
/// # Errors
/// The constraint that is violated, and the amount.
pub fn broken(run: &Run<'_, Cohort>) -> Result<(), Rejected> {
    Cohort::feasible(run.mechanism.setting(), run.instance, &run.outcome)
}

impl Property<Cohort> for Feasible {
    fn id(&self) -> &'static str {
        "feasible"
    }

    fn judges_infeasible(&self) -> bool {
        true
    }

    fn confirm(
        &self,
        run: &Run<'_, Cohort>,
        witness: &Witness<Cohort>,
        _second: Option<&Decision>,
    ) -> Result<Margin, Rejected> {
        infeasible(witness, broken(run))
    }

    fn reads(&self, _run: &Run<'_, Cohort>, _witness: &Witness<Cohort>) -> Settles {
        Settles::Outcome
    }

    fn tell(&self, run: &Run<'_, Cohort>, _: &Witness<Cohort>, _: Option<&Decision>) -> String {
        broken(run)
            .err()
            .map_or_else(String::new, |reason| format!("The decision cannot be carried out: {reason}."))
    }
}
