//! Feasibility: no resource is given more than once, and every task is covered (mukherjee I-A, III).

use fairwitness_kernel::property::feasible::Feasible;

use super::Examine;
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::covering::Covering;
use crate::property::carried_out;
use crate::property::evidence::{Run, Verdict};

impl Examine<Covering> for Feasible {
    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Covering>,
        run: &Run<'_, Covering>,
        _patience: &Patience,
    ) -> Result<Verdict<Covering>, Cut> {
        Ok(carried_out(run))
    }
}
