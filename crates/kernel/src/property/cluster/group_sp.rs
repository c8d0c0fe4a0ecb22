//! Strategy-proofness against users who lie together: two who each run more tasks (after wang2013 III-C), or one or
//! two of whom none runs fewer tasks and one runs more (group strategy-proofness as parkes2015 and bhattacharya2013
//! are reported to define it).

use super::truthful::{SP, servers};
use super::{InPools, counted_true, vector};
use crate::model::cluster::{Cluster, Pool, Setting};
use crate::model::{Checked, Quotas, Rejected};
use crate::property::{Compared, Comparison, Facts, Owed, Run, Sides, Witness};
use crate::scalar::{Of, Scalar, greatest, least};
use crate::specification::Settles;

/// The formula of `group-sp`, and with `WEAK` that of `group-sp-weak`.
#[derive(Debug)]
pub struct GroupSp<const WEAK: bool>;

/// The property `group-sp`: no pair of lies profits both users.
pub const GROUP_SP: Compared<GroupSp<false>> = Compared { id: "group-sp", formula: GroupSp };
/// The property `group-sp-weak`: no lies profit one liar without a loss to another.
pub const GROUP_SP_WEAK: Compared<GroupSp<true>> = Compared { id: "group-sp-weak", formula: GroupSp };

impl<const WEAK: bool> Comparison<Cluster> for GroupSp<WEAK> {
    type At = Vec<usize>;
    const FACTS: Facts = Facts {
        quotas: Quotas::Caps,
        looks_beyond: true,
        searches_long: true,
        gains: match WEAK {
            true => {
                "neither of the two users can run fewer true tasks than on the left, and one can run more"
            }
            false => "each of the two users can run more true tasks than on the left",
        },
        ..Facts::NONE
    };

    fn scope(&self, setting: Setting, pool: &Pool) -> Result<(), &'static str> {
        SP.formula.scope(setting, pool)
    }

    fn at(&self, _run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Checked<Vec<usize>> {
        let Witness::Collusion(lies) = witness else { return Err(Rejected::Kind) };
        let misfit = |what: &str| Err(Rejected::Misfit(what.to_string()));
        match lies.as_slice() {
            [_] if WEAK => {}
            [(u, _), (v, _)] if u != v => {}
            _ if WEAK => return misfit("one user lies, or two different ones"),
            [_, _] => return misfit("two different users lie together"),
            _ => return misfit("two users lie together"),
        }
        Ok(lies.iter().map(|(by, _)| *by).collect())
    }

    fn sides<N: Scalar, S: Of<N>>(&self, both: &InPools<'_, S, N>, liars: &Vec<usize>) -> Owed<S> {
        let gain = |&by: &usize| {
            let gain = SP.formula.with_and_without(both, by).gap();
            gain.said(|_| format!("{} with the truth", both.first.less_runs(by)))
        };
        let gains: Vec<S> = liars.iter().map(gain).collect();
        if WEAK && gains.iter().any(Scalar::is_negative) {
            return Err(Rejected::Misfit("a liar loses".to_string()));
        }
        let (gain, which) = if WEAK { (greatest(gains), "largest") } else { (least(gains), "least") };
        let due = gain.unwrap_or_else(S::zero).said(|_| format!("the {which} gain is the margin"));
        Ok(Sides { due, has: S::zero() })
    }

    fn most(&self) -> Settles {
        Settles::Outcome
    }

    fn less(&self, _: &InPools<'_>, _: &Vec<usize>) -> String {
        "the margin".to_string()
    }

    fn tell(&self, both: &InPools<'_>, liars: &Vec<usize>, _: &Sides) -> String {
        let (pool, said) = (both.first.instance, both.second.instance);
        let one = |by: &usize| {
            let Sides { due, has } = SP.formula.with_and_without(both, *by);
            let (demand, on) = (vector(&said.demand[*by]), servers(pool, &said.eligible[*by]));
            let reports = format!("{} reports the demand {demand} on {on}", pool.user_name(*by));
            format!("{reports} and can run {} instead of {has}", counted_true(&due))
        };
        let told = liars.iter().map(one).collect::<Vec<_>>().join("; ");
        if WEAK { format!("{told}.") } else { format!("Two users lie together: {told}.") }
    }
}
