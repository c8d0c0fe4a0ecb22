//! Bottleneck-based fairness on one pool: each user has all that it asks for, or at least its entitlement of
//! some full resource.

use fairwitness_kernel::property::cluster::bbf::{Bbf, lacks};
use fairwitness_kernel::property::cluster::bmf::one_divided_pool;

use super::Examine;
use super::bmf::most;
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::cluster::Cluster;
use crate::property::Property;
use crate::property::evidence::{Run, Verdict};

impl Examine<Cluster> for Bbf {
    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        _patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        Ok(match one_divided_pool(run) {
            Ok(()) => most(run, run.tolerance(|| self.scale(run)), |u| lacks(run.instance, &run.outcome, u)),
            Err(reason) => Verdict::OutOfScope(reason),
        })
    }
}
