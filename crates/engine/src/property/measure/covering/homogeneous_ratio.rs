//! The ratio of an assignment divided by the ratio that Theorem 13 allows (mukherjee VI).

use fairwitness_kernel::property::covering::greedy_bound::GreedyBound;

use super::{Covering, Ratio, Worse, optimum};
use crate::mechanism::Settles;
use crate::model::covering::Allotment;
use crate::scalar::Rational;

/// The measure `homogeneous-ratio`, for equal tasks and homogeneous resources.
pub(super) const HOMOGENEOUS_RATIO: Ratio<Covering> = Ratio {
    id: "homogeneous-ratio",
    worse: Worse::Larger,
    reads: Settles::Utilities,
    value: |run, patience| {
        let (Allotment::Whole(given), Ok(())) = (&run.outcome, GreedyBound::<false>::covers(run.instance))
        else {
            return Ok(None);
        };
        let factor: Rational = GreedyBound::<false>::factor(run.instance);
        Ok(optimum(run.instance, patience)?.map(|optimum| run.instance.ratio(given) / (factor * optimum)))
    },
};
