//! Numbers: exact rationals decide, floats steer.
//!
//! Every mechanism and property is written against [`Scalar`]; whatever convicts is written against
//! [`Exact`], which `f64` does not implement, so that a rounded number cannot decide a verdict.

mod big;
mod dot;
mod float;
mod gcd;
mod rational;
mod simplest;
mod text;
mod total;

pub use big::Int;
pub use dot::{compare, dot};
pub use gcd::gcd64;
pub use rational::Rational;
pub use simplest::{simplest_between, simplest_near};
pub use text::ParseRationalError;
pub use total::{Total, common_denominator, whole};

use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number of an ordered field, or a float that stands in for one.
pub trait Scalar:
    Clone
    + Debug
    + PartialOrd
    + Send
    + Sync
    + 'static
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + for<'a> Add<&'a Self, Output = Self>
    + for<'a> Sub<&'a Self, Output = Self>
    + for<'a> Mul<&'a Self, Output = Self>
    + for<'a> Div<&'a Self, Output = Self>
{
    /// The integer `n` as a scalar.
    fn int(n: i64) -> Self;

    /// Zero.
    fn zero() -> Self {
        Self::int(0)
    }

    /// One.
    fn one() -> Self {
        Self::int(1)
    }

    /// Whether this is exactly zero.
    fn is_zero(&self) -> bool {
        *self == Self::zero()
    }

    /// Whether this is above zero.
    fn is_positive(&self) -> bool {
        *self > Self::zero()
    }

    /// Whether this is below zero.
    fn is_negative(&self) -> bool {
        *self < Self::zero()
    }
}

/// A scalar that files can hold.
pub trait Readable: Exact {
    /// Reads a quoted number.
    fn read(text: &str) -> Result<Self, ParseRationalError>;
}

impl Readable for Rational {
    fn read(text: &str) -> Result<Self, ParseRationalError> {
        text.parse()
    }
}

/// A scalar whose order and equality are exact: an ordered field. Never `f64`.
pub trait Exact: Scalar + Ord {}

/// The smaller of two scalars, the first when they are equal.
pub fn min<S: Scalar>(a: S, b: S) -> S {
    if b < a { b } else { a }
}

/// The larger of two scalars, the first when they are equal.
pub fn max<S: Scalar>(a: S, b: S) -> S {
    if b > a { b } else { a }
}

/// The sum of any number of scalars.
pub fn sum<S: Scalar>(terms: impl IntoIterator<Item = S>) -> S {
    terms.into_iter().reduce(|total, term| total + term).unwrap_or_else(S::zero)
}

/// The smallest of any number of scalars; `None` of none.
pub fn least<S: Scalar>(terms: impl IntoIterator<Item = S>) -> Option<S> {
    terms.into_iter().reduce(min)
}

/// The largest of any number of scalars; `None` of none.
pub fn greatest<S: Scalar>(terms: impl IntoIterator<Item = S>) -> Option<S> {
    terms.into_iter().reduce(max)
}
