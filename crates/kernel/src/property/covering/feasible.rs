//! Feasibility: no resource is given more than once, and every task is covered (mukherjee I-A, III).

use crate::model::Model;
use crate::model::covering::{Allotment, Covering};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, infeasible};
use crate::specification::Settles;

/// The property `feasible` of the covering model.
#[derive(Debug)]
pub struct Feasible;

/// Checks that the outcome of the run can be carried out.
///
/// # Errors
/// The constraint that is violated, and the amount.
pub fn broken(run: &Run<'_, Covering>) -> Result<(), Rejected> {
    Covering::feasible(run.mechanism.setting(), run.instance, &run.outcome)
}

impl Property<Covering> for Feasible {
    fn id(&self) -> &'static str {
        "feasible"
    }

    fn judges_infeasible(&self) -> bool {
        true
    }

    fn confirm(
        &self,
        run: &Run<'_, Covering>,
        witness: &Witness<Covering>,
        _second: Option<&Allotment>,
    ) -> Result<Margin, Rejected> {
        infeasible(witness, broken(run))
    }

    fn reads(&self, _run: &Run<'_, Covering>, _witness: &Witness<Covering>) -> Settles {
        Settles::Outcome
    }

    fn tell(
        &self,
        run: &Run<'_, Covering>,
        _witness: &Witness<Covering>,
        _second: Option<&Allotment>,
    ) -> String {
        broken(run)
            .err()
            .map_or_else(String::new, |reason| format!("The outcome cannot be carried out: {reason}."))
    }
}
