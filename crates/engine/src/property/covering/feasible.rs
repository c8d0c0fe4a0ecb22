//! Feasibility: no resource is given more than once, and every task is covered (mukherjee I-A, III).

use fairwitness_kernel::property::feasible::{Feasible, carried_out};

use super::Examine;
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::covering::Covering;
use crate::property::evidence::{Run, Verdict, Witness};

impl Examine<Covering> for Feasible {
    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Covering>,
        run: &Run<'_, Covering>,
        _patience: &Patience,
    ) -> Result<Verdict<Covering>, Cut> {
        Ok(if carried_out(run).is_ok() { Verdict::Holds } else { Verdict::Violated(Witness::Outcome) })
    }
}
