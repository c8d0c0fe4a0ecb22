//! Envy-freeness, server by server: no user could run more tasks with another user's bundles, scaled by
//! weight, on the servers where it is eligible (wang2013 III-C with (1); weights: khamse2017 II-A).

use super::{InPool, bundle, counted, pairs, whole_server};
use crate::model::cluster::{Cluster, Hierarchy, Pool, Setting};
use crate::property::{Case, Claim, Facts, Formula, Pair, Run, Sides, Witness, Yard};
use crate::scalar::{Of, Rational, Scalar, least, sum};
use crate::specification::Settles;

/// The formula of `ef`: bundles are counted server by server.
#[derive(Debug)]
pub struct Ef;

/// The hierarchical share of each user, for each resource; `None` for an instance without queues.
pub type Shares<S> = Option<Vec<Vec<S>>>;

/// The hierarchical shares of the users of a case.
pub fn shares<N: Scalar, S: Of<N>>(case: &InPool<'_, S, N>) -> Shares<S> {
    let pool = case.instance;
    pool.tree.as_ref()?;
    let tree = Hierarchy::of(pool, case.setting);
    let row = |r: usize| {
        let all: Vec<S> = tree.shares_in(pool, r);
        tree.leaf.iter().map(|leaf| all[*leaf].clone().plain()).collect()
    };
    Some((0..pool.resources()).map(row).collect())
}

/// The number of tasks of `user` that fit into the bundle of one task of `other`, scaled by their weights or
/// hierarchical shares; zero if `other` has no share and hence no tasks.
pub fn per_task<N: Scalar, S: Of<N>>(
    case: &InPool<'_, S, N>,
    shares: &Shares<S>,
    user: usize,
    other: usize,
) -> S {
    let pool = case.instance;
    let (own, its) = (&pool.demand[user], &pool.demand[other]);
    let (name, whose) = (|| pool.user_name(user), || pool.user_name(other));
    let held = || format!("tasks of {} that the bundle of one task of {} holds", name(), whose());
    let demanded = (0..pool.resources()).filter(|&r| own[r].is_positive());
    let fits = |r: usize| S::of(&its[r]) / S::of(&own[r]);
    if let (None, Some(w)) = (shares, pool.user_weights()) {
        let plain = least(demanded.map(fits)).unwrap_or_else(S::zero);
        let plain = plain.said(|_| format!("{}: {}", held(), bundle(pool, its)));
        if w[user] == w[other] {
            return plain;
        }
        let scaled = plain * S::of(&w[user]) / S::of(&w[other]);
        return scaled.said(|_| format!("scaled by the weights of {} and {}", name(), whose()));
    }
    let scaled = |r: usize| match shares {
        Some(shares) if shares[r][other].is_zero() => S::zero(),
        Some(shares) => shares[r][user].clone() / &shares[r][other] * fits(r),
        None => S::of(pool.weight(user, r)) / S::of(pool.weight(other, r)) * fits(r),
    };
    let what = if shares.is_some() { "hierarchical shares" } else { "weights" };
    let all = least(demanded.map(scaled)).unwrap_or_else(S::zero);
    all.said(|_| format!("{}, scaled by their {what}", held()))
}

/// The tasks of `other` on the servers of `user`; at least that number if only totals on several servers are known.
fn within<N: Scalar, S: Of<N>>(case: &InPool<'_, S, N>, user: usize, other: usize) -> S {
    let pool = case.instance;
    let usable = (0..pool.servers()).filter(|&i| pool.eligible[user][i]);
    if let Some(outcome) = case.outcome {
        return sum(usable.filter(|&i| !outcome.tasks[other][i].is_zero()).filter_map(|i| case.on(other, i)));
    }
    let its = case.gets[other].clone();
    if (0..pool.servers()).all(|i| pool.eligible[user][i] || !pool.eligible[other][i]) {
        return its;
    }
    its.lesser(sum(usable.filter(|&i| pool.eligible[other][i]).map(|i| whole_server(pool, other, i))))
}

/// The number of tasks that `user` could run with the bundles of `other`; at least that number if only totals of
/// divisible tasks on several servers are known, and `None` if only totals are known otherwise.
pub fn with_bundle<N: Scalar, S: Of<N>>(
    case: &InPool<'_, S, N>,
    shares: &Shares<S>,
    user: usize,
    other: usize,
) -> Option<S> {
    let pool = case.instance;
    let (name, its) = (|| pool.user_name(user), || pool.user_name(other));
    let runs = |i: &usize| case.outcome.is_none_or(|outcome| outcome.tasks[other][*i].is_positive());
    let tasks = if pool.rate.is_some() {
        // Parts of time: a fraction of a server counts as that fraction of the user's own rate there.
        let mut on = Vec::new();
        for i in (0..pool.servers()).filter(runs).filter(|&i| pool.eligible[user][i]) {
            let time = case.on(other, i)? / whole_server::<N, S>(pool, other, i);
            on.push((time * whole_server::<N, S>(pool, user, i)).said(|_| {
                format!("tasks of {} in the time of {} that {} has", name(), pool.server_name(i), its())
            }));
        }
        let scaled = sum(on) * S::of(pool.weight(user, 0)) / S::of(pool.weight(other, 0));
        scaled.said(|_| format!("all servers together, scaled by the weights of {} and {}", name(), its()))
    } else {
        let fits = per_task(case, shares, user, other);
        if case.setting.whole {
            let mut on = Vec::new();
            for i in (0..pool.servers()).filter(runs).filter(|&i| pool.eligible[user][i]) {
                on.push((case.on(other, i)? * &fits).floored().said(|_| {
                    format!("tasks of {} in the bundle of {} on {}", name(), its(), pool.server_name(i))
                }));
            }
            sum(on).said(|_| "all servers together".to_string())
        } else {
            let within = within(case, user, other)
                .said(|_| format!("what {} runs on servers that {} may use", its(), name()));
            (within * fits).said(|_| format!("tasks of {} in that bundle", name()))
        }
    };
    Some(case.capped(user, tasks))
}

/// [`with_bundle`] in an outcome.
pub fn with_bundle_of(run: &Run<'_, Cluster>, user: usize, other: usize) -> Rational {
    let case: InPool<'_> = Case::of_run(run, &[]);
    with_bundle(&case, &shares(&case), user, other).unwrap_or_else(Rational::zero)
}

/// Envy in a sentence; `how` says in which way the bundle is counted.
pub fn tell_envy(case: &InPool<'_>, Pair(user, other): Pair, sides: &Sides, how: &str) -> String {
    let pool = case.instance;
    let same = (0..pool.resources()).all(|r| pool.weight(user, r) == pool.weight(other, r));
    let scaled = match (&pool.tree, same) {
        (Some(_), _) => ", scaled by their hierarchical shares",
        (None, true) => "",
        (None, false) => ", scaled by their weights",
    };
    let (name, has, of) = (pool.user_name(user), counted(&sides.has), pool.user_name(other));
    format!("{name} runs {has}, and could run {} with the bundle of {of}{scaled}, {how}.", sides.due)
}

impl Formula<Cluster> for Ef {
    type At = Pair;
    type Basis<S: Scalar> = Shares<S>;
    const ID: &'static str = "ef";
    const FACTS: Facts = Facts { envy: true, ..Facts::NONE };
    const YARD: Yard = Yard::Has;

    fn basis<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> Shares<S> {
        shares(case)
    }

    fn places<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> impl Iterator<Item = Pair> {
        pairs(case)
    }

    fn named(&self, case: &InPool<'_>, witness: &Witness<Cluster>) -> Option<Pair> {
        Pair::named(witness, case.instance.users())
    }

    fn claim<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>, shares: &Shares<S>, at: Pair) -> Claim<S> {
        let Pair(user, other) = at;
        let with = with_bundle(case, shares, user, other);
        with.map_or(Claim::Unknown, |with| Claim::owes(with, case.gets[user].clone()))
    }

    /// The totals alone if the envious user is eligible everywhere, because the servers of the bundle then do not
    /// matter.
    fn reads(&self, setting: Setting, pool: &Pool, Pair(user, _): Pair) -> Settles {
        let anywhere = pool.rate.is_none() && !setting.whole && pool.eligible[user].iter().all(|e| *e);
        if anywhere { Settles::Utilities } else { Settles::Outcome }
    }

    fn less(&self, case: &InPool<'_>, Pair(user, _): Pair) -> String {
        case.less_runs(user)
    }

    fn tell(&self, case: &InPool<'_>, _: &Shares<Rational>, at: Pair, sides: &Sides) -> String {
        tell_envy(case, at, sides, "counted on the servers where its tasks may run")
    }
}
