//! Feasibility: the outcome can be carried out under the mechanism's division of servers (khamse2017
//! Definitions 3 and 4).

use crate::model::Model;
use crate::model::cluster::{Cluster, Placement};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::specification::Settles;

/// The property `feasible` of the cluster model.
#[derive(Debug)]
pub struct Feasible;

impl Property<Cluster> for Feasible {
    fn id(&self) -> &'static str {
        "feasible"
    }

    fn judges_infeasible(&self) -> bool {
        true
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Result<Margin, Rejected> {
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

    fn tell(
        &self,
        run: &Run<'_, Cluster>,
        _witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> String {
        match Cluster::feasible(run.mechanism.setting(), run.instance, &run.outcome) {
            Ok(()) => String::new(),
            Err(reason) => format!("The allocation cannot be carried out: {reason}."),
        }
    }
}
