//! The ratio of an assignment divided by the ratio of the fairest assignment (mukherjee IV, VI).

use super::{Covering, Ratio, Worse, optimum};
use crate::mechanism::Settles;
use crate::model::covering::Allotment;

/// The measure `approximation-ratio`: ratio over the smallest ratio.
pub(super) const APPROXIMATION_RATIO: Ratio<Covering> = Ratio {
    id: "approximation-ratio",
    worse: Worse::Larger,
    reads: Settles::Utilities,
    value: |run, patience| match &run.outcome {
        Allotment::Whole(given) => {
            Ok(optimum(run.instance, patience)?.map(|optimum| run.instance.ratio(given) / optimum))
        }
        Allotment::Parts { .. } => Ok(None),
    },
};
