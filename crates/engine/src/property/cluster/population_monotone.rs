//! Population monotonicity: when a user leaves, no remaining user loses tasks (wang2013 III-C).

use fairwitness_kernel::property::cluster::population_monotone::{PopulationMonotone, after_departure};

use super::{Examine, Look, words};
use crate::arithmetic::less;
use crate::linear::{Cut, Patience, Uncut as _};
use crate::mechanism::Mechanism;
use crate::model::Model;
use crate::model::cluster::{Cluster, Placement};
use crate::property::evidence::{Cleared, Run, Verdict, Witness};
use crate::scalar::{Rational, Scalar};
use crate::trace::Line;

impl Examine<Cluster> for PopulationMonotone {
    fn arithmetic(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        second: Option<&Placement>,
    ) -> Vec<Line> {
        let (Witness::Departure { leaves, loses }, Some(after)) = (witness, second) else {
            return Vec::new();
        };
        let (before, after) = (run.outcome.total(*loses), after_departure(after, *leaves)[*loses].clone());
        vec![less(&before, &after, format!("tasks of {} before and after", run.instance.user_name(*loses)))]
    }

    fn clears(&self, look: &mut Look<'_, Cluster>) -> Option<Cleared> {
        let (words, pool) = (look.words, look.instance);
        look.by_gets(|gets| Cleared::holds(words::departures_hurt_nobody(words, pool, gets)))
    }

    fn examine(
        &self,
        mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        let before = run.outcome.totals();
        let within = run.amounts_within();
        let mut refused = 0;
        for leaves in 0..before.len() {
            let Some(rest) = Cluster::without(run.instance, leaves) else { continue };
            match mechanism.allocate(&rest, patience).uncut()? {
                Ok(outcome) => {
                    let after = after_departure(&outcome, leaves);
                    if let Some(loses) =
                        (0..before.len()).find(|&u| u != leaves && &after[u] + &within < before[u])
                    {
                        return Ok(Verdict::Violated(Witness::Departure { leaves, loses }));
                    }
                }
                // The outcome is known by bounds, and no user has less than before.
                Err(_)
                    if mechanism.enclosure(&rest, patience)?.is_some_and(|(mut after, _)| {
                        after.insert(leaves, Rational::zero());
                        (0..before.len()).all(|u| u == leaves || after[u] >= before[u])
                    }) => {}
                Err(_) => refused += 1,
            }
        }
        Ok(if refused == 0 {
            Verdict::Holds
        } else {
            Verdict::Undecided(format!("the mechanism refuses {refused} of the instances with a user less"))
        })
    }
}
