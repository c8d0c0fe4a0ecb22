//! The ratio of the fairest assignment divided by the value of a programme (mukherjee III, V).

use super::{Measure, Worse, optimum};
use crate::linear::{Halt, Patience};
use crate::model::covering::{Allotment, Covering};
use crate::model::refusal::Refusal;
use crate::property::evidence::Run;
use crate::scalar::{Rational, Scalar};

/// The measure `integrality-gap`: smallest ratio over the programme's value.
#[derive(Debug)]
pub(super) struct IntegralityGap;

impl Measure<Covering> for IntegralityGap {
    fn id(&self) -> &'static str {
        "integrality-gap"
    }

    fn worse(&self) -> Worse {
        Worse::Larger
    }

    fn value(&self, run: &Run<'_, Covering>, patience: &Patience) -> Result<Option<Rational>, Halt<Refusal>> {
        match &run.outcome {
            Allotment::Parts { ratio, .. } if ratio.is_positive() => {
                Ok(optimum(run.instance, patience)?.map(|optimum| optimum / ratio))
            }
            _ => Ok(None),
        }
    }
}
