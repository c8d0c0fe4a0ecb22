//! Rows of a programme as lines of a tableau, with denominators cleared.

use super::cell::Cell;
use fairwitness_kernel::scalar::{Rational, Scalar};

/// Writes numbers into their places of a line, negated if `turned`, all multiplied by the smallest positive
/// number that makes them integers; returns that factor if it is not 1. `None` if a number does not fit.
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

/// The general case of [`put`], where not all numbers are integers of one word.
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
