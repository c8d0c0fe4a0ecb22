//! Sharing incentive for contributed servers: each user runs at least the tasks that its own servers alone
//! would run (the definition of TSF's authors: after Wang et al. 2016, whose text was not read).

use super::maxmin::QUEUES;
use super::{InPool, counted, whole_server};
use crate::model::cluster::{Cluster, Pool};
use crate::property::{Agent, Claim, Formula, Sides, Yard};
use crate::scalar::{Of, Scalar, sum};
use crate::specification::Settles;

/// The formula of `si-contributed`.
#[derive(Debug)]
pub struct SiContributed;

impl Formula<Cluster> for SiContributed {
    type At = Agent;
    type Basis<S: Scalar> = ();
    const ID: &'static str = "si-contributed";
    const YARD: Yard = Yard::Due;
    /// The totals of users, regardless of where they run.
    const READS: Settles = Settles::Utilities;

    fn scope<N: Scalar>(&self, pool: &Pool<N>) -> Result<(), &'static str> {
        match () {
            () if pool.owner.is_none() => Err("no user is said to own a server (`owner`)"),
            () if pool.user_weights().is_none() => {
                Err("weights that make up for contributed servers are one a user")
            }
            () if pool.tree.is_some() => Err(QUEUES),
            () if pool.contributed_weights().is_none() => Err("some user owns no server that runs its tasks"),
            () if !pool.weights_follow_owners() => {
                Err("the weights do not make up for what the users contributed")
            }
            () => Ok(()),
        }
    }

    fn basis<N: Scalar, S: Of<N>>(&self, _: &InPool<'_, S, N>) {}

    fn places<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> impl Iterator<Item = Agent> {
        (0..case.instance.users()).map(Agent)
    }

    fn claim<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>, _: &(), Agent(user): Agent) -> Claim<S> {
        let pool = case.instance;
        let owned = pool.owner.iter().flatten().enumerate().filter(|(_, owner)| **owner == Some(user));
        let on = owned.filter(|(i, _)| pool.runs_on(user, *i)).map(|(i, _)| {
            case.setting.tasks(whole_server::<N, S>(pool, user, i)).said(|_| {
                let (name, server) = (pool.user_name(user), pool.server_name(i));
                format!("tasks of {name} that {server}, which it contributed, runs")
            })
        });
        let all = sum(on).said(|_| "all servers that it contributed".to_string());
        Claim::owes(case.capped(user, all), case.gets[user].clone())
    }

    fn less(&self, case: &InPool<'_>, Agent(user): Agent) -> String {
        case.less_runs(user)
    }

    fn tell(&self, case: &InPool<'_>, _: &(), Agent(user): Agent, sides: &Sides) -> String {
        let (name, due) = (case.instance.user_name(user), counted(&sides.due));
        let has = counted(&sides.has);
        format!("{name} runs {has}, although the servers that it contributed would run {due}.")
    }
}
