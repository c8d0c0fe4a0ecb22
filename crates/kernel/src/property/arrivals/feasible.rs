//! Feasibility: at step `k` at most `k/n` of every resource is used, and, where a mechanism promises it,
//! nothing is taken back (li2019 2).

use crate::model::Model;
use crate::model::arrivals::{Arrivals, History};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, infeasible};
use crate::specification::Settles;

/// Feasibility at every step.
#[derive(Debug)]
pub struct Feasible;

/// Whether the outcome can be carried out, and if not why.
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
