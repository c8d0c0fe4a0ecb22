//! Envy-freeness, server by server: no user could run more tasks with another user's bundles, scaled by
//! weight, on the servers where it is eligible (wang2013 III-C with (1); weights: khamse2017 II-A).

use crate::trace::Line;
use fairwitness_kernel::property::cluster::ef::{Ef, per_task, with_bundle_of};

use super::envy::{Part, envy};
use super::{Examine, Look, words};
use crate::linear::{Cut, Patience};
use crate::mechanism::{Enclosed, Mechanism};
use crate::model::cluster::{Cluster, Placement, Pool, fitting};
use crate::property::Between;
use crate::property::evidence::{Cleared, Run, Verdict, Witness};
use crate::scalar::{Quick, Rational, Scalar, greatest, sum};

impl Examine<Cluster> for Ef {
    fn arithmetic(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Vec<Line> {
        let Witness::Envy { envious, envied } = witness else { return Vec::new() };
        let with = with_bundle_of(run, *envious, *envied);
        let per_task = per_task(run, *envious, *envied);
        envy(run, (*envious, *envied), &per_task, &with, Part::Usable)
    }

    fn lean(&self, run: &Run<'_, Cluster>) -> Option<f64> {
        most_envy(run, with_bundle_of)
    }

    fn clears(&self, look: &mut Look<'_, Cluster>) -> Option<Cleared> {
        let (setting, pool) = (look.mechanism.setting(), look.instance);
        if pool.rate.is_some() || setting.whole {
            return None;
        }
        let by_gets = look.by_gets(|gets| Cleared::holds(words::no_envy_anywhere(pool, gets)));
        by_gets.or_else(|| {
            let weights = pool.user_weights()?;
            look.by_outcome(|outcome| Some(greatest_envy(pool, weights, outcome)))
        })
    }

    fn between(
        &self,
        mechanism: &dyn Mechanism<Cluster>,
        pool: &Pool,
        (low, high): &Enclosed,
    ) -> Between<Cluster> {
        // On several servers the bounds do not say where the tasks of the others are.
        if pool.servers() != 1 {
            return Between::Open;
        }
        let outcome = Placement { tasks: high.iter().map(|x| vec![x.clone()]).collect() };
        let most = Run { mechanism: mechanism.specification(), instance: pool, outcome };
        let others = |u: usize| (0..pool.users()).filter(move |&m| m != u);
        let holds = (0..pool.users()).all(|u| others(u).all(|m| with_bundle_of(&most, u, m) <= low[u]));
        if holds { Between::Holds } else { Between::Open }
    }

    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        _patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        let kept = || Some(words::no_envy_in(run.instance, &run.outcome, &words::gets_of(run)?));
        if run.instance.rate.is_none() && Quick::exactly(kept).flatten() == Some(true) {
            return Ok(Verdict::Holds);
        }
        Ok(search_envy(run, with_bundle_of))
    }
}

/// The largest envy relative to the tasks of the envious user, as a float.
pub(super) fn most_envy(
    run: &Run<'_, Cluster>,
    with: fn(&Run<'_, Cluster>, usize, usize) -> Rational,
) -> Option<f64> {
    let users = run.instance.users();
    let pairs = (0..users).flat_map(|u| (0..users).filter(move |&m| m != u).map(move |m| (u, m)));
    let envy = pairs.map(|(u, m)| {
        let own = run.outcome.total(u).to_f64();
        (with(run, u, m).to_f64() - own) / own.max(1e-9)
    });
    envy.reduce(f64::max)
}

/// A violation by the pair with the largest envy, the first among equals.
pub(super) fn search_envy(
    run: &Run<'_, Cluster>,
    with: fn(&Run<'_, Cluster>, usize, usize) -> Rational,
) -> Verdict<Cluster> {
    let users = run.instance.users();
    let mut worst: Option<(Rational, usize, usize)> = None;
    for envious in 0..users {
        let own = run.outcome.total(envious);
        for envied in (0..users).filter(|&m| m != envious) {
            let other = with(run, envious, envied);
            if other > own {
                let envy = other - &own;
                if worst.as_ref().is_none_or(|(most, _, _)| envy > *most) {
                    worst = Some((envy, envious, envied));
                }
            }
        }
    }
    worst.map_or(Verdict::Holds, |(_, envious, envied)| Verdict::Violated(Witness::Envy { envious, envied }))
}

/// The largest envy over pairs of users, in tasks; below zero if there is no pair.
fn greatest_envy(pool: &Pool<Quick>, weights: &[Quick], outcome: &Placement<Quick>) -> Quick {
    let totals = outcome.totals();
    let mut most: Option<Quick> = None;
    for user in 0..pool.users() {
        for other in (0..pool.users()).filter(|&other| other != user) {
            let usable = (0..pool.servers()).filter(|&i| pool.eligible[user][i]);
            let has = sum(usable.map(|i| outcome.tasks[other][i]));
            let fits = fitting(&pool.demand[user], &pool.demand[other]);
            let could = pool.capped(user, has * fits * weights[user] / weights[other]);
            most = greatest(most.into_iter().chain([could - totals[user]]));
        }
    }
    most.unwrap_or_else(|| Quick::int(-1))
}
