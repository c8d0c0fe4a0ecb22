//! The bound of the rounding: every task pays at most twice the amount that the relaxation with pruned costs
//! allows it (mukherjee IV, Theorem 5).

use fairwitness_kernel::property::covering::rounding_bound::RoundingBound;

use crate::mechanism::pruned_fractions;
use crate::model::covering::Covering;
use crate::property::{Beside, Examined, Hearing, Seek, Verdict, Witness};
use crate::scalar::Scalar;

impl Seek<Covering> for RoundingBound {
    fn seek(&self, hearing: &Hearing<'_, Covering>) -> Examined<Covering> {
        let Hearing { run, patience, .. } = *hearing;
        let Some(fractions) = pruned_fractions(run.instance, patience)? else {
            return Ok(Verdict::OutOfScope("the programme has no solution".into()));
        };
        let beside = Beside::of(self, hearing);
        let above = beside.sides(run.instance, &fractions, [()]).any(|(_, sides)| sides.gap().is_positive());
        Ok(if above { Verdict::Violated(Witness::Better(fractions)) } else { Verdict::Holds })
    }
}
