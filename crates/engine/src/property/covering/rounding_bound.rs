//! The bound of the rounding: every task pays at most twice the amount that the relaxation with pruned costs
//! allows it (mukherjee IV, Theorem 5).

use fairwitness_kernel::property::covering::rounding_bound::{RoundingBound, excess};

use super::Examine;
use crate::linear::{Cut, Patience};
use crate::mechanism::{Mechanism, pruned_fractions};
use crate::model::covering::{Allotment, Covering};
use crate::property::evidence::{Run, Verdict, Witness};
use crate::scalar::Scalar;

impl Examine<Covering> for RoundingBound {
    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Covering>,
        run: &Run<'_, Covering>,
        patience: &Patience,
    ) -> Result<Verdict<Covering>, Cut> {
        let Allotment::Whole(given) = &run.outcome else {
            return Ok(Verdict::OutOfScope("the outcome is not an assignment"));
        };
        let Some(fractions) = pruned_fractions(run.instance, patience)? else {
            return Ok(Verdict::OutOfScope("the programme has no solution"));
        };
        let ratio = fractions.ratio(run.instance);
        Ok(if excess(run.instance, given, &ratio).is_positive() {
            Verdict::Violated(Witness::Better(fractions))
        } else {
            Verdict::Holds
        })
    }
}
