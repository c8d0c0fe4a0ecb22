//! Displayed arithmetic: numbers and lines as a reader with a pencil writes them.

use crate::scalar::{Rational, Scalar};
use crate::trace::Line;

/// A line of displayed arithmetic.
pub fn line(formula: impl Into<String>, because: impl Into<String>) -> Line {
    Line { formula: formula.into(), because: because.into() }
}

/// A number as a divisor or a factor: a fraction or a negative number is in brackets.
pub fn held(x: &Rational) -> String {
    if x.is_integer() && !x.is_negative() { x.to_string() } else { format!("({x})") }
}

/// A number that is subtracted: a negative number is in brackets.
pub fn taken(x: &Rational) -> String {
    if x.is_negative() { format!("({x})") } else { x.to_string() }
}

/// A sum of numbers that is not evaluated: `1 + 2 + 1/3`.
pub fn added(numbers: &[Rational]) -> String {
    let all: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    if all.is_empty() { "0".to_string() } else { all.join(" + ") }
}
