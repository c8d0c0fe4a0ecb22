//! The ratio of the fairest assignment divided by the value of a programme (mukherjee III, V).

use super::{Covering, Ratio, Worse, optimum};
use crate::mechanism::Settles;
use crate::model::covering::Allotment;
use crate::scalar::Scalar;

/// The measure `integrality-gap`: smallest ratio over the programme's value.
pub(super) const INTEGRALITY_GAP: Ratio<Covering> = Ratio {
    id: "integrality-gap",
    worse: Worse::Larger,
    reads: Settles::Utilities,
    value: |run, patience| match &run.outcome {
        Allotment::Parts { ratio, .. } if ratio.is_positive() => {
            Ok(optimum(run.instance, patience)?.map(|optimum| optimum / ratio))
        }
        _ => Ok(None),
    },
};
