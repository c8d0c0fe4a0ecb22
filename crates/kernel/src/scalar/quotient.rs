//! Quotients of rationals, compared without being computed.

use std::cmp::Ordering;

use super::{Int, Rational};

/// A quotient of two rationals: the numerator, and the denominator, which is above zero.
pub type Quotient<'a> = (&'a Rational, &'a Rational);

/// Compares two quotients by crosswise products: in two machine words while those fit, otherwise in integers of any size.
pub fn compare_quotients((a, b): Quotient<'_>, (c, d): Quotient<'_>) -> Ordering {
    products_in_words((a, d), (c, b)).unwrap_or_else(|| {
        let tops = |x: &Rational, y: &Rational| x.numerator().times(&y.numerator());
        let bottoms = |x: &Rational, y: &Rational| x.denominator().times(&y.denominator());
        Int::compare_products(&tops(a, d), &bottoms(c, b), &tops(c, b), &bottoms(a, d))
    })
}

/// Compares the products of two pairs; `None` when a number on the way does not fit two words.
fn products_in_words(own: Quotient<'_>, its: Quotient<'_>) -> Option<Ordering> {
    // The product of two `i64` fits `i128`.
    let product = |(x, y): Quotient<'_>| {
        let ((a, b), (c, d)) = (x.small()?, y.small()?);
        Some((i128::from(a) * i128::from(c), i128::from(b) * i128::from(d)))
    };
    let ((n, d), (p, q)) = (product(own)?, product(its)?);
    Some(n.checked_mul(q)?.cmp(&p.checked_mul(d)?))
}
