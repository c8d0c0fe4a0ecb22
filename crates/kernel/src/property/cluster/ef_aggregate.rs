//! Envy-freeness on bundles summed over servers (khamse2017 II-A and (25)).

use super::ef::{Shares, per_task, shares, tell_envy};
use super::{InPool, pairs};
use crate::model::cluster::{Cluster, Pool};
use crate::property::{Claim, Facts, Formula, Pair, Sides, Witness, Yard};
use crate::scalar::{Of, Rational, Scalar};
use crate::specification::Settles;

/// The formula of `ef-aggregate`: all bundles of a user are put together on one server.
#[derive(Debug)]
pub struct EfAggregate;

impl Formula<Cluster> for EfAggregate {
    type At = Pair;
    type Basis<S: Scalar> = Shares<S>;
    const ID: &'static str = "ef-aggregate";
    const FACTS: Facts = Facts { envy: true, ..Facts::NONE };
    const YARD: Yard = Yard::Has;
    /// The totals of users, regardless of where they run.
    const READS: Settles = Settles::Utilities;

    fn scope<N: Scalar>(&self, pool: &Pool<N>) -> Result<(), &'static str> {
        let rates = "with effective rates bundles of resources do not tell what they are worth";
        pool.rate.as_ref().map_or(Ok(()), |_| Err(rates))
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
        let with = case.gets[other].clone() * per_task(case, shares, user, other);
        let with = case.setting.tasks(with).said(|_| {
            let (name, its) = (case.instance.user_name(user), case.instance.user_name(other));
            format!("tasks of {name} in all bundles of {its}, also those on servers that {name} may not use")
        });
        Claim::owes(case.capped(user, with), case.gets[user].clone())
    }

    fn less(&self, case: &InPool<'_>, Pair(user, _): Pair) -> String {
        case.less_runs(user)
    }

    fn tell(&self, case: &InPool<'_>, _: &Shares<Rational>, at: Pair, sides: &Sides) -> String {
        tell_envy(case, at, sides, "if the whole bundle stood on one server of the user's own")
    }
}
