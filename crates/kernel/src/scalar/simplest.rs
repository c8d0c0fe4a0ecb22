//! Simplest fractions of intervals, by descending the Stern-Brocot tree.

use super::{Rational, Scalar};

/// The fraction of smallest denominator (then smallest numerator) in the closed interval `[low, high]`,
/// for `0 <= low <= high`.
pub fn simplest_between(low: &Rational, high: &Rational) -> Rational {
    let whole = low.floor();
    if *low == whole {
        return whole;
    }
    let next = &whole + Rational::one();
    if *high >= next {
        return next;
    }
    // Both ends lie strictly between two consecutive integers: the reciprocals of their fractional parts span
    // a simpler interval.
    let (low, high) = (low - &whole, high - &whole);
    whole + Rational::one() / simplest_between(&(Rational::one() / high), &(Rational::one() / low))
}

/// The simplest fraction within `slack` of `value`. `None` if one of the two is negative, not finite, or 1e12
/// or more. A guess for exact code to judge.
pub fn simplest_near(value: f64, slack: f64) -> Option<Rational> {
    const LIMIT: f64 = 1e12;
    if !(0.0..LIMIT).contains(&value) || !(0.0..LIMIT).contains(&slack) {
        return None;
    }
    let scale = (1i64 << 20) as f64;
    let to = |x: f64| Rational::new((x * scale).round() as i64, 1 << 20);
    let (low, high) = (to((value - slack).max(0.0)), to(value + slack));
    Some(simplest_between(&low, &high))
}
