//! Sharing incentive: each user runs at least the tasks that its fair share of every server would run
//! (khamse2017 III-B).

use crate::trace::Line;
use fairwitness_kernel::property::cluster::si::{Si, slice_tasks};

use super::{Examine, Look, arithmetic, words};
use crate::linear::{Cut, Patience};
use crate::mechanism::{Enclosed, Mechanism};
use crate::model::cluster::{Cluster, Placement, Pool};
use crate::property::Between;
use crate::property::evidence::{Cleared, Run, Verdict, Witness};
use crate::scalar::{Quick, greatest, sum};

impl Examine<Cluster> for Si {
    fn arithmetic(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Vec<Line> {
        let Witness::Agent(u) = witness else { return Vec::new() };
        arithmetic::entitlement(run, *u, &slice_tasks(run.mechanism.setting(), run.instance, *u))
    }

    fn lean(&self, run: &Run<'_, Cluster>) -> Option<f64> {
        let short = |u: usize| {
            let slice = slice_tasks(run.mechanism.setting(), run.instance, u).to_f64();
            (slice - run.outcome.total(u).to_f64()) / slice.max(1e-9)
        };
        (0..run.instance.users()).map(short).reduce(f64::max)
    }

    fn clears(&self, look: &mut Look<'_, Cluster>) -> Option<Cleared> {
        let (setting, pool) = (look.mechanism.setting(), look.instance);
        if setting.whole {
            return None;
        }
        let by_gets = look.by_gets(|gets| Cleared::holds(words::has_its_slice(pool, gets)));
        by_gets.or_else(|| {
            pool.user_weights()?;
            look.by_outcome(|outcome| {
                let short = |u: usize| {
                    let usable = (0..pool.servers()).filter(|&i| pool.eligible[u][i]);
                    let slice = sum(usable.map(|i| pool.slice(u, 0) * pool.gamma(u, i)));
                    pool.capped(u, slice) - outcome.total(u)
                };
                greatest((0..pool.users()).map(short))
            })
        })
    }

    fn between(
        &self,
        mechanism: &dyn Mechanism<Cluster>,
        pool: &Pool,
        (low, high): &Enclosed,
    ) -> Between<Cluster> {
        let mut open = false;
        for u in 0..pool.users() {
            let slice = slice_tasks(mechanism.setting(), pool, u);
            if high[u] < slice {
                let story = format!(
                    "{} runs at most {} tasks, fewer than the {slice} that fit into its share of every server.",
                    pool.user_name(u),
                    high[u],
                );
                return Between::Violated(Witness::Agent(u), slice - &high[u], story);
            }
            open |= low[u] < slice;
        }
        if open { Between::Open } else { Between::Holds }
    }

    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        _patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        let kept = || Some(words::has_its_slice(run.instance, &words::gets_of(run)?));
        if Quick::exactly(kept).flatten() == Some(true) {
            return Ok(Verdict::Holds);
        }
        let within = run.amounts_within();
        let short = |u: &usize| {
            run.outcome.total(*u) + &within < slice_tasks(run.mechanism.setting(), run.instance, *u)
        };
        let found = (0..run.instance.users()).find(short);
        Ok(found.map_or(Verdict::Holds, |u| Verdict::Violated(Witness::Agent(u))))
    }
}
