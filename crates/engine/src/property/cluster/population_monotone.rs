//! Population monotonicity: when a user leaves, no remaining user loses tasks (wang2013 III-C).

use fairwitness_kernel::property::cluster::population_monotone::{Departure, PopulationMonotone};

use crate::model::Model;
use crate::model::cluster::{Cluster, Pool};
use crate::property::{
    Beside, Case, Cleared, Examined, FEW, Hearing, Look, Most, Others, Seek, Verdict, Witness, kept,
};

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

    fn beside(&self, pool: &Pool) -> Option<Others<Cluster, Departure>> {
        let users = pool.users();
        let witness = |at: Departure| (Witness::Departure { leaves: at.leaves, loses: at.loses }, at);
        let without = |leaves: usize| {
            let rest = Cluster::without(pool, leaves)?;
            Some((rest, departures(users, leaves).map(witness).collect()))
        };
        (users <= FEW).then(|| Others { found: (0..users).filter_map(without).collect(), all: true })
    }

    fn seek(&self, hearing: &Hearing<'_, Cluster>) -> Examined<Cluster> {
        let Hearing { mechanism: _, run, .. } = *hearing;
        let users = run.instance.users();
        let mut beside = Beside::of(self, hearing);
        let mut most = Most::none();
        for leaves in 0..users {
            let Some(rest) = Cluster::without(run.instance, leaves) else { continue };
            let found = beside.pays(&rest, departures(users, leaves))?;
            most.offer(found, |Departure { leaves, loses }| Witness::Departure { leaves, loses });
        }
        Ok(most.or(|| match beside.refused {
            0 => Verdict::Holds,
            refused => Verdict::undecided(format!(
                "the mechanism refuses {refused} of the instances with a user less"
            )),
        }))
    }
}
