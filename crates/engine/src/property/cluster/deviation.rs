//! Deviations from another mechanism: the number of tasks that a user has too few or too many, compared with
//! it (metin 4).

use fairwitness_kernel::property::cluster::deviation::Deviation;

use crate::linear::Uncut as _;
use crate::mechanism::Mechanism;
use crate::model::Refusal;
use crate::model::cluster::Cluster;
use crate::property::{Beside, Comparison as _, Examined, Hearing, Seek, Verdict, Witness, largest};

impl Seek<Cluster> for Deviation {
    fn seek(&self, hearing: &Hearing<'_, Cluster>) -> Examined<Cluster> {
        let Hearing { mechanism: _, run, patience } = *hearing;
        let beside = Beside::of(self, hearing);
        Ok(match self.reference.allocate(run.instance, patience).uncut()? {
            Ok(other) => {
                let most = largest(beside.sides(run.instance, &other, 0..run.instance.users()));
                let above = most.filter(|(_, sides)| sides.clone().gap() > self.allowed());
                above.map_or(Verdict::Holds, |(user, _)| Verdict::Violated(Witness::Agent(user)))
            }
            Err(Refusal::OutOfDomain(_)) => {
                Verdict::OutOfScope("the mechanism that it is compared with refuses the instance".into())
            }
            Err(refusal) => Verdict::undecided(refusal.to_string()),
        })
    }
}
