//! Resource monotonicity: no user loses tasks when capacities grow.

use super::{InPools, counted};
use crate::model::cluster::{Cluster, Pool, Setting};
use crate::model::{Checked, Quotas, Rejected};
use crate::property::{Compared, Comparison, Facts, Owed, Run, Sides, Witness};
use crate::scalar::{Of, Scalar};

/// The formula of `resource-monotone`.
#[derive(Debug)]
pub struct ResourceMonotone;

/// The property `resource-monotone`, tested by enlarging single capacities, servers and resources.
pub const RESOURCE_MONOTONE: Compared<ResourceMonotone> =
    Compared { id: "resource-monotone", formula: ResourceMonotone };

impl Comparison<Cluster> for ResourceMonotone {
    type At = usize;

    const FACTS: Facts = Facts { quotas: Quotas::Floors, looks_beyond: true, ..Facts::NONE };
    fn scope(&self, _setting: Setting, pool: &Pool) -> Result<(), &'static str> {
        pool.rate.as_ref().map_or(Ok(()), |_| Err("with effective rates capacities play no part"))
    }

    fn at(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Checked<usize> {
        let Witness::Sibling { instance, loses } = witness else { return Err(Rejected::Kind) };
        let mut back = instance.clone();
        back.capacity.clone_from(&run.instance.capacity);
        let cells = || run.instance.capacity.iter().flatten().zip(instance.capacity.iter().flatten());
        if back != *run.instance
            || cells().count() != instance.capacity.iter().flatten().count()
            || cells().any(|(before, after)| after < before)
        {
            return Err(Rejected::Misfit(
                "the other instance is not this one with more capacity".to_string(),
            ));
        }
        Ok(*loses)
    }

    fn sides<N: Scalar, S: Of<N>>(&self, both: &InPools<'_, S, N>, &loses: &usize) -> Owed<S> {
        Ok(Sides { due: both.first.gets[loses].clone(), has: both.second.gets[loses].clone() })
    }

    fn less(&self, both: &InPools<'_>, &loses: &usize) -> String {
        format!("tasks of {} before and after", both.first.instance.user_name(loses))
    }

    fn tell(&self, both: &InPools<'_>, &loses: &usize, Sides { due, has }: &Sides) -> String {
        let pool = both.first.instance;
        let mut grown = Vec::new();
        for (i, (before, row)) in pool.capacity.iter().zip(&both.second.instance.capacity).enumerate() {
            for (r, (b, a)) in before.iter().zip(row).enumerate().filter(|(_, (b, a))| a != b) {
                grown.push(format!("{} of {} from {b} to {a}", pool.resource_name(r), pool.server_name(i)));
            }
        }
        let (grown, name, runs) = (grown.join(", "), pool.user_name(loses), counted(has));
        let fewer = due - has;
        format!("When the capacity grows ({grown}), {name} runs {runs} instead of {due}: {fewer} fewer.")
    }
}
