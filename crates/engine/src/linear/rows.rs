//! Rows of a programme put into a tableau, denominators cleared.

use super::cell::Cell;
use crate::scalar::{Rational, Scalar};

/// Puts numbers into their places of a line, turned round or not, all multiplied by the smallest positive number that makes
/// them integers: what comes back, if it is not one. `None` when a number does not fit.
pub(super) fn put<'a, C: Cell>(
    line: &mut [C],
    numbers: impl Iterator<Item = (usize, &'a Rational)> + Clone,
    turned: bool,
) -> Option<Option<Rational>> {
    let signed = |n: i64| if turned { -n } else { n };
    for (at, x) in numbers.clone() {
        match x.small() {
            Some((n, 1)) => line[at] = C::from_small(signed(n))?,
            _ => return put_cleared(line, numbers, turned),
        }
    }
    Some(None)
}

/// The same where not all are integers in a word.
#[cold]
pub(super) fn put_cleared<'a, C: Cell>(
    line: &mut [C],
    numbers: impl Iterator<Item = (usize, &'a Rational)> + Clone,
    turned: bool,
) -> Option<Option<Rational>> {
    let mut lcm = Rational::one();
    for (_, x) in numbers.clone().filter(|(_, x)| !x.is_integer()) {
        lcm = &lcm * Rational::from_int(&(&lcm / Rational::from_int(&x.denominator())).denominator());
    }
    for (at, x) in numbers {
        let integer = x * &lcm;
        let cell = match integer.small() {
            Some((n, _)) => C::from_small(n)?,
            None => C::from_int(&integer.numerator())?,
        };
        line[at] = if turned { cell.negated() } else { cell };
    }
    Some(Some(lcm))
}
