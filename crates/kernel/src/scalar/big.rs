//! Integers of any size: from `num-bigint` or, with the feature `gmp`, from GMP. No other file knows which of
//! the two is used.

use std::cmp::Ordering;
use std::fmt;

#[cfg(not(feature = "gmp"))]
type Inner = num_bigint::BigInt;
#[cfg(feature = "gmp")]
type Inner = rug::Integer;

/// An integer of any size.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Int(Inner);

impl From<i64> for Int {
    fn from(n: i64) -> Self {
        Int(Inner::from(n))
    }
}

impl From<i128> for Int {
    fn from(n: i128) -> Self {
        Int(Inner::from(n))
    }
}

#[cfg(not(feature = "gmp"))]
impl Int {
    /// The sum `self + other`.
    pub fn plus(&self, other: &Int) -> Int {
        Int(&self.0 + &other.0)
    }
    /// The difference `self - other`.
    pub fn minus(&self, other: &Int) -> Int {
        Int(&self.0 - &other.0)
    }
    /// The product `self * other`.
    pub fn times(&self, other: &Int) -> Int {
        Int(&self.0 * &other.0)
    }
    /// The quotient `self / other`, exact only where `other` divides `self` without remainder.
    pub fn over(&self, other: &Int) -> Int {
        Int(&self.0 / &other.0)
    }
    /// Quotient and remainder of the division that rounds down, for a positive `other`.
    pub fn div_rem_floor(&self, other: &Int) -> (Int, Int) {
        let (q, r) = num_integer::Integer::div_mod_floor(&self.0, &other.0);
        (Int(q), Int(r))
    }
    /// The greatest common divisor, never negative.
    pub fn gcd(&self, other: &Int) -> Int {
        // The library's algorithm halves bit by bit, which is slow when one number is much longer: divide
        // first.
        let (mut long, mut short) = (self.0.clone(), other.0.clone());
        if long.bits() < short.bits() {
            std::mem::swap(&mut long, &mut short);
        }
        while short.bits() > 0 && long.bits() > short.bits() + 32 {
            let rest = &long % &short;
            long = std::mem::replace(&mut short, rest);
        }
        Int(num_integer::Integer::gcd(&long, &short))
    }
    /// The negative `-self`.
    pub fn negated(&self) -> Int {
        Int(-&self.0)
    }
    /// The sign: -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match self.0.sign() {
            num_bigint::Sign::Minus => -1,
            num_bigint::Sign::NoSign => 0,
            num_bigint::Sign::Plus => 1,
        }
    }
    /// The product `self * 2^bits`.
    pub fn shifted_left(&self, bits: u32) -> Int {
        Int(&self.0 << bits)
    }
    /// The number of binary digits of the absolute value.
    pub fn bits(&self) -> u64 {
        self.0.bits()
    }
    /// The value as `i64`, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        num_traits::ToPrimitive::to_i64(&self.0)
    }
    /// The value as `i128`, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        num_traits::ToPrimitive::to_i128(&self.0)
    }
    /// The nearest float; infinite beyond its range.
    pub fn to_f64(&self) -> f64 {
        num_traits::ToPrimitive::to_f64(&self.0).unwrap_or(f64::NAN)
    }
    /// Reads an integer written in decimal digits alone; `None` for any other text.
    pub(super) fn from_digits(digits: &str) -> Option<Int> {
        Inner::parse_bytes(digits.as_bytes(), 10).map(Int)
    }
}

#[cfg(feature = "gmp")]
impl Int {
    /// The sum `self + other`.
    pub fn plus(&self, other: &Int) -> Int {
        Int(Inner::from(&self.0 + &other.0))
    }
    /// The difference `self - other`.
    pub fn minus(&self, other: &Int) -> Int {
        Int(Inner::from(&self.0 - &other.0))
    }
    /// The product `self * other`.
    pub fn times(&self, other: &Int) -> Int {
        Int(Inner::from(&self.0 * &other.0))
    }
    /// The quotient `self / other`, exact only where `other` divides `self` without remainder.
    pub fn over(&self, other: &Int) -> Int {
        Int(Inner::from(self.0.div_exact_ref(&other.0)))
    }
    /// Quotient and remainder of the division that rounds down, for a positive `other`.
    pub fn div_rem_floor(&self, other: &Int) -> (Int, Int) {
        let (q, r) = self.0.clone().div_rem_floor(other.0.clone());
        (Int(q), Int(r))
    }
    /// The greatest common divisor, never negative.
    pub fn gcd(&self, other: &Int) -> Int {
        Int(Inner::from(self.0.gcd_ref(&other.0)))
    }
    /// The negative `-self`.
    pub fn negated(&self) -> Int {
        Int(Inner::from(-&self.0))
    }
    /// The sign: -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match self.0.cmp0() {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        }
    }
    /// The product `self * 2^bits`.
    pub fn shifted_left(&self, bits: u32) -> Int {
        Int(Inner::from(&self.0 << bits))
    }
    /// The number of binary digits of the absolute value.
    pub fn bits(&self) -> u64 {
        u64::from(self.0.significant_bits())
    }
    /// The value as `i64`, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        self.0.to_i64()
    }
    /// The value as `i128`, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        self.0.to_i128()
    }
    /// The nearest float; infinite beyond its range.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64()
    }
    /// Reads an integer written in decimal digits alone; `None` for any other text.
    pub(super) fn from_digits(digits: &str) -> Option<Int> {
        Inner::parse(digits).ok().map(|n| Int(Inner::from(n)))
    }
}

impl Int {
    /// Returns `true` for zero.
    pub fn is_zero(&self) -> bool {
        self.signum() == 0
    }
    /// Compares the products `a * b` and `c * d`.
    pub fn compare_products(a: &Int, b: &Int, c: &Int, d: &Int) -> Ordering {
        a.times(b).cmp(&c.times(d))
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
