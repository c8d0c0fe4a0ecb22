//! Feasibility: the outcome can be carried out, under the division that the mechanism works with
//! (khamse2017 Definitions 3 and 4).

use super::{Property, words};
use crate::mechanism::{Mechanism, Settles};
use crate::model::Model;
use crate::model::cluster::{Cluster, Pool};
use crate::model::refusal::Rejected;
use crate::property::evidence::{Cleared, Margin, Run, Verdict, Witness, positive};
use crate::scalar::Quick;

/// Feasibility.
#[derive(Debug)]
pub(super) struct Feasible;

impl Property<Cluster> for Feasible {
    fn id(&self) -> &'static str {
        "feasible"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../properties/cluster/feasible.md")
    }

    fn judges_infeasible(&self) -> bool {
        true
    }

    fn clears(
        &self,
        mechanism: &dyn Mechanism<Cluster>,
        pool: &Pool<Quick>,
        gets: &[Quick],
    ) -> Option<Cleared> {
        Cleared::holds(words::fits_one_server(mechanism.setting(), pool, gets))
    }

    fn examine(&self, run: &Run<'_, Cluster>) -> Verdict<Cluster> {
        match Cluster::feasible(run.mechanism.setting(), run.instance, &run.outcome) {
            Ok(()) => Verdict::Holds,
            Err(_) => Verdict::Violated(Witness::Outcome),
        }
    }

    fn confirm(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Result<Margin, Rejected> {
        if *witness != Witness::Outcome {
            return Err(Rejected::Kind);
        }
        match Cluster::feasible(run.mechanism.setting(), run.instance, &run.outcome) {
            Ok(()) => Err(Rejected::NoViolation(Margin::from(0))),
            Err(Rejected::Infeasible { by, .. }) => positive(by),
            Err(reason) => Err(reason),
        }
    }

    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Outcome
    }

    fn tell(&self, run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> String {
        match Cluster::feasible(run.mechanism.setting(), run.instance, &run.outcome) {
            Ok(()) => String::new(),
            Err(reason) => format!("The allocation cannot be carried out: {reason}."),
        }
    }
}
