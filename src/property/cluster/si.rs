//! Sharing incentive: at least the tasks of one's weighted slice of every server (khamse2017 III-B).

use super::{Property, words};
use crate::mechanism::{Mechanism, Settles};
use crate::model::cluster::{Cluster, Placement, Pool, Setting, fitting};
use crate::model::refusal::Rejected;
use crate::property::evidence::{Cleared, Margin, Run, Verdict, Witness, positive};
use crate::scalar::{Quick, Rational, greatest, sum};

/// Sharing incentive.
#[derive(Debug)]
pub(super) struct Si;

/// The tasks that a user runs on its weighted slice of every server it may use; whole ones, if tasks are whole.
pub(crate) fn slice_tasks(setting: Setting, pool: &Pool, user: usize) -> Rational {
    let usable = (0..pool.servers()).filter(|&i| pool.eligible[user][i]);
    if pool.user_weights().is_some() {
        // One weight a user: the slice runs that part of what the whole server would.
        let slice = pool.slice(user, 0);
        return setting.capped(pool, user, sum(usable.map(|i| setting.tasks(&slice * pool.gamma(user, i)))));
    }
    let shares: Vec<Rational> = (0..pool.resources()).map(|r| pool.slice(user, r)).collect();
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

    fn page(&self) -> &'static str {
        include_str!("../../../properties/cluster/si.md")
    }

    fn lean(&self, run: &Run<'_, Cluster>) -> Option<f64> {
        let short = |u: usize| {
            let slice = slice_tasks(run.mechanism.setting(), run.instance, u).to_f64();
            (slice - run.outcome.total(u).to_f64()) / slice.max(1e-9)
        };
        (0..run.instance.users()).map(short).reduce(f64::max)
    }

    fn screen(&self, setting: Setting, pool: &Pool<Quick>, outcome: &Placement<Quick>) -> Option<Quick> {
        pool.user_weights().filter(|_| !setting.whole)?;
        let short = |u: usize| {
            let usable = (0..pool.servers()).filter(|&i| pool.eligible[u][i]);
            let slice = sum(usable.map(|i| pool.slice(u, 0) * pool.gamma(u, i)));
            pool.capped(u, slice) - outcome.total(u)
        };
        greatest((0..pool.users()).map(short))
    }

    fn clears(
        &self,
        mechanism: &dyn Mechanism<Cluster>,
        pool: &Pool<Quick>,
        gets: &[Quick],
    ) -> Option<Cleared> {
        Cleared::holds(!mechanism.setting().whole && words::has_its_slice(pool, gets))
    }

    fn examine(&self, run: &Run<'_, Cluster>) -> Verdict<Cluster> {
        let kept = || Some(words::has_its_slice(run.instance, &words::gets_of(run)?));
        if Quick::exactly(kept).flatten() == Some(true) {
            return Verdict::Holds;
        }
        let within = run.amounts_within();
        let short = |u: &usize| {
            run.outcome.total(*u) + &within < slice_tasks(run.mechanism.setting(), run.instance, *u)
        };
        (0..run.instance.users()).find(short).map_or(Verdict::Holds, |u| Verdict::Violated(Witness::Agent(u)))
    }

    fn confirm(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Result<Margin, Rejected> {
        let Witness::Agent(u) = witness else { return Err(Rejected::Kind) };
        positive(slice_tasks(run.mechanism.setting(), run.instance, *u) - run.outcome.total(*u))
    }

    /// What agents get in all, whoever has it where.
    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Utilities
    }

    fn tell(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> String {
        let Witness::Agent(u) = witness else { return String::new() };
        format!(
            "{} runs {} tasks; its weighted slice of every server would run {}.",
            run.instance.user_name(*u),
            run.outcome.total(*u),
            slice_tasks(run.mechanism.setting(), run.instance, *u)
        )
    }
}
