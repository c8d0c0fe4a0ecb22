//! Population monotonicity: when a user leaves, nobody who stays loses tasks (wang2013 III-C).

use super::{Property, words};
use crate::mechanism::{Mechanism, Settles, evidence};
use crate::model::Model;
use crate::model::cluster::{Cluster, Placement, Pool};
use crate::model::refusal::Rejected;
use crate::property::evidence::{Cleared, Margin, Run, Verdict, Witness, positive};
use crate::scalar::{Quick, Rational};

/// Population monotonicity, decided by one run a user.
#[derive(Debug)]
pub(super) struct PopulationMonotone;

/// Everybody's tasks after the departure, by the numbers before it, as `run` hands them out; `None` when nobody
/// is left.
fn after_departure<E>(
    pool: &Pool,
    leaves: usize,
    run: impl Fn(&Pool) -> Result<Placement, E>,
) -> Result<Option<Vec<Rational>>, E> {
    let Some(rest) = Cluster::without(pool, leaves) else { return Ok(None) };
    let mut totals = run(&rest)?.totals();
    totals.insert(leaves, Rational::from(0));
    Ok(Some(totals))
}

impl Property<Cluster> for PopulationMonotone {
    fn id(&self) -> &'static str {
        "population-monotone"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../properties/cluster/population-monotone.md")
    }

    fn clears(
        &self,
        mechanism: &dyn Mechanism<Cluster>,
        pool: &Pool<Quick>,
        gets: &[Quick],
    ) -> Option<Cleared> {
        Cleared::holds(words::departures_hurt_nobody(mechanism, pool, gets))
    }

    fn examine(&self, run: &Run<'_, Cluster>) -> Verdict<Cluster> {
        let before = run.outcome.totals();
        let within = run.amounts_within();
        let mut refused = 0;
        for leaves in 0..before.len() {
            match after_departure(run.instance, leaves, |rest| run.mechanism.allocate(rest)) {
                Ok(Some(after)) => {
                    if let Some(loses) =
                        (0..before.len()).find(|&u| u != leaves && &after[u] + &within < before[u])
                    {
                        return Verdict::Violated(Witness::Departure { leaves, loses });
                    }
                }
                Ok(None) => {}
                Err(_) => refused += 1,
            }
        }
        if refused == 0 {
            Verdict::Holds
        } else {
            Verdict::Undecided(format!("the mechanism refuses {refused} of the instances with a user less"))
        }
    }

    fn confirm(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Result<Margin, Rejected> {
        let Witness::Departure { leaves, loses } = witness else { return Err(Rejected::Kind) };
        match after_departure(run.instance, *leaves, |rest| evidence(run.mechanism, rest))? {
            Some(after) if leaves != loses => positive(run.outcome.total(*loses) - &after[*loses]),
            _ => Err(Rejected::Misfit("who loses must stay".to_string())),
        }
    }

    /// What agents get in all, whoever has it where.
    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Utilities
    }

    fn tell(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> String {
        let Witness::Departure { leaves, loses } = witness else { return String::new() };
        let after = after_departure(run.instance, *leaves, |rest| run.mechanism.allocate(rest));
        let Ok(Some(after)) = after else { return String::new() };
        format!(
            "When {} leaves, {} drops from {} tasks to {}.",
            run.instance.user_name(*leaves),
            run.instance.user_name(*loses),
            run.outcome.total(*loses),
            after[*loses]
        )
    }
}
