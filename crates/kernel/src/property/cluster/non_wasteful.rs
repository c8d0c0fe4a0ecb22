//! Non-wastefulness: no resource can be taken from a bundle without a loss of tasks (wang2013 Definition 1,
//! Lemma 1).

use super::InPool;
use crate::model::Quotas;
use crate::model::cluster::Cluster;
use crate::property::{Agent, Claim, Facts, Formula, Sides};
use crate::scalar::{Of, Scalar, sum};

/// The formula of `non-wasteful`: no task is allocated that cannot run, because the server does not run tasks of the
/// user or the user has no more tasks.
#[derive(Debug)]
pub struct NonWasteful;

impl Formula<Cluster> for NonWasteful {
    type At = Agent;
    type Basis<S: Scalar> = ();
    const ID: &'static str = "non-wasteful";
    const FACTS: Facts =
        Facts { quotas: Quotas::Caps, speaks_of_tasks: true, judges_infeasible: true, ..Facts::NONE };

    fn basis<N: Scalar, S: Of<N>>(&self, _: &InPool<'_, S, N>) {}

    fn places<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> impl Iterator<Item = Agent> {
        (0..case.instance.users()).map(Agent)
    }

    fn claim<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>, _: &(), Agent(user): Agent) -> Claim<S> {
        let pool = case.instance;
        let mut useful = Vec::new();
        for i in (0..pool.servers()).filter(|&i| pool.runs_on(user, i)) {
            let Some(tasks) = case.on(user, i) else { return Claim::Unknown };
            useful.push(tasks);
        }
        let useful = sum(useful).said(|_| "tasks on servers that run them".to_string());
        let useful = match &pool.tasks[user] {
            Some(has) => useful.lesser(S::of(has)),
            None => useful,
        };
        Claim::owes(case.gets[user].clone(), useful)
    }

    fn less(&self, _: &InPool<'_>, _: Agent) -> String {
        "what is allocated, less what can run".to_string()
    }

    fn tell(&self, case: &InPool<'_>, _: &(), Agent(user): Agent, sides: &Sides) -> String {
        let amount = sides.clone().gap();
        format!("{} is given room for {amount} tasks that cannot run there.", case.instance.user_name(user))
    }
}
