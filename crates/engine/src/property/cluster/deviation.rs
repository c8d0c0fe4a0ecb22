//! Deviations from another mechanism: the number of tasks that a user has too few or too many, compared with
//! it (metin 4).

use fairwitness_kernel::property::cluster::deviation::{DIVISIBLE, Deviation};

use super::Examine;
use crate::linear::{Cut, Patience, Uncut as _};
use crate::mechanism::Mechanism;
use crate::model::cluster::Cluster;
use crate::model::refusal::Refusal;
use crate::property::evidence::{Run, Verdict, Witness};

impl Examine<Cluster> for Deviation {
    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        if !run.mechanism.setting().whole {
            return Ok(Verdict::OutOfScope(DIVISIBLE));
        }
        Ok(match self.reference.allocate(run.instance, patience).uncut()? {
            Ok(other) => self
                .furthest(run, &other.totals())
                .map_or(Verdict::Holds, |(u, _)| Verdict::Violated(Witness::Agent(u))),
            Err(Refusal::OutOfDomain(_)) => {
                Verdict::OutOfScope("the mechanism that it is compared with refuses the instance")
            }
            Err(refusal) => Verdict::Undecided(refusal.to_string()),
        })
    }
}
