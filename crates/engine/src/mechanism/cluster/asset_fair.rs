//! Asset fairness on one pool, by progressive filling.

use fairwitness_kernel::specification::cluster::asset_fair::{AssetFair, view};

use crate::linear::{Halt, Patience};
use crate::mechanism::per_server::{bottlenecks, fill_alone};
use crate::mechanism::{Abilities, Mechanism, Specification, sentences};
use crate::model::cluster::{Certificate, Cluster, Placement, Pool};
use crate::model::refusal::{Refusal, Rejected};
use crate::trace::{Trace, Traced};

impl Mechanism<Cluster> for AssetFair {
    fn specification(&self) -> &dyn Specification<Cluster> {
        self
    }

    fn allocate(&self, pool: &Pool, _patience: &Patience) -> Result<Placement, Halt<Refusal>> {
        self.domain(pool)?;
        let tasks = fill_alone(&view(pool).servers[0], &pool.tasks);
        Ok(Placement { tasks: tasks.into_iter().map(|x| vec![x]).collect() })
    }

    fn certify(
        &self,
        pool: &Pool,
        outcome: &Placement,
        _patience: &Patience,
    ) -> Result<Certificate, Halt<Rejected>> {
        Ok(bottlenecks(&view(pool), outcome)?)
    }

    fn abilities(&self) -> Abilities<'_, Cluster> {
        Abilities { traced: Some(self), ..Abilities::none() }
    }
}

impl Traced<Cluster> for AssetFair {
    fn trace(&self, pool: &Pool, _patience: &Patience) -> Result<Trace<Cluster>, Halt<Refusal>> {
        self.domain(pool)?;
        Ok(sentences::alone(pool, "asset share", |_| view(pool)))
    }
}
