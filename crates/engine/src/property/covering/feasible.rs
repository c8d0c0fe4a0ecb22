//! Feasibility: no resource is given more than once, and every task is covered (mukherjee I-A, III).

use fairwitness_kernel::property::feasible::Feasible;

use crate::model::covering::Covering;
use crate::property::{Examine, Examined, Hearing, carried_out};

impl Examine<Covering> for Feasible {
    fn examine(&self, &Hearing { run, .. }: &Hearing<'_, Covering>) -> Examined<Covering> {
        Ok(carried_out(run))
    }
}
