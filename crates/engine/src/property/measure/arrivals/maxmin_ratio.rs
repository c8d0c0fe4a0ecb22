//! The smallest dominant share, divided by that under DRF with complete knowledge: CR2 of li2019.

use super::CompetitiveRatio;
use crate::scalar::{Rational, Scalar, least};

pub(super) const MAXMIN_RATIO: CompetitiveRatio = CompetitiveRatio {
    id: "maxmin-ratio",
    objective: |shares| least(shares.iter().cloned()).unwrap_or_else(Rational::zero),
    in_floats: |shares| least(shares.iter().copied()).unwrap_or(0.0),
};
