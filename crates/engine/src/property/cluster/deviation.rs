//! Deviations from another mechanism: the number of tasks that a user has too few or too many, compared with
//! it (metin 4).

use fairwitness_kernel::property::cluster::deviation::{DIVISIBLE, Deviation, Side};

use super::Examine;
use crate::arithmetic::less;
use crate::linear::{Cut, Patience, Uncut as _};
use crate::mechanism::Mechanism;
use crate::model::cluster::{Cluster, Placement};
use crate::model::refusal::Refusal;
use crate::property::evidence::{Run, Verdict, Witness};
use crate::trace::Line;

impl Examine<Cluster> for Deviation {
    fn arithmetic(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Vec<Line> {
        let (Witness::Agent(u), Ok(other)) = (witness, self.reference.followed(run.instance)) else {
            return Vec::new();
        };
        let (has, would) = (run.outcome.total(*u), other.total(*u));
        let more = if self.side == Side::Under || (self.side == Side::Apart && would > has) {
            less(&would, &has, "the tasks that it compares with, less those that the user has")
        } else {
            less(&has, &would, "the tasks that the user has, less those that it compares with")
        };
        vec![more]
    }

    fn compared_with(&self) -> Option<&'static str> {
        Some(self.reference.specification().id())
    }

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
