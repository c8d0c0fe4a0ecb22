//! Non-wastefulness: no resource can be taken from a bundle without a loss of tasks (wang2013 Definition 1,
//! Lemma 1).

use crate::model::cluster::{Cluster, Placement, Pool};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar};
use crate::specification::Settles;

/// Non-wastefulness (property `non-wasteful`): no waiting task fits on idle resources.
#[derive(Debug)]
pub struct NonWasteful;

/// The number of tasks of `user` that are allocated and cannot run: tasks on servers that cannot run them, or
/// beyond the number that the user has.
pub fn wasted(pool: &Pool, outcome: &Placement, user: usize) -> Rational {
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

    fn judges_infeasible(&self) -> bool {
        true
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Result<Margin, Rejected> {
        let Witness::Agent(u) = witness else { return Err(Rejected::Kind) };
        positive(wasted(run.instance, &run.outcome, *u))
    }

    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Outcome
    }

    fn tell(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> String {
        let Witness::Agent(u) = witness else { return String::new() };
        let amount = wasted(run.instance, &run.outcome, *u);
        format!("{} is given room for {amount} tasks that cannot run there.", run.instance.user_name(*u))
    }
}
