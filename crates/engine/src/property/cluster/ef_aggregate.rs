//! Envy-freeness on bundles summed over servers (khamse2017 II-A and (25)).

use crate::trace::Line;
use fairwitness_kernel::property::cluster::ef_aggregate::{EfAggregate, with_total_of};

use super::ef::search_envy;
use super::envy::{Part, envy};
use super::{Examine, Look, words};
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::cluster::{Cluster, Placement};
use crate::property::evidence::{Cleared, Run, Verdict, Witness};
use fairwitness_kernel::property::cluster::ef::per_task;

impl Examine<Cluster> for EfAggregate {
    fn arithmetic(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Vec<Line> {
        let Witness::Envy { envious, envied } = witness else { return Vec::new() };
        let with = with_total_of(run, *envious, *envied);
        let per_task = per_task(run, *envious, *envied);
        envy(run, (*envious, *envied), &per_task, &with, Part::Together)
    }

    fn clears(&self, look: &mut Look<'_, Cluster>) -> Option<Cleared> {
        let (setting, pool) = (look.mechanism.setting(), look.instance);
        let plain = pool.rate.is_none() && !setting.whole;
        look.by_gets(|gets| Cleared::holds(plain && words::no_envy_of_totals(pool, gets)))
    }

    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        _patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        if run.instance.rate.is_some() {
            return Ok(Verdict::OutOfScope(
                "with effective rates bundles of resources do not tell what they are worth",
            ));
        }
        Ok(search_envy(run, with_total_of))
    }
}
