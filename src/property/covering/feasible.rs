//! Feasibility: no resource is given away more than once, and every task is covered (mukherjee I-A, III).

use crate::mechanism::Settles;
use crate::model::Model;
use crate::model::covering::Covering;
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Verdict, Witness, positive};

/// Feasibility.
#[derive(Debug)]
pub(super) struct Feasible;

fn broken(run: &Run<'_, Covering>) -> Result<(), Rejected> {
    Covering::feasible(run.mechanism.setting(), run.instance, &run.outcome)
}

impl Property<Covering> for Feasible {
    fn id(&self) -> &'static str {
        "feasible"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../properties/covering/feasible.md")
    }

    fn judges_infeasible(&self) -> bool {
        true
    }

    fn examine(&self, run: &Run<'_, Covering>) -> Verdict<Covering> {
        if broken(run).is_ok() { Verdict::Holds } else { Verdict::Violated(Witness::Outcome) }
    }

    fn confirm(&self, run: &Run<'_, Covering>, witness: &Witness<Covering>) -> Result<Margin, Rejected> {
        match (witness, broken(run)) {
            (Witness::Outcome, Err(Rejected::Infeasible { by, .. })) => positive(by),
            (Witness::Outcome, Err(reason)) => Err(reason),
            (Witness::Outcome, Ok(())) => Err(Rejected::NoViolation(Margin::from(0))),
            _ => Err(Rejected::Kind),
        }
    }

    fn reads(&self, _run: &Run<'_, Covering>, _witness: &Witness<Covering>) -> Settles {
        Settles::Outcome
    }

    fn tell(&self, run: &Run<'_, Covering>, _witness: &Witness<Covering>) -> String {
        broken(run)
            .err()
            .map_or_else(String::new, |reason| format!("The outcome cannot be carried out: {reason}."))
    }
}
