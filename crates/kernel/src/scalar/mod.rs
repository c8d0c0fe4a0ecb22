//! Numbers: exact rationals decide, floats steer.
//!
//! Every mechanism and property is written against [`Scalar`]. Code that decides a verdict is written against
//! [`Exact`], which `f64` does not implement, so no rounded number can decide a verdict.

mod big;
mod dot;
mod float;
mod gcd;
mod quotient;
mod rational;
mod simplest;
mod text;
mod total;

pub use big::Int;
pub use dot::{compare, dot};
pub use gcd::gcd64;
pub use quotient::{Quotient, compare_quotients};
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

    /// The number zero.
    fn zero() -> Self {
        Self::int(0)
    }

    /// The number one.
    fn one() -> Self {
        Self::int(1)
    }

    /// Returns `true` for exactly zero.
    fn is_zero(&self) -> bool {
        *self == Self::zero()
    }

    /// Returns `true` for a number above zero.
    fn is_positive(&self) -> bool {
        *self > Self::zero()
    }

    /// Returns `true` for a number below zero.
    fn is_negative(&self) -> bool {
        *self < Self::zero()
    }

    /// The largest integer that is at most this number.
    #[must_use]
    fn floored(self) -> Self;

    /// The smaller of two scalars, the first when they are equal.
    #[inline]
    #[must_use]
    fn lesser(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    /// The larger of two scalars, the first when they are equal.
    #[inline]
    #[must_use]
    fn larger(self, other: Self) -> Self {
        if other > self { other } else { self }
    }

    /// The distance between two numbers.
    #[must_use]
    fn apart(self, other: Self) -> Self {
        (self.clone() - &other).larger(other - &self)
    }

    /// The number itself. A scalar that records how a number comes about ends a line here, with the reason that
    /// `because` gives for the exact number.
    #[inline]
    #[must_use]
    fn said(self, _because: impl FnOnce(&Rational) -> String) -> Self {
        self
    }

    /// The number itself. A scalar that records how a number comes about shows its value from here on.
    #[inline]
    #[must_use]
    fn plain(self) -> Self {
        self
    }
}

/// A number to compute with, read from a stored number of type `N`.
pub trait Of<N>: Scalar {
    /// The number that `x` stores.
    fn of(x: &N) -> Self;
}

impl<S: Scalar> Of<S> for S {
    #[inline]
    fn of(x: &S) -> S {
        x.clone()
    }
}

impl Of<Rational> for f64 {
    fn of(x: &Rational) -> f64 {
        x.to_f64()
    }
}

/// A scalar that files can hold.
pub trait Readable: Exact {
    /// Reads a number from the quoted text of a file.
    ///
    /// # Errors
    /// A text that is no number of this type.
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
    a.lesser(b)
}

/// The larger of two scalars, the first when they are equal.
pub fn max<S: Scalar>(a: S, b: S) -> S {
    a.larger(b)
}

/// The sum of any number of scalars.
pub fn sum<S: Scalar>(terms: impl IntoIterator<Item = S>) -> S {
    terms.into_iter().reduce(|total, term| total + term).unwrap_or_else(S::zero)
}

/// The smallest of any number of scalars; `None` for an empty sequence.
pub fn least<S: Scalar>(terms: impl IntoIterator<Item = S>) -> Option<S> {
    terms.into_iter().reduce(min)
}

/// The largest of any number of scalars; `None` for an empty sequence.
pub fn greatest<S: Scalar>(terms: impl IntoIterator<Item = S>) -> Option<S> {
    terms.into_iter().reduce(max)
}
