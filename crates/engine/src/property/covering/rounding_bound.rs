//! The bound of the rounding: every task pays at most twice the amount that the relaxation with pruned costs
//! allows it (mukherjee IV, Theorem 5).

use fairwitness_kernel::property::covering::rounding_bound::RoundingBound;

use crate::linear::{Cut, Patience};
use crate::mechanism::{Mechanism, pruned_fractions};
use crate::model::covering::Covering;
use crate::property::compared::{Beside, Seek};
use crate::property::evidence::{Run, Verdict, Witness};
use crate::scalar::Scalar;

impl Seek<Covering> for RoundingBound {
    fn seek(
        &self,
        mechanism: &dyn Mechanism<Covering>,
        run: &Run<'_, Covering>,
        patience: &Patience,
    ) -> Result<Verdict<Covering>, Cut> {
        let Some(fractions) = pruned_fractions(run.instance, patience)? else {
            return Ok(Verdict::OutOfScope("the programme has no solution"));
        };
        let beside = Beside::of(self, mechanism, run, patience);
        let above = beside.sides(run.instance, &fractions, [()]).any(|(_, sides)| sides.gap().is_positive());
        Ok(if above { Verdict::Violated(Witness::Better(fractions)) } else { Verdict::Holds })
    }
}
