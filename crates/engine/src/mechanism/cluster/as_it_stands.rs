//! The present allocation as a mechanism: its outcome is the set of running tasks of the instance.

use fairwitness_kernel::specification::cluster::as_it_stands::AsItStands;

use crate::linear::{Halt, Patience};
use crate::mechanism::{Mechanism, Printed, Specification};
use crate::model::cluster::{Certificate, Cluster, Placement, Pool};
use crate::model::refusal::{Refusal, Rejected};

impl Mechanism<Cluster> for AsItStands {
    fn specification(&self) -> &dyn Specification<Cluster> {
        self
    }

    fn allocate(&self, pool: &Pool, _patience: &Patience) -> Result<Placement, Halt<Refusal>> {
        Ok(self.run(pool, None)?)
    }

    fn certify(
        &self,
        pool: &Pool,
        outcome: &Placement,
        _patience: &Patience,
    ) -> Result<Certificate, Halt<Rejected>> {
        Specification::check(self, pool, outcome, &Certificate::Rule)?;
        Ok(Certificate::Rule)
    }
}
