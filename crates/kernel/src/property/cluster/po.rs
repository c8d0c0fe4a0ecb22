//! Pareto optimality: no feasible allocation gives each user as many tasks and some user more (wang2013
//! III-C, khamse2017 II-A).

use super::words::{counted, placed};
use crate::model::Model;
use crate::model::cluster::{Cluster, Placement};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::sum;
use crate::specification::Settles;

/// The property `po`, decided by one exact linear programme.
#[derive(Debug)]
pub struct Po;

impl Property<Cluster> for Po {
    fn id(&self) -> &'static str {
        "po"
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Result<Margin, Rejected> {
        let Witness::Better(better) = witness else { return Err(Rejected::Kind) };
        Cluster::feasible(run.mechanism.setting(), run.instance, better)?;
        let (before, after) = (run.outcome.totals(), better.totals());
        if let Some(u) = (0..before.len()).find(|&u| after[u] < before[u]) {
            return Err(Rejected::Misfit(format!("{} would lose", run.instance.user_name(u))));
        }
        positive(sum(after) - sum(before))
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
        let Witness::Better(better) = witness else { return String::new() };
        let mut text = "The servers could run instead:\n".to_string();
        for u in 0..run.instance.users() {
            text += &format!(
                "  {}: {} instead of {}{}\n",
                run.instance.user_name(u),
                counted(&better.total(u)),
                run.outcome.total(u),
                if run.instance.servers() > 1 {
                    format!(" ({})", placed(run.instance, better, u))
                } else {
                    String::new()
                }
            );
        }
        let more = sum(better.totals()) - sum(run.outcome.totals());
        text + &format!("No user would lose, and in all {} more would run.", counted(&more))
    }
}
