//! `f64` as a scalar: for screening and for guessing supports, never for a verdict.

use super::Scalar;

impl Scalar for f64 {
    fn int(n: i64) -> Self {
        n as f64
    }

    fn floored(self) -> Self {
        self.floor()
    }
}
