//! The ratio of an assignment divided by the ratio that Theorem 13 allows (mukherjee VI).

use super::{Measure, Worse, optimum};
use crate::linear::{Halt, Patience};
use crate::model::covering::{Allotment, Covering};
use crate::model::refusal::Refusal;
use crate::property::evidence::Run;
use crate::scalar::Rational;
use fairwitness_kernel::property::covering::greedy_bound::GreedyBound;

/// The measure `homogeneous-ratio`, for equal tasks and homogeneous resources.
#[derive(Debug)]
pub(super) struct HomogeneousRatio;

impl Measure<Covering> for HomogeneousRatio {
    fn id(&self) -> &'static str {
        "homogeneous-ratio"
    }

    fn worse(&self) -> Worse {
        Worse::Larger
    }

    fn value(&self, run: &Run<'_, Covering>, patience: &Patience) -> Result<Option<Rational>, Halt<Refusal>> {
        let (Allotment::Whole(given), Ok(())) = (&run.outcome, GreedyBound::<false>::covers(run.instance))
        else {
            return Ok(None);
        };
        let factor: Rational = GreedyBound::<false>::factor(run.instance);
        Ok(optimum(run.instance, patience)?.map(|optimum| run.instance.ratio(given) / (factor * optimum)))
    }
}
