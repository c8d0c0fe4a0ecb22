//! Exact fractions for screening: two machine words, reduced only when they must be.
//!
//! A number that does not fit is poisoned, and everything computed since then on the same thread with it: comparisons
//! with poison mean nothing. [`Quick::exactly`] tells whether that happened.

use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

use super::{Rational, Scalar};

/// A fraction of two words, not in lowest terms; poison has the denominator 0.
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
    /// What the computation comes to, if every step of it was exact.
    pub fn exactly<T>(compute: impl FnOnce() -> T) -> Option<T> {
        POISONED.set(false);
        let result = compute();
        (!POISONED.get()).then_some(result)
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

impl From<&Rational> for Quick {
    fn from(x: &Rational) -> Quick {
        x.small().map_or_else(poison, |(n, d)| Quick { n, d })
    }
}

impl Scalar for Quick {
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
}

#[inline]
fn plus(x: Quick, y: Quick) -> Quick {
    if x.d == y.d {
        return Quick::of(i128::from(x.n) + i128::from(y.n), i128::from(x.d));
    }
    let [a, b, c, d] = [x.n, x.d, y.n, y.d].map(i128::from);
    Quick::of(a * d + c * b, b * d)
}

#[inline]
fn times(x: Quick, y: Quick) -> Quick {
    Quick::of(i128::from(x.n) * i128::from(y.n), i128::from(x.d) * i128::from(y.d))
}

#[inline]
fn over(x: Quick, y: Quick) -> Quick {
    let (n, d) = (i128::from(x.n) * i128::from(y.d), i128::from(x.d) * i128::from(y.n));
    if d < 0 { Quick::of(-n, -d) } else { Quick::of(n, d) }
}

impl Neg for Quick {
    type Output = Quick;
    fn neg(self) -> Quick {
        Quick { n: -self.n, d: self.d }
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident |$x:ident, $y:ident| $body:expr;)*) => {$(
        impl $trait<Quick> for Quick {
            type Output = Quick;
            #[inline]
            fn $method(self, other: Quick) -> Quick { let ($x, $y) = (self, other); $body }
        }
        impl $trait<&Quick> for Quick {
            type Output = Quick;
            #[inline]
            fn $method(self, other: &Quick) -> Quick { let ($x, $y) = (self, *other); $body }
        }
    )*};
}

operators! {
    Add add |x, y| plus(x, y);
    Sub sub |x, y| plus(x, -y);
    Mul mul |x, y| times(x, y);
    Div div |x, y| over(x, y);
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
        if self.d == other.d {
            return Some(self.n.cmp(&other.n));
        }
        Some((i128::from(self.n) * i128::from(other.d)).cmp(&(i128::from(other.n) * i128::from(self.d))))
    }
}
