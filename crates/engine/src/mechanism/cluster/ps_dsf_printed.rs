//! Algorithm I of khamse2017 (Table II) as printed.

use fairwitness_kernel::specification::cluster::ps_dsf::view;
use fairwitness_kernel::specification::cluster::ps_dsf_printed::PsDsfPrinted;

use crate::linear::{Halt, Patience};
use crate::mechanism::per_server::bottlenecks;
use crate::mechanism::{Abilities, Mechanism, Printed, Specification, sentences};
use crate::model::cluster::{Certificate, Cluster, Division, Placement, Pool};
use crate::model::refusal::{Refusal, Rejected};
use crate::trace::{Trace, Traced};

impl Mechanism<Cluster> for PsDsfPrinted {
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
        Ok(bottlenecks(&view(pool, Division::Resource)?, outcome)?)
    }

    fn abilities(&self) -> Abilities<'_, Cluster> {
        Abilities { traced: Some(self), ..Abilities::none() }
    }
}

impl Traced<Cluster> for PsDsfPrinted {
    fn trace(&self, pool: &Pool, _patience: &Patience) -> Result<Trace<Cluster>, Halt<Refusal>> {
        let (view, mut events) = (view(pool, Division::Resource)?, Vec::new());
        let end = self.run_seen(pool, &mut events).ok();
        Ok(sentences::updates(pool, &view, &events, end))
    }
}
