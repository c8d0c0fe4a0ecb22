//! Every task pays at most twice what the relaxation with pruned costs allows it (mukherjee IV, Theorem 5).

use fairwitness_kernel::property::covering::rounding_bound::{RoundingBound, excess};

use super::Examine;
use crate::mechanism::{Mechanism, pruned_fractions};
use crate::model::covering::{Allotment, Covering};
use crate::property::evidence::{Run, Verdict, Witness};
use crate::scalar::Scalar;

impl Examine<Covering> for RoundingBound {
    fn examine(&self, _mechanism: &dyn Mechanism<Covering>, run: &Run<'_, Covering>) -> Verdict<Covering> {
        let Allotment::Whole(given) = &run.outcome else {
            return Verdict::OutOfScope("the outcome is not an assignment");
        };
        let Some(fractions) = pruned_fractions(run.instance) else {
            return Verdict::OutOfScope("the programme has no solution");
        };
        let ratio = fractions.ratio(run.instance);
        if excess(run.instance, given, &ratio).is_positive() {
            Verdict::Violated(Witness::Better(fractions))
        } else {
            Verdict::Holds
        }
    }
}
