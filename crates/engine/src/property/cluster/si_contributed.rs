//! Sharing incentive for contributed servers: each user runs at least the tasks that its own servers would
//! run.

use crate::trace::Line;
use fairwitness_kernel::property::cluster::si_contributed::{SiContributed, in_scope, own_tasks};

use super::bmf::most;
use super::{Examine, arithmetic};
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::cluster::{Cluster, Placement};
use crate::property::evidence::{Run, Verdict, Witness};

impl Examine<Cluster> for SiContributed {
    fn arithmetic(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Vec<Line> {
        let Witness::Agent(u) = witness else { return Vec::new() };
        arithmetic::contributed(run, *u, &own_tasks(run.mechanism.setting(), run.instance, *u))
    }

    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        _patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        let due = |u: usize| own_tasks(run.mechanism.setting(), run.instance, u);
        Ok(match in_scope(run.instance) {
            Ok(()) => most(run, run.amounts_within(), |u| due(u) - run.outcome.total(u)),
            Err(reason) => Verdict::OutOfScope(reason),
        })
    }
}
