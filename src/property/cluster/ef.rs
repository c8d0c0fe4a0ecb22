//! Envy-freeness, server by server: nobody could run more tasks with another's bundles, weighted, on the
//! servers where it may run (wang2013 III-C with (1); weights: khamse2017 II-A).

use super::{Property, words};
use crate::mechanism::{Mechanism, Settles};
use crate::model::cluster::{Cluster, Placement, Pool, Setting, fitting};
use crate::model::refusal::Rejected;
use crate::property::evidence::{Cleared, Margin, Run, Verdict, Witness, positive};
use crate::scalar::{Quick, Rational, Scalar, greatest, least, sum};

/// Envy-freeness counted server by server.
#[derive(Debug)]
pub(super) struct Ef;

/// Tasks of `user` that fit the bundle of one task of `other`, scaled by their weights.
pub(super) fn per_task(pool: &Pool, user: usize, other: usize) -> Rational {
    if let Some(weights) = pool.user_weights() {
        let tasks = fitting(&pool.demand[user], &pool.demand[other]);
        let (own, its) = (&weights[user], &weights[other]);
        return if own == its { tasks } else { tasks * own / its };
    }
    let demanded = (0..pool.resources()).filter(|&r| pool.demand[user][r].is_positive());
    let fits = |r: usize| {
        let weights = pool.weight(user, r) / pool.weight(other, r);
        weights * &pool.demand[other][r] / &pool.demand[user][r]
    };
    least(demanded.map(fits)).unwrap_or_else(Rational::zero)
}

/// The tasks that `user` could run with what `other` has.
pub(crate) fn with_bundle_of(run: &Run<'_, Cluster>, user: usize, other: usize) -> Rational {
    let pool = run.instance;
    let bundle = &run.outcome.tasks[other];
    let tasks = match &pool.rate {
        // Slices of time: a fraction of the server is worth that fraction of one's own rate.
        Some(_) => {
            let running = (0..pool.servers()).filter(|&i| bundle[i].is_positive());
            let slices = running.map(|i| &bundle[i] / pool.gamma(other, i) * pool.gamma(user, i));
            sum(slices) * pool.weight(user, 0) / pool.weight(other, 0)
        }
        None => {
            let usable = (0..pool.servers()).filter(|&i| pool.eligible[user][i]);
            let fits = per_task(pool, user, other);
            if run.mechanism.setting().whole {
                sum(usable.map(|i| (&bundle[i] * &fits).floor()))
            } else {
                sum(usable.map(|i| bundle[i].clone())) * fits
            }
        }
    };
    run.mechanism.setting().capped(pool, user, tasks)
}

impl Property<Cluster> for Ef {
    fn id(&self) -> &'static str {
        "ef"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../properties/cluster/ef.md")
    }

    fn lean(&self, run: &Run<'_, Cluster>) -> Option<f64> {
        most_envy(run, with_bundle_of)
    }

    fn screen(&self, setting: Setting, pool: &Pool<Quick>, outcome: &Placement<Quick>) -> Option<Quick> {
        let weights = pool.user_weights().filter(|_| pool.rate.is_none() && !setting.whole)?;
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
        Some(most.unwrap_or_else(|| Quick::int(-1)))
    }

    fn clears(
        &self,
        mechanism: &dyn Mechanism<Cluster>,
        pool: &Pool<Quick>,
        gets: &[Quick],
    ) -> Option<Cleared> {
        let plain = pool.rate.is_none() && !mechanism.setting().whole;
        Cleared::holds(plain && words::no_envy_anywhere(pool, gets))
    }

    fn examine(&self, run: &Run<'_, Cluster>) -> Verdict<Cluster> {
        let kept = || Some(words::no_envy_in(run.instance, &run.outcome, &words::gets_of(run)?));
        if run.instance.rate.is_none() && Quick::exactly(kept).flatten() == Some(true) {
            return Verdict::Holds;
        }
        search_envy(run, with_bundle_of)
    }

    fn confirm(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Result<Margin, Rejected> {
        let Witness::Envy { envious, envied } = witness else { return Err(Rejected::Kind) };
        positive(with_bundle_of(run, *envious, *envied) - run.outcome.total(*envious))
    }

    fn reads(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Settles {
        match witness {
            // Where the envious may run everywhere, it does not matter where the bundle stands.
            Witness::Envy { envious, .. }
                if run.instance.rate.is_none()
                    && !run.mechanism.setting().whole
                    && run.instance.eligible[*envious].iter().all(|e| *e) =>
            {
                Settles::Utilities
            }
            _ => Settles::Outcome,
        }
    }

    fn tell(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> String {
        let Witness::Envy { envious, envied } = witness else { return String::new() };
        tell_envy(
            run,
            *envious,
            *envied,
            &with_bundle_of(run, *envious, *envied),
            "on the servers where it may run",
        )
    }
}

/// The most envy, relative to what the envious has.
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

/// The pair with the most envy, the first among equals.
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

pub(super) fn tell_envy(
    run: &Run<'_, Cluster>,
    envious: usize,
    envied: usize,
    with: &Rational,
    how: &str,
) -> String {
    let pool = run.instance;
    format!(
        "{} runs {} tasks; with what {} has, scaled by their weights, it could run {with} {how}.",
        pool.user_name(envious),
        run.outcome.total(envious),
        pool.user_name(envied)
    )
}
