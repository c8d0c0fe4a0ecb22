//! Intervals of exact rationals: what is known of a number whose bounds are known.
//!
//! A comparison that the bounds do not settle, and a division by an interval that contains zero, mean nothing;
//! [`Interval::decided`] reports if a computation on the present thread met one.

use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

use super::{Of, Rational, Scalar};

/// All numbers from `low` to `high`, both included.
#[derive(Clone, Debug)]
pub struct Interval {
    /// The smallest number.
    pub low: Rational,
    /// The largest number, at least `low`.
    pub high: Rational,
}

thread_local! {
    static OPEN: Cell<bool> = const { Cell::new(false) };
}

impl Interval {
    /// The result of `compute`, if the bounds settled every comparison; `None` otherwise. Nested calls are judged
    /// separately.
    pub fn decided<T>(compute: impl FnOnce() -> T) -> Option<T> {
        let outside = OPEN.replace(false);
        let result = compute();
        (!OPEN.replace(outside)).then_some(result)
    }

    /// The interval between the smallest and the largest of four numbers.
    fn around([a, b, c, d]: [Rational; 4]) -> Self {
        let low = a.clone().lesser(b.clone()).lesser(c.clone()).lesser(d.clone());
        Interval { low, high: a.larger(b).larger(c).larger(d) }
    }
}

impl Of<Rational> for Interval {
    fn of(x: &Rational) -> Self {
        Interval { low: x.clone(), high: x.clone() }
    }
}

impl Scalar for Interval {
    fn int(n: i64) -> Self {
        Interval::of(&Rational::int(n))
    }

    fn floored(self) -> Self {
        Interval { low: self.low.floor(), high: self.high.floor() }
    }

    fn lesser(self, other: Self) -> Self {
        Interval { low: self.low.lesser(other.low), high: self.high.lesser(other.high) }
    }

    fn larger(self, other: Self) -> Self {
        Interval { low: self.low.larger(other.low), high: self.high.larger(other.high) }
    }
}

impl Neg for Interval {
    type Output = Interval;
    fn neg(self) -> Interval {
        Interval { low: -self.high, high: -self.low }
    }
}

fn times(x: &Interval, y: &Interval) -> Interval {
    Interval::around([&x.low * &y.low, &x.low * &y.high, &x.high * &y.low, &x.high * &y.high])
}

fn over(x: &Interval, y: &Interval) -> Interval {
    if !y.low.is_positive() && !y.high.is_negative() {
        OPEN.set(true);
        return x.clone();
    }
    times(x, &Interval { low: Rational::one() / &y.high, high: Rational::one() / &y.low })
}

operators! {
    Interval:
    Add add |x, y| Interval { low: &x.low + &y.low, high: &x.high + &y.high };
    Sub sub |x, y| Interval { low: &x.low - &y.high, high: &x.high - &y.low };
    Mul mul |x, y| times(x, y);
    Div div |x, y| over(x, y);
}

impl PartialEq for Interval {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Interval {
    /// The order, if the bounds settle it.
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if self.high < other.low {
            return Some(Ordering::Less);
        }
        if self.low > other.high {
            return Some(Ordering::Greater);
        }
        if self.low == other.high && self.high == other.low {
            return Some(Ordering::Equal);
        }
        OPEN.set(true);
        None
    }

    fn lt(&self, other: &Self) -> bool {
        // Intervals that touch settle this question, though not the order.
        self.low < other.high && self.partial_cmp(other) == Some(Ordering::Less)
    }

    fn gt(&self, other: &Self) -> bool {
        other.lt(self)
    }

    fn le(&self, other: &Self) -> bool {
        !other.lt(self)
    }

    fn ge(&self, other: &Self) -> bool {
        !self.lt(other)
    }
}
