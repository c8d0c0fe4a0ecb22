//! Sharing incentive for contributed servers: each user runs at least the tasks that its own servers alone
//! would run (the definition of TSF's authors: after Wang et al. 2016, whose text was not read).

use super::words::counted;
use crate::model::cluster::{Cluster, Placement, Pool, Setting};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, sum};
use crate::specification::Settles;

/// Sharing incentive for contributed servers: the property `si-contributed`.
#[derive(Debug)]
pub struct SiContributed;

/// The number of tasks that `user` runs on its own servers alone; rounded down on each server if tasks are
/// whole.
pub fn own_tasks(setting: Setting, pool: &Pool, user: usize) -> Rational {
    let owned = pool.owner.iter().flatten().enumerate().filter(|(_, owner)| **owner == Some(user));
    setting.capped(pool, user, sum(owned.map(|(i, _)| setting.tasks(pool.gamma(user, i)))))
}

/// Checks that the property is defined for the instance.
///
/// # Errors
/// The reason why it is not.
pub fn in_scope(pool: &Pool) -> Result<(), &'static str> {
    if pool.owner.is_none() {
        return Err("no user is said to own a server (`owner`)");
    }
    if pool.user_weights().is_none() {
        return Err("weights that make up for contributed servers are one a user");
    }
    if pool.contributed_weights().is_none() {
        return Err("some user owns no server that runs its tasks");
    }
    if !pool.weights_follow_owners() {
        return Err("the weights do not make up for what the users contributed");
    }
    Ok(())
}

impl Property<Cluster> for SiContributed {
    fn id(&self) -> &'static str {
        "si-contributed"
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Result<Margin, Rejected> {
        let Witness::Agent(u) = witness else { return Err(Rejected::Kind) };
        in_scope(run.instance).map_err(Rejected::OutOfScope)?;
        positive(own_tasks(run.mechanism.setting(), run.instance, *u) - run.outcome.total(*u))
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
        let Witness::Agent(u) = witness else { return String::new() };
        format!(
            "{} runs {}, although the servers that it contributed would run {}.",
            run.instance.user_name(*u),
            counted(&run.outcome.total(*u)),
            counted(&own_tasks(run.mechanism.setting(), run.instance, *u))
        )
    }
}
