//! Bounds rounded for print.

use crate::mechanism::Enclosed;
use crate::scalar::{Rational, Scalar};

/// Decimal digits to which bounds are rounded.
const DIGITS: u32 = 12;

/// `bounds` with short numbers: lower bounds are rounded down, and upper bounds up.
pub(super) fn outward((low, high): Enclosed) -> Enclosed {
    let scale = Rational::int(10i64.pow(DIGITS));
    let down = |x: Rational| (x * &scale).floor() / &scale;
    (low.into_iter().map(down).collect(), high.into_iter().map(|x| -down(-x)).collect())
}
