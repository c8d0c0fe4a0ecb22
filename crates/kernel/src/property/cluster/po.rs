//! Pareto optimality: no feasible allocation gives each user as many tasks and some user more (wang2013
//! III-C, khamse2017 II-A).

use super::{InPool, InPools, counted, placed};
use crate::model::cluster::Cluster;
use crate::model::{Checked, Model, Quotas, Rejected};
use crate::property::{Compared, Comparison, Facts, Owed, Run, Sides, Witness};
use crate::scalar::{Of, Scalar, sum};

/// The formula of `po`.
#[derive(Debug)]
pub struct Better;

/// The property `po`, decided by one exact linear programme.
pub const PO: Compared<Better> = Compared { id: "po", formula: Better };

impl Comparison<Cluster> for Better {
    type At = ();
    const FACTS: Facts = Facts { quotas: Quotas::Floors, ..Facts::NONE };

    fn at(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Checked {
        let Witness::Better(better) = witness else { return Err(Rejected::Kind) };
        Cluster::feasible(run.mechanism.setting(), run.instance, better)
    }

    fn sides<N: Scalar, S: Of<N>>(&self, both: &InPools<'_, S, N>, (): &()) -> Owed<S> {
        if let Some(u) = (0..both.first.gets.len()).find(|&u| both.second.gets[u] < both.first.gets[u]) {
            return Err(Rejected::Misfit(format!("{} would lose", both.first.instance.user_name(u))));
        }
        let all = |case: &InPool<'_, S, N>, which: &str| {
            sum(case.gets.iter().cloned()).said(|_| format!("tasks of all users {which}"))
        };
        Ok(Sides { due: all(both.second, "in the other allocation"), has: all(both.first, "as it is") })
    }

    fn less(&self, _: &InPools<'_>, (): &()) -> String {
        "more tasks in all".to_string()
    }

    fn tell(&self, both: &InPools<'_>, _: &(), Sides { due, has }: &Sides) -> String {
        let Some(better) = both.second.outcome else { return String::new() };
        let (pool, mut text) = (both.first.instance, "The servers could run instead:\n".to_string());
        for u in 0..pool.users() {
            let on =
                if pool.servers() > 1 { format!(" ({})", placed(pool, better, u)) } else { String::new() };
            let (has, could) = (&both.first.gets[u], counted(&both.second.gets[u]));
            text += &format!("  {}: {could} instead of {has}{on}\n", pool.user_name(u));
        }
        text + &format!("No user would lose, and in all {} more would run.", counted(&(due - has)))
    }
}
