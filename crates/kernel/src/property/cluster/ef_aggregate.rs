//! Envy-freeness on bundles summed over servers (khamse2017 II-A and (25)).

use super::ef::{per_task, tell_envy};
use crate::model::cluster::{Cluster, Placement};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::Rational;
use crate::specification::Settles;

/// The property `ef-aggregate`: envy-freeness by the papers' formula.
#[derive(Debug)]
pub struct EfAggregate;

/// The number of tasks that `user` could run with all bundles of `other` put together on one server.
pub fn with_total_of(run: &Run<'_, Cluster>, user: usize, other: usize) -> Rational {
    let room = run.outcome.total(other) * per_task(run, user, other);
    let setting = run.mechanism.setting();
    setting.capped(run.instance, user, setting.tasks(room))
}

impl Property<Cluster> for EfAggregate {
    fn id(&self) -> &'static str {
        "ef-aggregate"
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Result<Margin, Rejected> {
        let Witness::Envy { envious, envied } = witness else { return Err(Rejected::Kind) };
        if run.instance.rate.is_some() {
            return Err(Rejected::OutOfScope("effective rates"));
        }
        positive(with_total_of(run, *envious, *envied) - run.outcome.total(*envious))
    }

    /// The totals of users, regardless of where they run.
    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Utilities
    }

    fn tell(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> String {
        let Witness::Envy { envious, envied } = witness else { return String::new() };
        tell_envy(
            run,
            *envious,
            *envied,
            &with_total_of(run, *envious, *envied),
            "if the whole bundle stood on one server of the user's own",
        )
    }
}
