//! Feasibility: the outcome can be carried out under the mechanism's division of servers (khamse2017
//! Definitions 3 and 4).

use fairwitness_kernel::property::feasible::Feasible;

use super::words;
use crate::model::cluster::Cluster;
use crate::property::{Cleared, Examine, Examined, Hearing, Look, Run, Unit, Witness, carried_out};

impl Examine<Cluster> for Feasible {
    fn unit(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Unit {
        Unit::of("beyond the limit")
    }

    fn clears(&self, look: &mut Look<'_, Cluster>) -> Option<Cleared> {
        let (setting, pool) = (look.mechanism.setting(), look.instance);
        look.by_gets(|gets| Cleared::holds(words::fits_one_server(setting, pool, gets)))
    }

    fn examine(&self, &Hearing { run, .. }: &Hearing<'_, Cluster>) -> Examined<Cluster> {
        Ok(carried_out(run))
    }
}
