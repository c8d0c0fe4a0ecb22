//! Population monotonicity: when a user leaves, no remaining user loses tasks (wang2013 III-C).

use fairwitness_kernel::property::cluster::population_monotone::{Departure, PopulationMonotone};
use fairwitness_kernel::property::formula::Case;

use super::Look;
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::Model;
use crate::model::cluster::Cluster;
use crate::property::compared::{Beside, Seek, kept};
use crate::property::evidence::{Cleared, Run, Verdict, Witness};

/// The departure of `leaves`, for each other user.
fn departures(users: usize, leaves: usize) -> impl Iterator<Item = Departure> {
    (0..users).filter(move |u| *u != leaves).map(move |loses| Departure { leaves, loses })
}

impl Seek<Cluster> for PopulationMonotone {
    fn clears(&self, look: &mut Look<'_, Cluster>) -> Option<Cleared> {
        let (setting, words, pool) = (look.mechanism.setting(), look.words, look.instance);
        look.by_gets(|gets| {
            let (first, users) = (Case { setting, instance: pool, gets, outcome: None }, pool.users());
            let mut after = Vec::new();
            let mut stays = |leaves: usize| {
                kept(self, &first, (words, &pool.without(leaves)), &mut after, departures(users, leaves))
            };
            Cleared::holds(users == 1 || (0..users).all(&mut stays))
        })
    }

    fn seek(
        &self,
        mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        let (users, before) = (run.instance.users(), run.outcome.totals());
        let mut beside = Beside::of(self, mechanism, run, patience);
        for leaves in 0..users {
            let Some(rest) = Cluster::without(run.instance, leaves) else { continue };
            let refused = beside.refused;
            if let Some(Departure { leaves, loses }) = beside.pays(&rest, departures(users, leaves))? {
                return Ok(Verdict::Violated(Witness::Departure { leaves, loses }));
            }
            // The outcome may be known by bounds, with no user below what it had.
            if beside.refused > refused
                && let Some((after, _)) = mechanism.enclosure(&rest, patience)?
            {
                let mut had = before.clone();
                had.remove(leaves);
                beside.refused -= usize::from(after.iter().zip(&had).all(|(after, before)| after >= before));
            }
        }
        Ok(match beside.refused {
            0 => Verdict::Holds,
            refused => Verdict::undecided(format!(
                "the mechanism refuses {refused} of the instances with a user less"
            )),
        })
    }
}
