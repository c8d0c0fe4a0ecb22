//! The sum of dominant shares, divided by that under DRF with complete knowledge: CR1 of li2019.

use super::CompetitiveRatio;
use crate::scalar::sum;

pub(super) const MAXSUM_RATIO: CompetitiveRatio = CompetitiveRatio {
    id: "maxsum-ratio",
    objective: |shares| sum(shares.iter().cloned()),
    in_floats: |shares| shares.iter().sum(),
};
