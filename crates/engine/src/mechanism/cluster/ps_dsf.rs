//! PS-DSF, per-server dominant-share fairness, under resource and time division (khamse2017 Definitions 3 to
//! 6, Theorems 1 and 2).

use fairwitness_kernel::specification::cluster::ps_dsf::{PsDsf, view};

use crate::linear::Patience;
use crate::mechanism::per_server::{allocate, bottlenecks, only_server_in_words};
use crate::mechanism::{Allocated, Certified, Followed, Mechanism, Specification, sentences};
use crate::model::cluster::{Cluster, Division, Placement, Pool};

impl Mechanism<Cluster> for PsDsf {
    fn allocate(&self, pool: &Pool, patience: &Patience) -> Allocated<Cluster> {
        self.domain(pool)?;
        // One server whose resources are divided is filled as under DRF.
        let filled = (self.division == Division::Resource).then(|| only_server_in_words(pool)).flatten();
        filled.map_or_else(|| allocate(&view(pool, self.division)?, patience), Ok)
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
