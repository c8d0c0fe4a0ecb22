//! Algorithm I of khamse2017 (Table II) as printed.

use fairwitness_kernel::specification::cluster::ps_dsf::view;
use fairwitness_kernel::specification::cluster::ps_dsf_printed::PsDsfPrinted;

use crate::linear::Patience;
use crate::mechanism::{Allocated, Certified, Followed, Mechanism, Printed, bottlenecks, sentences};
use crate::model::cluster::{Cluster, Placement, Pool};

impl Mechanism<Cluster> for PsDsfPrinted {
    fn allocate(&self, pool: &Pool, _patience: &Patience) -> Allocated<Cluster> {
        Ok(self.run(pool, None)?)
    }

    fn certify(&self, pool: &Pool, outcome: &Placement, _patience: &Patience) -> Certified<Cluster> {
        Ok(bottlenecks(&view(pool, self.division)?, outcome)?)
    }

    fn trace(&self, pool: &Pool, _patience: &Patience) -> Followed<Cluster> {
        let (view, mut events) = (view(pool, self.division)?, Vec::new());
        let end = self.run_seen(pool, &mut events).ok();
        Ok(sentences::updates((pool, self.division), &view, &events, end))
    }
}
