//! Feasibility: no resource is given away more than once, and every task is covered (mukherjee I-A, III).

use crate::model::Model;
use crate::model::covering::{Allotment, Covering};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, infeasible};
use crate::specification::Settles;

/// Feasibility.
#[derive(Debug)]
pub struct Feasible;

/// Whether the outcome can be carried out, and if not why.
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
