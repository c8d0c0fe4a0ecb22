//! Rationals as text: printed in lowest terms; read from integers, fractions and exact decimals.

use std::fmt;
use std::str::FromStr;

use super::{Int, Rational};

/// Writes `x` in lowest terms: `n` or `n/d`.
fn write_fraction(x: &Rational, out: &mut impl fmt::Write) -> fmt::Result {
    match x.small() {
        Some((n, 1)) => write!(out, "{n}"),
        Some((n, d)) => write!(out, "{n}/{d}"),
        None if x.is_integer() => write!(out, "{}", x.numerator()),
        None => write!(out, "{}/{}", x.numerator(), x.denominator()),
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A text of its own is needed only where it is padded.
        if f.width().is_none() && f.precision().is_none() {
            return write_fraction(self, f);
        }
        let mut text = String::new();
        write_fraction(self, &mut text)?;
        f.pad(&text)
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reasons why a text is not read as a rational number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseRationalError {
    /// Neither an integer nor a fraction nor a decimal.
    #[error("`{0}` is not a number: write an integer, `p/q` or a decimal such as `0.25`")]
    Malformed(String),
    /// An infinitesimal (`eps`) where a rational number is needed.
    #[error("the infinitesimal is for `verify run` alone; put a number in place of `{0}`")]
    Infinitesimal(String),
    /// A fraction with denominator zero.
    #[error("`{0}` has denominator zero")]
    ZeroDenominator(String),
    /// A text that is longer than any number of an instance; holds its length in characters.
    #[error("a number of {0} characters is too long (at most {MAX_DIGITS})")]
    TooLong(usize),
}

/// The longest number that is read, in characters: parsing is quadratic in it.
const MAX_DIGITS: usize = 4000;

impl FromStr for Rational {
    type Err = ParseRationalError;

    /// Reads `-3`, `60/23` or `0.25` (an exact decimal).
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() > MAX_DIGITS {
            return Err(ParseRationalError::TooLong(text.len()));
        }
        if text.contains("eps") {
            return Err(ParseRationalError::Infinitesimal(text.to_string()));
        }
        let malformed = || ParseRationalError::Malformed(text.to_string());
        let (negative, body) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let digits = |part: &str| {
            if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
                return Err(malformed());
            }
            Int::from_digits(part).ok_or_else(malformed)
        };
        let (n, d) = if let Some((n, d)) = body.split_once('/') {
            (digits(n)?, digits(d)?)
        } else if let Some((whole, part)) = body.split_once('.') {
            let scale = format!("1{}", "0".repeat(part.len()));
            digits(part)?;
            (digits(&format!("{}{part}", if whole.is_empty() { "0" } else { whole }))?, digits(&scale)?)
        } else {
            (digits(body)?, Int::from(1i64))
        };
        if d.is_zero() {
            return Err(ParseRationalError::ZeroDenominator(text.to_string()));
        }
        let value = Rational::from_ints(n, d);
        Ok(if negative { -value } else { value })
    }
}
