//! Feasibility: the outcome can be carried out (khamse2017 Definitions 3 and 4, li2019 2, mukherjee I-A and III); each model says what
//! that means, in `Model::feasible`.

use crate::model::{Checked, Model, Outcome, Quotas};
use crate::property::{Confirmed, Facts, Property, Run, Witness, infeasible};

/// The property `feasible` of a model.
#[derive(Debug)]
pub struct Feasible {
    /// The beginning of the sentence that tells a violation, such as "The shares do not fit".
    pub otherwise: &'static str,
}

/// Checks that the outcome of the run can be carried out.
///
/// # Errors
/// The constraint that is violated, and the amount.
pub fn carried_out<M: Model>(run: &Run<'_, M>) -> Checked {
    M::feasible(run.mechanism.setting(), run.instance, &run.outcome)
}

impl<M: Model> Property<M> for Feasible {
    fn id(&self) -> &'static str {
        "feasible"
    }

    fn facts(&self) -> Facts {
        Facts { judges_infeasible: true, quotas: Quotas::Caps, speaks_of_tasks: true, ..Facts::NONE }
    }

    fn confirm(&self, run: &Run<'_, M>, witness: &Witness<M>, _: Option<&Outcome<M>>) -> Confirmed {
        infeasible(witness, carried_out(run))
    }

    fn tell(&self, run: &Run<'_, M>, _: &Witness<M>, _second: Option<&Outcome<M>>) -> String {
        carried_out(run).err().map_or_else(String::new, |reason| format!("{}: {reason}.", self.otherwise))
    }
}
