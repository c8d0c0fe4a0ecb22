//! Feasibility: at step `k` at most `k/n` of every resource is used and, if the mechanism promises
//! irrevocability, no share shrinks (li2019 2).

use crate::model::Model;
use crate::model::arrivals::{Arrivals, History};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, infeasible};
use crate::specification::Settles;

/// The property `feasible`: every step can be carried out.
#[derive(Debug)]
pub struct Feasible;

/// Checks that the history of the run can be carried out.
///
/// # Errors
/// The first step that cannot, and the amount.
pub fn broken(run: &Run<'_, Arrivals>) -> Result<(), Rejected> {
    Arrivals::feasible(run.mechanism.setting(), run.instance, &run.outcome)
}

impl Property<Arrivals> for Feasible {
    fn id(&self) -> &'static str {
        "feasible"
    }

    fn judges_infeasible(&self) -> bool {
        true
    }

    fn confirm(
        &self,
        run: &Run<'_, Arrivals>,
        witness: &Witness<Arrivals>,
        _second: Option<&History>,
    ) -> Result<Margin, Rejected> {
        infeasible(witness, broken(run))
    }

    fn reads(&self, _run: &Run<'_, Arrivals>, _witness: &Witness<Arrivals>) -> Settles {
        Settles::Outcome
    }

    fn tell(
        &self,
        run: &Run<'_, Arrivals>,
        _witness: &Witness<Arrivals>,
        _second: Option<&History>,
    ) -> String {
        broken(run).err().map_or_else(String::new, |reason| format!("The shares do not fit: {reason}."))
    }
}
