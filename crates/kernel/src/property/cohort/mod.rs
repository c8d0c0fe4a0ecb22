//! Properties of cohorts: of a single decision, and of runs in which one workload after another asks (kueue).

pub mod acyclic;
pub mod minimal_victims;
pub mod no_return;
pub mod quota_kept;
pub mod shares;

use super::Property;
use super::feasible::Feasible;
use crate::model::cohort::{Cohort, Rule, Target};
use crate::model::{Checked, Rejected};
use crate::property::{Run, Witness};

/// The property `feasible` of the cohort model.
pub const FEASIBLE: Feasible = Feasible { otherwise: "The decision cannot be carried out" };

/// The properties of the cohort model, by id.
pub static COHORT: &[&dyn Property<Cohort>] = &[
    &acyclic::ACYCLIC,
    &acyclic::ACYCLIC_IN_TURN,
    &FEASIBLE,
    &shares::LEGAL_AFTER,
    &shares::LEGAL_NET,
    &minimal_victims::MinimalVictims,
    &no_return::NoReturn,
    &quota_kept::QuotaKept,
];

/// The target that a witness names.
fn named(run: &Run<'_, Cohort>, witness: &Witness<Cohort>) -> Checked<Target> {
    let Witness::Agent(workload) = witness else { return Err(Rejected::Kind) };
    let no_target = || Rejected::Misfit(format!("workload {} is no target", workload + 1));
    run.outcome.target(*workload).ok_or_else(no_target)
}

/// The target that a witness names, if it was taken from another queue by a rule that compares shares.
fn by_share(run: &Run<'_, Cohort>, witness: &Witness<Cohort>) -> Checked<Target> {
    let target = named(run, witness)?;
    match target.rule {
        Rule::Final | Rule::Initial => Ok(target),
        Rule::Own | Rule::Nominal => {
            let name = target.workload + 1;
            Err(Rejected::Misfit(format!("workload {name} was not taken by a rule that compares shares")))
        }
    }
}

/// The name of the rule as a part of a sentence.
fn by_rule(rule: Rule) -> &'static str {
    match rule {
        Rule::Final => "by rule S2-a",
        Rule::Initial => "by rule S2-b",
        Rule::Own => "by priority within the queue",
        Rule::Nominal => "because the preemptor's queue stays within its nominal quota",
    }
}
