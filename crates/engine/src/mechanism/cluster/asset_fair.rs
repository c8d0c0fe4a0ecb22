//! Asset fairness on one pool, by progressive filling.

use fairwitness_kernel::specification::cluster::asset_fair::{AssetFair, view};

use crate::linear::Patience;
use crate::mechanism::{
    Allocated, Certified, Followed, Mechanism, Specification, bottlenecks, fill_alone, sentences,
};
use crate::model::cluster::{Cluster, Placement, Pool};

impl Mechanism<Cluster> for AssetFair {
    fn allocate(&self, pool: &Pool, _patience: &Patience) -> Allocated<Cluster> {
        self.domain(pool)?;
        let tasks = fill_alone(&view(pool).servers[0], &pool.tasks);
        Ok(Placement { tasks: tasks.into_iter().map(|x| vec![x]).collect() })
    }

    fn certify(&self, pool: &Pool, outcome: &Placement, _patience: &Patience) -> Certified<Cluster> {
        Ok(bottlenecks(&view(pool), outcome)?)
    }

    fn trace(&self, pool: &Pool, _patience: &Patience) -> Followed<Cluster> {
        self.domain(pool)?;
        Ok(sentences::alone(pool, "asset share", |_| view(pool)))
    }
}
