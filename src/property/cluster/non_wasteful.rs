//! Non-wastefulness: nothing can be taken from a bundle without losing tasks (wang2013 Definition 1, Lemma 1).

use super::{Property, words};
use crate::mechanism::{Mechanism, Settles};
use crate::model::cluster::{Cluster, Placement, Pool};
use crate::model::refusal::Rejected;
use crate::property::evidence::{Cleared, Margin, Run, Verdict, Witness, positive};
use crate::scalar::{Quick, Rational, Scalar};

/// Non-wastefulness.
#[derive(Debug)]
pub(super) struct NonWasteful;

/// Tasks that are given room and cannot run: on servers that cannot run them, or beyond what the user has.
fn wasted(pool: &Pool, outcome: &Placement, user: usize) -> Rational {
    let (mut idle, mut run) = (Rational::zero(), Rational::zero());
    for (i, tasks) in outcome.tasks[user].iter().enumerate() {
        if pool.runs_on(user, i) { run = run + tasks } else { idle = idle + tasks }
    }
    let useful = pool.capped(user, run.clone());
    idle + (run - useful)
}

impl Property<Cluster> for NonWasteful {
    fn id(&self) -> &'static str {
        "non-wasteful"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../properties/cluster/non-wasteful.md")
    }

    fn judges_infeasible(&self) -> bool {
        true
    }

    fn clears(
        &self,
        mechanism: &dyn Mechanism<Cluster>,
        pool: &Pool<Quick>,
        gets: &[Quick],
    ) -> Option<Cleared> {
        Cleared::holds(words::fits_one_server(mechanism.setting(), pool, gets))
    }

    fn examine(&self, run: &Run<'_, Cluster>) -> Verdict<Cluster> {
        let within = run.amounts_within();
        let wastes = |u: &usize| wasted(run.instance, &run.outcome, *u) > within;
        (0..run.instance.users())
            .find(wastes)
            .map_or(Verdict::Holds, |u| Verdict::Violated(Witness::Agent(u)))
    }

    fn confirm(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Result<Margin, Rejected> {
        let Witness::Agent(u) = witness else { return Err(Rejected::Kind) };
        positive(wasted(run.instance, &run.outcome, *u))
    }

    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Outcome
    }

    fn tell(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> String {
        let Witness::Agent(u) = witness else { return String::new() };
        let amount = wasted(run.instance, &run.outcome, *u);
        format!("{} is given room for {amount} tasks that it cannot run there.", run.instance.user_name(*u))
    }
}
