//! The ratio of an assignment divided by the ratio of the fairest assignment (mukherjee IV, VI).

use super::{Measure, Worse, optimum};
use crate::linear::{Halt, Patience};
use crate::model::covering::{Allotment, Covering};
use crate::model::refusal::Refusal;
use crate::property::evidence::Run;
use crate::scalar::Rational;

/// The measure `approximation-ratio`: ratio over the smallest ratio.
#[derive(Debug)]
pub(super) struct ApproximationRatio;

impl Measure<Covering> for ApproximationRatio {
    fn id(&self) -> &'static str {
        "approximation-ratio"
    }

    fn worse(&self) -> Worse {
        Worse::Larger
    }

    fn value(&self, run: &Run<'_, Covering>, patience: &Patience) -> Result<Option<Rational>, Halt<Refusal>> {
        match &run.outcome {
            Allotment::Whole(given) => {
                Ok(optimum(run.instance, patience)?.map(|optimum| run.instance.ratio(given) / optimum))
            }
            Allotment::Parts { .. } => Ok(None),
        }
    }
}
