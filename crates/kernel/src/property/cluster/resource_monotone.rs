//! Resource monotonicity: no user loses tasks when capacities grow.

use super::second_run;
use super::words::counted;
use crate::model::cluster::{Cluster, Placement};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::specification::Settles;

/// The property `resource-monotone`, tested by enlarging single capacities, servers and resources.
#[derive(Debug)]
pub struct ResourceMonotone;

impl Property<Cluster> for ResourceMonotone {
    fn id(&self) -> &'static str {
        "resource-monotone"
    }

    fn looks_beyond(&self) -> bool {
        true
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        second: Option<&Placement>,
    ) -> Result<Margin, Rejected> {
        let Witness::Sibling { instance, loses } = witness else { return Err(Rejected::Kind) };
        if run.instance.rate.is_some() {
            return Err(Rejected::OutOfScope("effective rates"));
        }
        let mut back = instance.clone();
        back.capacity.clone_from(&run.instance.capacity);
        let cells = || run.instance.capacity.iter().flatten().zip(instance.capacity.iter().flatten());
        if back != *run.instance
            || cells().count() != instance.capacity.iter().flatten().count()
            || cells().any(|(before, after)| after < before)
        {
            return Err(Rejected::Misfit(
                "the other instance is not this one with more capacity".to_string(),
            ));
        }
        let after = second_run(second)?;
        positive(run.outcome.total(*loses) - after.total(*loses))
    }

    /// The totals of users, regardless of where they run.
    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Utilities
    }

    fn tell(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>, second: Option<&Placement>) -> String {
        let Witness::Sibling { instance, loses } = witness else { return String::new() };
        let Some(after) = second else { return String::new() };
        let pool = run.instance;
        let mut grown = Vec::new();
        for (i, (before, row)) in pool.capacity.iter().zip(&instance.capacity).enumerate() {
            for (r, (b, a)) in before.iter().zip(row).enumerate().filter(|(_, (b, a))| a != b) {
                grown.push(format!("{} of {} from {b} to {a}", pool.resource_name(r), pool.server_name(i)));
            }
        }
        format!(
            "When the capacity grows ({}), {} runs {} instead of {}: {} fewer.",
            grown.join(", "),
            pool.user_name(*loses),
            counted(&after.total(*loses)),
            run.outcome.total(*loses),
            run.outcome.total(*loses) - after.total(*loses)
        )
    }
}
