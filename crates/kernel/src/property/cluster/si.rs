//! Sharing incentive: each user runs at least the tasks that its fair share of every server would run
//! (khamse2017 III-B).

use super::words::counted;
use crate::model::cluster::{Cluster, Hierarchy, Placement, Pool, Setting, fitting};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar, sum};
use crate::specification::Settles;

/// Sharing incentive: the property `si`.
#[derive(Debug)]
pub struct Si;

/// The entitlement of `user` to `resource` of every server: its part by weight, or in a tree its hierarchical
/// share.
pub fn entitled(setting: Setting, pool: &Pool, user: usize, resource: usize) -> Rational {
    if pool.tree.is_none() {
        return pool.slice(user, resource);
    }
    let tree = Hierarchy::of(pool, setting);
    tree.shares(pool, resource)[tree.leaf[user]].clone()
}

/// The number of tasks that `user` runs on its fair share of every eligible server; rounded down on each
/// server if tasks are whole.
pub fn slice_tasks(setting: Setting, pool: &Pool, user: usize) -> Rational {
    let usable = (0..pool.servers()).filter(|&i| pool.eligible[user][i]);
    if pool.user_weights().is_some() {
        // With one weight per user, the fair share runs that part of the tasks of the whole server.
        let slice = entitled(setting, pool, user, 0);
        return setting.capped(pool, user, sum(usable.map(|i| setting.tasks(&slice * pool.gamma(user, i)))));
    }
    let shares: Vec<Rational> = (0..pool.resources()).map(|r| entitled(setting, pool, user, r)).collect();
    let tasks = usable.map(|i| {
        let bundle: Vec<Rational> = pool.capacity[i].iter().zip(&shares).map(|(c, s)| c * s).collect();
        setting.tasks(fitting(&pool.demand[user], &bundle))
    });
    setting.capped(pool, user, sum(tasks))
}

impl Property<Cluster> for Si {
    fn id(&self) -> &'static str {
        "si"
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Result<Margin, Rejected> {
        let Witness::Agent(u) = witness else { return Err(Rejected::Kind) };
        positive(slice_tasks(run.mechanism.setting(), run.instance, *u) - run.outcome.total(*u))
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
        let (pool, runs) = (run.instance, run.outcome.total(*u));
        let entitled = slice_tasks(run.mechanism.setting(), pool, *u);
        let all = if pool.servers() == 1 { "the server" } else { "every server" };
        let part = match pool.user_weights() {
            _ if pool.tree.is_some() => format!("the user's hierarchical share of {all}"),
            Some(_) => format!("{} of {all}", pool.slice(*u, 0)),
            None => format!("the part of {all} to which the user's weights entitle it"),
        };
        format!(
            "{} runs {}, {} fewer than the {} that {} into {part}.",
            pool.user_name(*u),
            counted(&runs),
            &entitled - &runs,
            counted(&entitled),
            if entitled > Rational::one() { "fit" } else { "fits" }
        )
    }
}
