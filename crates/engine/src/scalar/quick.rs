//! Exact fractions for screening: two machine words, reduced only when necessary.
//!
//! A number that does not fit is poisoned, and so is each number computed from it. Comparisons with poison
//! mean nothing; [`Quick::exactly`] reports if any number of a computation on the present thread was
//! poisoned.

use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

use super::{Of, Rational, Scalar, gcd64};

/// A fraction of two words, not necessarily in lowest terms; the denominator 0 marks poison.
#[derive(Clone, Copy, Debug)]
pub struct Quick {
    n: i64,
    d: i64,
}

thread_local! {
    static POISONED: Cell<bool> = const { Cell::new(false) };
}

#[cold]
fn poison() -> Quick {
    POISONED.set(true);
    Quick { n: 0, d: 0 }
}

impl Quick {
    /// The number zero.
    pub const ZERO: Quick = Quick { n: 0, d: 1 };

    /// The result of `compute`, if every step was exact; `None` if a number was poisoned. Nested calls are
    /// judged separately.
    #[inline]
    pub fn exactly<T>(compute: impl FnOnce() -> T) -> Option<T> {
        let outside = POISONED.replace(false);
        let result = compute();
        (!POISONED.replace(outside)).then_some(result)
    }

    /// Numerator and positive denominator in lowest terms; `None` for poison.
    #[inline]
    pub fn lowest(self) -> Option<(i64, i64)> {
        if self.d == 1 {
            return Some((self.n, 1));
        }
        if self.d == 0 {
            return None;
        }
        let g = i64::try_from(gcd64(self.n.unsigned_abs(), self.d.unsigned_abs())).ok()?;
        Some((self.n / g, self.d / g))
    }

    /// Numerator and positive denominator as stored, not necessarily in lowest terms; `None` for poison.
    #[inline]
    pub fn parts(self) -> Option<(i64, i64)> {
        (self.d != 0).then_some((self.n, self.d))
    }

    /// The number as an exact rational; `None` for poison.
    #[inline]
    pub fn rational(self) -> Option<Rational> {
        self.lowest().map(|(n, d)| Rational::of_lowest(n, d))
    }

    /// The number as an integer, if its stored denominator is 1.
    #[inline]
    pub fn whole(self) -> Option<i64> {
        (self.d == 1).then_some(self.n)
    }

    #[inline]
    fn of(n: i128, d: i128) -> Quick {
        if d == 0 {
            return poison();
        }
        match (i64::try_from(n), i64::try_from(d)) {
            (Ok(n), Ok(d)) if n != i64::MIN => Quick { n, d },
            _ => Quick::reduced(n, d),
        }
    }

    #[cold]
    fn reduced(n: i128, d: i128) -> Quick {
        let (mut a, mut b) = (n.unsigned_abs(), d.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let g = a as i128;
        match (i64::try_from(n / g), i64::try_from(d / g)) {
            (Ok(n), Ok(d)) if n != i64::MIN => Quick { n, d },
            _ => poison(),
        }
    }
}

/// A number that can be converted to two machine words.
pub trait Word: Scalar {
    /// The number in machine words; poison if it does not fit.
    fn word(&self) -> Quick;
}

impl Word for Quick {
    #[inline]
    fn word(&self) -> Quick {
        *self
    }
}

impl Word for Rational {
    #[inline]
    fn word(&self) -> Quick {
        Quick::from(self)
    }
}

impl From<&Rational> for Quick {
    #[inline]
    fn from(x: &Rational) -> Quick {
        x.small().map_or_else(poison, |(n, d)| Quick { n, d })
    }
}

impl Scalar for Quick {
    #[inline]
    fn int(n: i64) -> Self {
        if n == i64::MIN { poison() } else { Quick { n, d: 1 } }
    }

    #[inline]
    fn is_zero(&self) -> bool {
        self.n == 0 && self.d != 0
    }

    #[inline]
    fn is_positive(&self) -> bool {
        self.n > 0
    }

    #[inline]
    fn is_negative(&self) -> bool {
        self.n < 0
    }

    #[inline]
    fn floored(self) -> Self {
        if self.d == 0 { self } else { Quick { n: self.n.div_euclid(self.d), d: 1 } }
    }
}

impl Of<Rational> for Quick {
    #[inline]
    fn of(x: &Rational) -> Quick {
        Quick::from(x)
    }
}

#[inline]
fn plus(x: Quick, y: Quick) -> Quick {
    if x.d == y.d {
        if let Some(n) = x.n.checked_add(y.n)
            && n != i64::MIN
            && x.d != 0
        {
            return Quick { n, d: x.d };
        }
        return Quick::of(i128::from(x.n) + i128::from(y.n), i128::from(x.d));
    }
    let (a, b, c, d) = (i128::from(x.n), i128::from(x.d), i128::from(y.n), i128::from(y.d));
    Quick::of(a * d + c * b, b * d)
}

#[inline]
fn times(x: Quick, y: Quick) -> Quick {
    match (x.n.checked_mul(y.n), x.d.checked_mul(y.d)) {
        (Some(n), Some(d)) if n != i64::MIN && d != 0 => Quick { n, d },
        _ => Quick::of(i128::from(x.n) * i128::from(y.n), i128::from(x.d) * i128::from(y.d)),
    }
}

#[inline]
fn over(x: Quick, y: Quick) -> Quick {
    if y.n > 0 {
        return times(x, Quick { n: y.d, d: y.n });
    }
    let (n, d) = (i128::from(x.n) * i128::from(y.d), i128::from(x.d) * i128::from(y.n));
    if d < 0 { Quick::of(-n, -d) } else { Quick::of(n, d) }
}

impl Neg for Quick {
    type Output = Quick;
    #[inline]
    fn neg(self) -> Quick {
        Quick { n: -self.n, d: self.d }
    }
}

operators! {
    Quick:
    Add add |x, y| plus(*x, *y);
    Sub sub |x, y| plus(*x, -*y);
    Mul mul |x, y| times(*x, *y);
    Div div |x, y| over(*x, *y);
}

impl PartialEq for Quick {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Quick {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if self.d == 0 || other.d == 0 {
            return None;
        }
        let (own, its) = crosswise(self, other);
        Some(own.cmp(&its))
    }

    #[inline]
    fn lt(&self, other: &Self) -> bool {
        let (own, its) = crosswise(self, other);
        own < its
    }

    #[inline]
    fn le(&self, other: &Self) -> bool {
        let (own, its) = crosswise(self, other);
        own <= its && self.d != 0 && other.d != 0
    }

    #[inline]
    fn gt(&self, other: &Self) -> bool {
        other < self
    }

    #[inline]
    fn ge(&self, other: &Self) -> bool {
        other <= self
    }
}

/// The numerators over a common denominator: each multiplied by the denominator of the second number. Their
/// order is that of the numbers, without a branch.
#[inline]
fn crosswise(x: &Quick, y: &Quick) -> (i128, i128) {
    (i128::from(x.n) * i128::from(y.d), i128::from(y.n) * i128::from(x.d))
}
