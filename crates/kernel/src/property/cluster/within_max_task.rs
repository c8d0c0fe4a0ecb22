//! Whole tasks near divisible ones: the difference of any two users' dominant shares deviates from that under
//! divisible DRF by at most the dominant share of the largest task (after Ghodsi et al. 2011, whose text was
//! not read).

use super::{InPool, pairs};
use crate::model::cluster::{Cluster, Pool, Setting};
use crate::property::{Claim, Facts, Formula, Pair, Sides, Witness};
use crate::scalar::{Of, Rational, Scalar, greatest};
use crate::specification::Settles;
use crate::specification::cluster::drf;
use crate::specification::per_server::fill;

/// The formula of `within-max-task`.
#[derive(Debug)]
pub struct WithinMaxTask;

/// Weighted dominant shares on one pool; `None` for a user that can run nothing.
#[derive(Debug)]
pub struct Shares<S> {
    /// Share of one task of each user.
    one: Vec<Option<S>>,
    /// Share of each user under divisible DRF.
    divisible: Vec<Option<S>>,
    /// The largest share of one task.
    largest: S,
}

impl Formula<Cluster> for WithinMaxTask {
    type At = Pair;
    type Basis<S: Scalar> = Shares<S>;
    const ID: &'static str = "within-max-task";
    const UNIT: &'static str = "in the dominant share";
    const FACTS: Facts = Facts { compared_with: Some("drf"), ..Facts::NONE };
    const READS: Settles = Settles::Utilities;

    fn never(&self, setting: Setting) -> Option<&'static str> {
        (!setting.whole).then_some("the mechanism divides tasks: there is no largest task to be off by")
    }

    fn scope<N: Scalar>(&self, pool: &Pool<N>) -> Result<(), &'static str> {
        let one = pool.rate.is_none() && pool.tree.is_none() && pool.servers() == 1;
        if one { Ok(()) } else { Err("dominant shares are compared on one pool, without rates") }
    }

    /// The reciprocal of the smallest weight: margins are parts of the whole pool divided by a weight.
    fn scale(&self, pool: &Pool) -> Rational {
        Rational::one() / pool.least_weight()
    }

    fn basis<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> Shares<S> {
        let pool = case.instance;
        let demanded = |u: usize| (0..pool.resources()).filter(move |&r| pool.demand[u][r].is_positive());
        let part = |u: usize, r: usize| {
            S::of(&pool.demand[u][r]) / (S::of(&pool.capacity[0][r]) * S::of(pool.weight(u, r)))
        };
        let of_task = |u: usize| pool.runs_on(u, 0).then(|| greatest(demanded(u).map(|r| part(u, r))));
        let one: Vec<Option<S>> = (0..pool.users()).map(|u| of_task(u).flatten().map(S::plain)).collect();
        let filled = fill(&drf::view(pool, 0), &vec![N::zero(); pool.users()], &pool.tasks);
        let divisible =
            filled.iter().zip(&one).map(|(x, one)| Some((S::of(x) * one.as_ref()?).plain())).collect();
        let largest = greatest(one.iter().flatten().cloned()).unwrap_or_else(S::zero);
        Shares { one, divisible, largest }
    }

    fn places<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> impl Iterator<Item = Pair> {
        pairs(case)
    }

    fn named(&self, case: &InPool<'_>, witness: &Witness<Cluster>) -> Option<Pair> {
        Pair::named(witness, case.instance.users())
    }

    fn claim<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>, shares: &Shares<S>, at: Pair) -> Claim<S> {
        let Pair(low, high) = at;
        let (name, of) =
            (|u: usize| case.instance.user_name(u), |all: &[Option<S>], u: usize| all[u].clone());
        let whole = |u: usize| Some(case.gets[u].clone() * shares.one[u].as_ref()?);
        let apart =
            |a: Option<S>, b: Option<S>, how: &str| {
                let lead = a? - b?;
                Some(lead.said(|_| {
                    format!("the dominant share of {} less that of {}, {how}", name(high), name(low))
                }))
            };
        let is = apart(whole(high), whole(low), "as it is");
        let drf = apart(of(&shares.divisible, high), of(&shares.divisible, low), "with divisible tasks");
        let (Some(is), Some(drf)) = (is, drf) else { return Claim::Nothing };
        let due = (is - drf).said(|_| "by how much the first difference is larger".to_string());
        Claim::owes(due, shares.largest.clone())
    }

    fn less(&self, _case: &InPool<'_>, _at: Pair) -> String {
        "less the dominant share of the largest task".to_string()
    }

    fn tell(&self, case: &InPool<'_>, _: &Shares<Rational>, at: Pair, sides: &Sides) -> String {
        let Pair(low, high) = at;
        let Sides { due, has } = sides;
        format!(
            "The dominant share of {} exceeds that of {} by {due} more than under divisible DRF; the largest task takes {has}.",
            case.instance.user_name(high),
            case.instance.user_name(low)
        )
    }
}
