//! Rows of a programme as lines of a tableau, with denominators cleared.

use super::cell::Cell;
use fairwitness_kernel::scalar::{Rational, common_denominator, whole};

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
    let unit = common_denominator(numbers.clone().map(|(_, x)| x));
    let word = unit.to_i64();
    for (at, x) in numbers {
        let cell = match x.small().zip(word).and_then(|((n, d), unit)| n.checked_mul(unit / d)) {
            Some(n) => C::from_small(n)?,
            None => C::from_int(&whole(x, &unit))?,
        };
        line[at] = if turned { cell.negated() } else { cell };
    }
    Some(Some(Rational::from_int(&unit)))
}
