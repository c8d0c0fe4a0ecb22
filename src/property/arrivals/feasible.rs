//! Feasibility: at step `k` at most `k/n` of every resource is used, and, where a mechanism promises it,
//! nothing is taken back (li2019 2).

use crate::mechanism::Settles;
use crate::model::Model;
use crate::model::arrivals::Arrivals;
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Verdict, Witness, positive};

/// Feasibility at every step.
#[derive(Debug)]
pub(super) struct Feasible;

fn broken(run: &Run<'_, Arrivals>) -> Result<(), Rejected> {
    Arrivals::feasible(run.mechanism.setting(), run.instance, &run.outcome)
}

impl Property<Arrivals> for Feasible {
    fn id(&self) -> &'static str {
        "feasible"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../properties/arrivals/feasible.md")
    }

    fn judges_infeasible(&self) -> bool {
        true
    }

    fn examine(&self, run: &Run<'_, Arrivals>) -> Verdict<Arrivals> {
        if broken(run).is_ok() { Verdict::Holds } else { Verdict::Violated(Witness::Outcome) }
    }

    fn confirm(&self, run: &Run<'_, Arrivals>, witness: &Witness<Arrivals>) -> Result<Margin, Rejected> {
        match (witness, broken(run)) {
            (Witness::Outcome, Err(Rejected::Infeasible { by, .. })) => positive(by),
            (Witness::Outcome, Err(reason)) => Err(reason),
            (Witness::Outcome, Ok(())) => Err(Rejected::NoViolation(Margin::from(0))),
            _ => Err(Rejected::Kind),
        }
    }

    fn reads(&self, _run: &Run<'_, Arrivals>, _witness: &Witness<Arrivals>) -> Settles {
        Settles::Outcome
    }

    fn tell(&self, run: &Run<'_, Arrivals>, _witness: &Witness<Arrivals>) -> String {
        broken(run)
            .err()
            .map_or_else(String::new, |reason| format!("The shares cannot be handed out: {reason}."))
    }
}
