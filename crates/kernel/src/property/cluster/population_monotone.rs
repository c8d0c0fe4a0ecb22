//! Population monotonicity: when a user leaves, no remaining user loses tasks (wang2013 III-C).

use super::second_run;
use super::words::counted;
use crate::model::cluster::{Cluster, Placement};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar};
use crate::specification::Settles;

/// The property `population-monotone`, decided by one run per user.
#[derive(Debug)]
pub struct PopulationMonotone;

/// The total of every user in `rest`, the placement without user `leaves`, by the indexes before the
/// departure; zero for `leaves`.
pub fn after_departure(rest: &Placement, leaves: usize) -> Vec<Rational> {
    let mut totals = rest.totals();
    totals.insert(leaves, Rational::zero());
    totals
}

impl Property<Cluster> for PopulationMonotone {
    fn id(&self) -> &'static str {
        "population-monotone"
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
        let Witness::Departure { leaves, loses } = witness else { return Err(Rejected::Kind) };
        if leaves == loses || run.instance.users() == 1 {
            return Err(Rejected::Misfit("who loses must stay".to_string()));
        }
        let after = after_departure(second_run(second)?, *leaves);
        positive(run.outcome.total(*loses) - &after[*loses])
    }

    /// The totals of users, regardless of where they run.
    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Utilities
    }

    fn tell(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>, second: Option<&Placement>) -> String {
        let Witness::Departure { leaves, loses } = witness else { return String::new() };
        let Some(after) = second.map(|rest| after_departure(rest, *leaves)) else { return String::new() };
        format!(
            "When {} leaves, {} runs {} instead of {}: {} fewer.",
            run.instance.user_name(*leaves),
            run.instance.user_name(*loses),
            counted(&after[*loses]),
            run.outcome.total(*loses),
            run.outcome.total(*loses) - &after[*loses]
        )
    }
}
