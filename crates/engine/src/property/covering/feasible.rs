//! Feasibility: no resource is given more than once, and every task is covered (mukherjee I-A, III).

use fairwitness_kernel::property::feasible::Feasible;

use super::{Examine, Hearing};
use crate::linear::Cut;
use crate::model::covering::Covering;
use crate::property::carried_out;
use crate::property::evidence::Verdict;

impl Examine<Covering> for Feasible {
    fn examine(&self, &Hearing { run, .. }: &Hearing<'_, Covering>) -> Result<Verdict<Covering>, Cut> {
        Ok(carried_out(run))
    }
}
