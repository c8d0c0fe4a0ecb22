//! Bounds rounded for print.

use crate::scalar::{Rational, Scalar};

/// Lower and upper bounds on the tasks of every user.
pub(super) type Bounds = (Vec<Rational>, Vec<Rational>);

/// Decimal digits to which bounds are rounded.
const DIGITS: u32 = 12;

/// Bounds with short numbers: lower bounds are rounded down, and upper bounds up.
pub(super) fn outward((low, high): Bounds) -> Bounds {
    let scale = Rational::int(10i64.pow(DIGITS));
    let down = |x: Rational| (x * &scale).floor() / &scale;
    (low.into_iter().map(down).collect(), high.into_iter().map(|x| -down(-x)).collect())
}
