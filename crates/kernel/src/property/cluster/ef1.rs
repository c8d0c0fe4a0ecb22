//! Envy-freeness up to one task: no envy is left once one task, of the envied user or of the envious one, is
//! removed from the bundle (metin 3.2, by way of its reference for indivisible demands; judged for whole
//! tasks).

use super::ef::{Shares, per_task, shares, tell_envy, with_bundle};
use super::{InPool, pairs};
use crate::model::cluster::{Cluster, Setting};
use crate::property::{Claim, Facts, Formula, Pair, Sides, Witness, Yard};
use crate::scalar::{Of, Rational, Scalar, greatest, sum};

/// The formula of `ef1`, where one task of the envied user is removed, and of `ef1-own`, where one task of the envious
/// user's own size is removed (`OWN`).
#[derive(Debug)]
pub struct Ef1<const OWN: bool>;

/// The number of tasks that `user` could run with the bundles of `other`, less the one task of `other` whose
/// loss costs `user` most.
fn with_all_but_one<N: Scalar, S: Of<N>>(
    case: &InPool<'_, S, N>,
    shares: &Shares<S>,
    user: usize,
    other: usize,
) -> Option<S> {
    let pool = case.instance;
    let bundle = &case.outcome?.tasks[other];
    let fits = per_task(case, shares, user, other);
    let tasks = |i: usize, of: S| {
        let tasks = if pool.eligible[user][i] { (of * &fits).floored() } else { S::zero() };
        let (name, its) = (|| pool.user_name(user), || pool.user_name(other));
        tasks.said(|_| format!("tasks of {} in the bundle of {} on {}", name(), its(), pool.server_name(i)))
    };
    let runs = (0..pool.servers()).filter(|&i| !bundle[i].is_zero());
    let all = sum(runs.map(|i| tasks(i, S::of(&bundle[i])))).said(|_| "all servers together".to_string());
    let loss = |i: usize| {
        let (all, without) = (S::of(&bundle[i]), S::of(&bundle[i]) - S::one());
        (tasks(i, all) - tasks(i, without)).said(|_| format!("lost with one task on {}", pool.server_name(i)))
    };
    let removable = (0..pool.servers()).filter(|&i| bundle[i] >= N::one());
    let left = greatest(removable.map(loss)).map(|most| all - most).unwrap_or_else(S::zero);
    Some(case.capped(user, left.said(|_| "less the largest loss with one task".to_string())))
}

impl<const OWN: bool> Formula<Cluster> for Ef1<OWN> {
    type At = Pair;
    type Basis<S: Scalar> = Shares<S>;
    const ID: &'static str = if OWN { "ef1-own" } else { "ef1" };
    const FACTS: Facts = Facts { envy: true, ..Facts::NONE };
    const YARD: Yard = Yard::Has;

    fn never(&self, setting: Setting) -> Option<&'static str> {
        (!setting.whole).then_some("the mechanism divides tasks: there is no one task to take away")
    }

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
        let with = if OWN {
            with_bundle(case, shares, user, other).map(|with| with - S::one())
        } else {
            with_all_but_one(case, shares, user, other)
        };
        let Some(with) = with else { return Claim::Unknown };
        let with = with.said(|_| format!("less one task of {}", case.instance.user_name(user)));
        Claim::owes(with, case.gets[user].clone())
    }

    fn less(&self, case: &InPool<'_>, Pair(user, _): Pair) -> String {
        case.less_runs(user)
    }

    fn tell(&self, case: &InPool<'_>, _: &Shares<Rational>, at: Pair, sides: &Sides) -> String {
        let how = match OWN {
            true => "even after what one of its own tasks takes is taken out of the bundle",
            false => "even after one task is taken out of the bundle",
        };
        tell_envy(case, at, sides, how)
    }
}
