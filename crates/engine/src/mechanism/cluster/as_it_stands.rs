//! The present allocation as a mechanism: its outcome is the set of running tasks of the instance.

use fairwitness_kernel::specification::cluster::as_it_stands::AsItStands;

use crate::linear::Patience;
use crate::mechanism::{Allocated, Certified, Mechanism, Printed, Specification};
use crate::model::cluster::{Certificate, Cluster, Placement, Pool};

impl Mechanism<Cluster> for AsItStands {
    fn allocate(&self, pool: &Pool, _patience: &Patience) -> Allocated<Cluster> {
        Ok(self.run(pool, None)?)
    }

    fn certify(&self, pool: &Pool, outcome: &Placement, _patience: &Patience) -> Certified<Cluster> {
        Specification::check(self, pool, outcome, &Certificate::Rule)?;
        Ok(Certificate::Rule)
    }
}
