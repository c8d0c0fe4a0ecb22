//! Amounts of tasks from which the formulas of clusters are made, in any number.

use std::rc::Rc;

use crate::model::cluster::{Cluster, Placement, Pool};
use crate::property::{Amounts, Both, Case, Pair};
use crate::scalar::{Of, Rational, Scalar, least, sum};

/// An allocation of a pool to be judged.
pub type InPool<'a, S = Rational, N = S> = Case<'a, Cluster, S, N>;
/// An outcome to be judged, and the one beside it.
pub type InPools<'a, S = Rational, N = S> = Both<'a, Cluster, S, N>;

impl Amounts for Cluster {
    fn amounts<N: Scalar, S: Of<N>>(outcome: &Placement<N>) -> Vec<S> {
        outcome.tasks.iter().map(|row| sum(row.iter().map(S::of))).collect()
    }
}

/// The number of tasks of `demand` that a bundle holds; `bundle` gives the amount of each resource.
pub fn holds<N: Scalar, S: Of<N>>(demand: &[N], bundle: impl Fn(usize) -> S) -> S {
    let demanded = demand.iter().enumerate().filter(|(_, d)| d.is_positive());
    least(demanded.map(|(r, d)| bundle(r) / S::of(d))).unwrap_or_else(S::zero)
}

/// The number of tasks of `user` that fill server `i`, eligible or not.
pub fn whole_server<N: Scalar, S: Of<N>>(pool: &Pool<N>, user: usize, i: usize) -> S {
    match &pool.rate {
        Some(rate) => S::of(&rate[user][i]),
        None => holds(&pool.demand[user], |r| S::of(&pool.capacity[i][r])),
    }
}

/// The largest number of users for which no class is sought.
const FEW: usize = 32;

/// The first user of each class of users that are alike and have equal tasks on every server; `None` where users are few.
fn firsts<N: Scalar, S: Of<N>>(case: &InPool<'_, S, N>) -> Option<Rc<[usize]>> {
    let (pool, outcome) = (case.instance, case.outcome?);
    if pool.users() <= FEW || pool.tree.is_some() {
        return None;
    }
    let rows = |u: usize| {
        (&pool.demand[u], &pool.eligible[u], &pool.tasks[u], pool.rate.as_ref().map(|rate| &rate[u]))
    };
    let weights = |u: usize, v: usize| (0..pool.resources()).all(|r| pool.weight(u, r) == pool.weight(v, r));
    let mut firsts: Vec<usize> = Vec::new();
    for u in 0..pool.users() {
        if !firsts
            .iter()
            .any(|&v| rows(u) == rows(v) && outcome.tasks[u] == outcome.tasks[v] && weights(u, v))
        {
            firsts.push(u);
        }
    }
    Some(firsts.into())
}

/// Each pair of different users; of users whose inequalities are equal, the first stands for all.
pub fn pairs<N: Scalar, S: Of<N>>(case: &InPool<'_, S, N>) -> impl Iterator<Item = Pair> {
    let firsts = firsts(case);
    let users = firsts.as_ref().map_or(case.instance.users(), |firsts| firsts.len());
    (0..users).flat_map(move |u| {
        let firsts = firsts.clone();
        let user = move |k: usize| firsts.as_ref().map_or(k, |firsts| firsts[k]);
        (0..users).filter(move |m| *m != u).map(move |m| Pair(user(u), user(m)))
    })
}

impl<N: Scalar, S: Of<N>> InPool<'_, S, N> {
    /// The tasks of `user` on server `i`; `None` if only the totals on several servers are known.
    pub fn on(&self, user: usize, i: usize) -> Option<S> {
        match self.outcome {
            Some(outcome) => Some(S::of(&outcome.tasks[user][i])),
            None => (self.instance.servers() == 1).then(|| self.gets[user].clone()),
        }
    }

    /// The smaller of `tasks` and the number of tasks that `user` has; that number is rounded down if tasks are whole.
    pub fn capped(&self, user: usize, tasks: S) -> S {
        let Some(has) = &self.instance.tasks[user] else { return tasks };
        tasks
            .lesser(self.setting.tasks(S::of(has)).plain())
            .said(|_| format!("no more than the tasks that {} has", self.instance.user_name(user)))
    }

    /// What every inequality ends with: `less what user 1 runs`.
    pub fn less_runs(&self, user: usize) -> String {
        format!("less what {} runs", self.instance.user_name(user))
    }
}

/// Amounts in words: `2 of resource 1 and 1 of resource 2`.
pub fn bundle<N: Scalar>(pool: &Pool<N>, amounts: &[N]) -> String {
    let some = amounts.iter().enumerate().filter(|(_, x)| x.is_positive());
    let all: Vec<String> = some.map(|(r, x)| format!("{x:?} of {}", pool.resource_name(r))).collect();
    if all.is_empty() { "nothing".to_string() } else { all.join(" and ") }
}
