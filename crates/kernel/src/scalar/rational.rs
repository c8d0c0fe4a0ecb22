//! Exact rationals: two machine words while they suffice, integers of any size beyond.
//!
//! A rational is in lowest terms with a positive denominator, and small whenever its parts fit, so that equal
//! numbers have equal representations.

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

use super::gcd::{gcd, gcd128};
use super::{Exact, Int, Scalar};

/// A rational number, exact at every size.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// Numerator (never `i64::MIN`) and denominator (at least 1), coprime.
    Small(i64, i64),
    /// Numerator and denominator, coprime, the denominator positive, not both within the range of `Small`.
    Big(Box<(Int, Int)>),
}

use Repr::{Big, Small};

impl Rational {
    /// `numerator / denominator` in lowest terms. The denominator must not be zero.
    pub fn new(numerator: i64, denominator: i64) -> Self {
        assert!(denominator != 0, "a rational needs a denominator other than zero");
        if denominator > 0 && numerator != i64::MIN {
            let g = gcd(numerator, denominator);
            return if g == 1 {
                Rational(Small(numerator, denominator))
            } else {
                Rational(Small(numerator / g, denominator / g))
            };
        }
        Self::from_wide(i128::from(numerator), i128::from(denominator))
    }

    /// The quotient of two integers of any size; `None` when the denominator is zero.
    pub fn ratio(numerator: &Int, denominator: &Int) -> Option<Self> {
        match (numerator.to_i64(), denominator.to_i64()) {
            (_, Some(0)) => None,
            (Some(n), Some(d)) => Some(Self::from_wide(n.into(), d.into())),
            _ => Some(Self::from_ints(numerator.clone(), denominator.clone())),
        }
    }

    /// The quotient `n / d` of two double words. Both are above `i128::MIN`, and `d` is not zero.
    pub fn from_wide(n: i128, d: i128) -> Self {
        let g = gcd128(n.unsigned_abs(), d.unsigned_abs()) as i128 * d.signum();
        let (n, d) = (n / g, d / g);
        match (i64::try_from(n), i64::try_from(d)) {
            (Ok(n), Ok(d)) if n != i64::MIN => Rational(Small(n, d)),
            _ => Rational(Big(Box::new((n.into(), d.into())))),
        }
    }

    /// The fraction `n / d` of words in lowest terms: `d` is positive, and `n` is not `i64::MIN`.
    #[inline]
    pub fn of_lowest(n: i64, d: i64) -> Self {
        debug_assert!(d > 0 && n != i64::MIN && gcd(n, d) == 1 || n == 0 && d == 1);
        Rational(Small(n, d))
    }

    pub(super) fn from_ints(n: Int, d: Int) -> Self {
        let mut g = n.gcd(&d);
        if d.signum() < 0 {
            g = g.negated();
        }
        Rational::lowest(n.over(&g), d.over(&g))
    }

    /// The fraction `n / d`, which is in lowest terms already, with `d` positive.
    fn lowest(n: Int, d: Int) -> Self {
        match (n.to_i64(), d.to_i64()) {
            (Some(n), Some(d)) if n != i64::MIN => Rational(Small(n, d)),
            _ => Rational(Big(Box::new((n, d)))),
        }
    }

    /// The rational equal to an integer of any size.
    pub fn from_int(n: &Int) -> Self {
        Self::from_ints(n.clone(), Int::from(1i64))
    }

    /// The numerator in lowest terms.
    pub fn numerator(&self) -> Int {
        match &self.0 {
            Small(n, _) => (*n).into(),
            Big(parts) => parts.0.clone(),
        }
    }

    /// The denominator in lowest terms, always positive.
    pub fn denominator(&self) -> Int {
        match &self.0 {
            Small(_, d) => (*d).into(),
            Big(parts) => parts.1.clone(),
        }
    }

    /// Numerator and denominator, when both fit a machine word.
    #[inline]
    pub fn small(&self) -> Option<(i64, i64)> {
        match &self.0 {
            Small(n, d) => Some((*n, *d)),
            Big(_) => None,
        }
    }

    /// Returns `true` for an integer.
    #[inline]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Small(_, d) => *d == 1,
            Big(parts) => parts.1 == Int::from(1i64),
        }
    }

    /// The largest integer that is at most this number.
    pub fn floor(&self) -> Rational {
        match &self.0 {
            Small(n, d) => Rational::int(n.div_euclid(*d)),
            Big(parts) => Rational::from_ints(parts.0.div_rem_floor(&parts.1).0, 1i64.into()),
        }
    }

    /// The largest integer that is at most the quotient of this number and `divisor`, which is positive.
    pub fn floor_over(&self, divisor: &Rational) -> Rational {
        if let (Small(a, b), Small(c, d)) = (&self.0, &divisor.0) {
            // Amounts are often parts of a power of two, and without it the products fit into a word.
            let two = b.trailing_zeros().min(d.trailing_zeros());
            let (b, d) = (b >> two, d >> two);
            if let (Some(n), Some(over)) = (a.checked_mul(d), b.checked_mul(*c)) {
                return Rational::int(n.div_euclid(over));
            }
            let [a, b, c, d] = [*a, b, *c, d].map(i128::from);
            let whole = (a * d).div_euclid(b * c);
            return i64::try_from(whole).map_or_else(|_| Rational::from_wide(whole, 1), Rational::int);
        }
        (self / divisor).floor()
    }

    /// The absolute value of this number.
    pub fn abs(&self) -> Rational {
        if self.is_negative() { -self.clone() } else { self.clone() }
    }

    /// The nearest float, for screening and display.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Small(n, d) => *n as f64 / *d as f64,
            Big(parts) => {
                let (n, d) = (&parts.0, &parts.1);
                let shift = 64 + d.bits() as i64 - n.bits() as i64;
                let (n, d) = if shift >= 0 {
                    (n.shifted_left(shift as u32), d.clone())
                } else {
                    (n.clone(), d.shifted_left(-shift as u32))
                };
                n.div_rem_floor(&d).0.to_f64() * 2f64.powi(-shift as i32)
            }
        }
    }

    /// The number of binary digits of numerator and denominator together.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Small(n, d) => {
                u64::from(64 - n.unsigned_abs().leading_zeros()) + u64::from(64 - d.leading_zeros())
            }
            Big(parts) => parts.0.bits() + parts.1.bits(),
        }
    }

    fn parts(&self) -> (Int, Int) {
        (self.numerator(), self.denominator())
    }
}

/// The sum `x + y`. Sums and products try three tiers, fastest first: integers, fractions of words, integers
/// of any size.
#[inline]
fn plus(x: &Rational, y: &Rational) -> Rational {
    match (&x.0, &y.0) {
        (Small(a, 1), Small(c, 1)) => integer(a.checked_add(*c)).unwrap_or_else(|| plus_words(*a, 1, *c, 1)),
        (Small(a, b), Small(c, d)) => plus_words(*a, *b, *c, *d),
        _ => plus_ints(x, y),
    }
}

#[inline]
fn minus(x: &Rational, y: &Rational) -> Rational {
    match (&x.0, &y.0) {
        (Small(a, 1), Small(c, 1)) => integer(a.checked_sub(*c)).unwrap_or_else(|| plus_words(*a, 1, -c, 1)),
        (Small(a, b), Small(c, d)) => plus_words(*a, *b, -c, *d),
        _ => plus_ints(x, &-y.clone()),
    }
}

#[inline]
fn times(x: &Rational, y: &Rational) -> Rational {
    match (&x.0, &y.0) {
        (Small(a, 1), Small(c, 1)) => integer(a.checked_mul(*c)).unwrap_or_else(|| times_words(*a, 1, *c, 1)),
        (Small(a, b), Small(c, d)) => times_words(*a, *b, *c, *d),
        _ => times_ints(x, y),
    }
}

#[inline]
fn over(x: &Rational, y: &Rational) -> Rational {
    match (&x.0, &y.0) {
        (Small(..), Small(1, 1)) => x.clone(),
        (Small(a, b), Small(c, d)) if *c > 0 => times_words(*a, *b, *d, *c),
        _ => times(x, &inverse(y)),
    }
}

#[inline]
fn integer(n: Option<i64>) -> Option<Rational> {
    n.filter(|n| *n != i64::MIN).map(|n| Rational(Small(n, 1)))
}

/// `a/b + c/d`, reduced by parts (Knuth, TAOCP 4.5.1) while it fits words.
fn plus_words(a: i64, b: i64, c: i64, d: i64) -> Rational {
    let in_words = || {
        let g = if b == d { b } else { gcd(b, d) };
        let (b1, d1) = if g == 1 { (b, d) } else { (b / g, d / g) };
        let n = a.checked_mul(d1)?.checked_add(c.checked_mul(b1)?)?;
        let h = gcd(n, g);
        let (n, d) = if h == 1 { (n, d) } else { (n / h, d / h) };
        let denominator = b1.checked_mul(d)?;
        (n != i64::MIN).then_some(Rational(Small(n, denominator)))
    };
    in_words().unwrap_or_else(|| {
        let [a, b, c, d] = [a, b, c, d].map(i128::from);
        Rational::from_wide(a * d + c * b, b * d)
    })
}

/// `a/b * c/d`, reduced crosswise before multiplying, while it fits words.
fn times_words(a: i64, b: i64, c: i64, d: i64) -> Rational {
    // Divisions dominate the cost here, and most pairs of fractions have no common factor.
    let (g, h) = (gcd(a, d), gcd(c, b));
    let (a, d) = if g == 1 { (a, d) } else { (a / g, d / g) };
    let (c, b) = if h == 1 { (c, b) } else { (c / h, b / h) };
    match (a.checked_mul(c), b.checked_mul(d)) {
        (Some(n), Some(d)) if n != i64::MIN => Rational(Small(n, d)),
        _ => Rational::from_wide(i128::from(a) * i128::from(c), i128::from(b) * i128::from(d)),
    }
}

/// Reduced by parts, as in [`plus_words`].
fn plus_ints(x: &Rational, y: &Rational) -> Rational {
    let ((a, b), (c, d)) = (x.parts(), y.parts());
    let one = Int::from(1i64);
    let g = if b == d { b.clone() } else { b.gcd(&d) };
    if g == one {
        return Rational::lowest(a.times(&d).plus(&c.times(&b)), b.times(&d));
    }
    let (b1, d1) = (b.over(&g), d.over(&g));
    let n = a.times(&d1).plus(&c.times(&b1));
    let h = n.gcd(&g);
    if h == one {
        return Rational::lowest(n, b1.times(&d));
    }
    Rational::lowest(n.over(&h), b1.times(&d.over(&h)))
}

/// Reduced crosswise before multiplying, as in [`times_words`].
fn times_ints(x: &Rational, y: &Rational) -> Rational {
    let ((a, b), (c, d)) = (x.parts(), y.parts());
    let (g, h) = (a.gcd(&d), c.gcd(&b));
    Rational::lowest(a.over(&g).times(&c.over(&h)), b.over(&h).times(&d.over(&g)))
}

fn inverse(x: &Rational) -> Rational {
    assert!(!x.is_zero(), "division by zero");
    match &x.0 {
        Small(n, d) => Rational(Small(d * n.signum(), n.abs())),
        Big(parts) => Rational::from_ints(parts.1.clone(), parts.0.clone()),
    }
}

impl Neg for Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        match self.0 {
            Small(n, d) => Rational(Small(-n, d)),
            Big(parts) => Rational(Big(Box::new((parts.0.negated(), parts.1)))),
        }
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident |$x:ident, $y:ident| $body:expr;)*) => {$(
        impl $trait<&Rational> for &Rational {
            type Output = Rational;
            #[inline]
            fn $method(self, other: &Rational) -> Rational { let ($x, $y) = (self, other); $body }
        }
        impl $trait<&Rational> for Rational {
            type Output = Rational;
            #[inline]
            fn $method(self, other: &Rational) -> Rational { let ($x, $y) = (&self, other); $body }
        }
        impl $trait<Rational> for Rational {
            type Output = Rational;
            #[inline]
            fn $method(self, other: Rational) -> Rational { let ($x, $y) = (&self, &other); $body }
        }
        impl $trait<Rational> for &Rational {
            type Output = Rational;
            #[inline]
            fn $method(self, other: Rational) -> Rational { let ($x, $y) = (self, &other); $body }
        }
    )*};
}

operators! {
    Add add |x, y| plus(x, y);
    Sub sub |x, y| minus(x, y);
    Mul mul |x, y| times(x, y);
    Div div |x, y| over(x, y);
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Small(a, b), Small(c, d)) = (&self.0, &other.0) {
            if b == d {
                return a.cmp(c);
            }
            return (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)));
        }
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Int::compare_products(&a, &d, &c, &b)
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Scalar for Rational {
    #[inline]
    fn int(n: i64) -> Self {
        if n == i64::MIN { Self::from_wide(n.into(), 1) } else { Rational(Small(n, 1)) }
    }
    #[inline]
    fn is_zero(&self) -> bool {
        matches!(self.0, Small(0, _))
    }
    #[inline]
    fn is_positive(&self) -> bool {
        match &self.0 {
            Small(n, _) => *n > 0,
            Big(parts) => parts.0.signum() > 0,
        }
    }
    #[inline]
    fn is_negative(&self) -> bool {
        match &self.0 {
            Small(n, _) => *n < 0,
            Big(parts) => parts.0.signum() < 0,
        }
    }
    fn floored(self) -> Self {
        self.floor()
    }
}

impl Exact for Rational {}

/// Serialised as a text in lowest terms: `"3"`, `"2/3"`.
impl serde::Serialize for Rational {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl From<i64> for Rational {
    fn from(n: i64) -> Self {
        Rational::int(n)
    }
}
