//! PS-DSF, per-server dominant-share fairness, under resource and time division (khamse2017 Definitions 3 to
//! 6, Theorems 1 and 2).

use fairwitness_kernel::specification::cluster::ps_dsf::{PsDsf, view};

use crate::linear::Patience;
use crate::mechanism::{
    Allocated, Certified, Followed, MOST_PINNED, Mechanism, Specification, allocate, bottlenecks,
    only_server_in_words, sentences,
};
use crate::model::cluster::{Alike, Cluster, Division, Placement, Pool};

impl Mechanism<Cluster> for PsDsf {
    fn allocate(&self, pool: &Pool, patience: &Patience) -> Allocated<Cluster> {
        self.domain(pool)?;
        // One server whose resources are divided is filled as under DRF.
        let filled = (self.division == Division::Resource).then(|| only_server_in_words(pool)).flatten();
        if let Some(placement) = filled {
            return Ok(placement);
        }
        let alike = (pool.users() * pool.servers() > MOST_PINNED).then(|| Alike::of(pool, true)).flatten();
        match alike {
            Some(alike) => Ok(alike.apart(&allocate(&view(&alike.pool, self.division)?, patience)?)),
            None => allocate(&view(pool, self.division)?, patience),
        }
    }

    fn certify(&self, pool: &Pool, outcome: &Placement, _patience: &Patience) -> Certified<Cluster> {
        Ok(bottlenecks(&view(pool, self.division)?, outcome)?)
    }

    fn trace(&self, pool: &Pool, patience: &Patience) -> Followed<Cluster> {
        let view = view(pool, self.division)?;
        let found = allocate(&view, patience)?;
        Ok(sentences::fixed_point(pool, &view, self.division, &found))
    }
}
