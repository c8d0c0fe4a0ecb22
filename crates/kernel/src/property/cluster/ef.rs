//! Envy-freeness, server by server: no user could run more tasks with another user's bundles, scaled by
//! weight, on the servers where it is eligible (wang2013 III-C with (1); weights: khamse2017 II-A).

use super::words::counted;
use crate::model::cluster::{Cluster, Hierarchy, Placement, Pool, Setting, fitting};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar, least, sum};
use crate::specification::Settles;

/// The property `ef`, counted server by server.
#[derive(Debug)]
pub struct Ef;

/// The number of tasks of `user` that fit into the bundle of one task of `other`, scaled by their weights.
pub fn per_task(run: &Run<'_, Cluster>, user: usize, other: usize) -> Rational {
    let pool = run.instance;
    if pool.tree.is_some() {
        return per_task_in_tree(pool, run.mechanism.setting(), user, other);
    }
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

/// [`per_task`] with hierarchical shares in place of weights; zero if `other` has no share and hence no
/// tasks.
fn per_task_in_tree(pool: &Pool, setting: Setting, user: usize, other: usize) -> Rational {
    let tree = Hierarchy::of(pool, setting);
    let demanded = (0..pool.resources()).filter(|&r| pool.demand[user][r].is_positive());
    let fits = |r: usize| {
        let shares = tree.shares(pool, r);
        let (own, its) = (&shares[tree.leaf[user]], &shares[tree.leaf[other]]);
        if its.is_zero() {
            Rational::zero()
        } else {
            own / its * &pool.demand[other][r] / &pool.demand[user][r]
        }
    };
    least(demanded.map(fits)).unwrap_or_else(Rational::zero)
}

/// The number of tasks that `user` could run with the bundles of `other`.
pub fn with_bundle_of(run: &Run<'_, Cluster>, user: usize, other: usize) -> Rational {
    let pool = run.instance;
    let bundle = &run.outcome.tasks[other];
    let tasks = match &pool.rate {
        // Parts of time: a fraction of a server counts as that fraction of the user's own rate there.
        Some(_) => {
            let running = (0..pool.servers()).filter(|&i| bundle[i].is_positive());
            let slices = running.map(|i| &bundle[i] / pool.gamma(other, i) * pool.gamma(user, i));
            sum(slices) * pool.weight(user, 0) / pool.weight(other, 0)
        }
        None => {
            let usable = (0..pool.servers()).filter(|&i| !bundle[i].is_zero() && pool.eligible[user][i]);
            let fits = per_task(run, user, other);
            if run.mechanism.setting().whole {
                sum(usable.map(|i| (&bundle[i] * &fits).floor()))
            } else {
                sum(usable.map(|i| bundle[i].clone())) * fits
            }
        }
    };
    run.mechanism.setting().capped(pool, user, tasks)
}

/// Envy in a sentence: `with` is the number of tasks that `envious` could run with the bundles of `envied`,
/// and `how` says where.
pub fn tell_envy(
    run: &Run<'_, Cluster>,
    envious: usize,
    envied: usize,
    with: &Rational,
    how: &str,
) -> String {
    let pool = run.instance;
    let same = (0..pool.resources()).all(|r| pool.weight(envious, r) == pool.weight(envied, r));
    let scaled = match (&pool.tree, same) {
        (Some(_), _) => ", scaled by their hierarchical shares",
        (None, true) => "",
        (None, false) => ", scaled by their weights",
    };
    format!(
        "{} runs {}, and could run {with} with the bundle of {}{scaled}, {how}.",
        pool.user_name(envious),
        counted(&run.outcome.total(envious)),
        pool.user_name(envied)
    )
}

impl Property<Cluster> for Ef {
    fn id(&self) -> &'static str {
        "ef"
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Result<Margin, Rejected> {
        let Witness::Envy { envious, envied } = witness else { return Err(Rejected::Kind) };
        positive(with_bundle_of(run, *envious, *envied) - run.outcome.total(*envious))
    }

    fn reads(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Settles {
        match witness {
            // If the envious user is eligible everywhere, the servers of the bundle do not matter.
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

    fn tell(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> String {
        let Witness::Envy { envious, envied } = witness else { return String::new() };
        tell_envy(
            run,
            *envious,
            *envied,
            &with_bundle_of(run, *envious, *envied),
            "counted on the servers where its tasks may run",
        )
    }
}
