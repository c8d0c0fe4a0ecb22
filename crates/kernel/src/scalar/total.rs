//! Long sums of products, reduced to lowest terms at the end, if at all, and not at every step.

use std::cmp::Ordering;

use super::{Int, Rational, Scalar};

/// An exact sum of products of rational numbers.
#[derive(Clone, Debug)]
pub enum Total {
    /// The sum while its parts fit machine words.
    Small(Rational),
    /// The sum as numerator and positive denominator, perhaps with common factors.
    Open(Int, Int),
}

impl Default for Total {
    fn default() -> Self {
        Total::Small(Rational::zero())
    }
}

impl Total {
    /// The sum of `a * b` over all pairs `(a, b)`.
    pub fn of<'a>(pairs: impl IntoIterator<Item = (&'a Rational, &'a Rational)>) -> Total {
        let mut total = Total::default();
        for (a, b) in pairs {
            total.add(a, b);
        }
        total
    }

    /// Adds the product `a * b` to the sum.
    pub fn add(&mut self, a: &Rational, b: &Rational) {
        if a.is_zero() || b.is_zero() {
            return;
        }
        if let Total::Small(sum) = self {
            if let (Some(_), Some(_)) = (a.small(), b.small()) {
                let next = &*sum + a * b;
                *self = if next.small().is_some() {
                    Total::Small(next)
                } else {
                    Total::Open(next.numerator(), next.denominator())
                };
                return;
            }
            *self = Total::Open(sum.numerator(), sum.denominator());
        }
        let Total::Open(n, d) = self else { return };
        let top =
            if let Some((1, 1)) = a.small() { b.numerator() } else { a.numerator().times(&b.numerator()) };
        let bottom = match (a.small(), b.small()) {
            (Some((_, 1)), _) => b.denominator(),
            (_, Some((_, 1))) => a.denominator(),
            _ => a.denominator().times(&b.denominator()),
        };
        if *d == bottom {
            *n = n.plus(&top);
            return;
        }
        let (quotient, rest) = d.div_rem_floor(&bottom);
        if rest.is_zero() {
            *n = n.plus(&top.times(&quotient));
            return;
        }
        let (quotient, rest) = bottom.div_rem_floor(d);
        if rest.is_zero() {
            *n = n.times(&quotient).plus(&top);
            *d = bottom;
            return;
        }
        let common = d.gcd(&bottom);
        let (own, other) = (bottom.over(&common), d.over(&common));
        *n = n.times(&own).plus(&top.times(&other));
        *d = d.times(&own);
    }

    /// Compares the sum with `other`, exactly.
    pub fn compare(&self, other: &Rational) -> Ordering {
        match self {
            Total::Small(sum) => sum.cmp(other),
            Total::Open(n, _) if other.is_zero() => n.signum().cmp(&0),
            Total::Open(n, d) => match other.small() {
                Some((p, 1)) => n.cmp(&d.times(&Int::from(p))),
                _ => Int::compare_products(n, &other.denominator(), &other.numerator(), d),
            },
        }
    }

    /// The sum in lowest terms.
    pub fn rational(&self) -> Rational {
        match self {
            Total::Small(sum) => sum.clone(),
            Total::Open(n, d) => Rational::ratio(n, d).unwrap_or_else(Rational::zero),
        }
    }
}

/// The least common multiple of the denominators: the smallest positive integer whose product with each
/// number is an integer.
pub fn common_denominator<'a>(numbers: impl IntoIterator<Item = &'a Rational>) -> Int {
    let mut word = 1i64;
    let mut wide: Option<Int> = None;
    for x in numbers {
        let small = x.small().filter(|_| wide.is_none());
        match small.and_then(|(_, d)| if word % d == 0 { Some(word) } else { lcm(word, d) }) {
            Some(larger) => word = larger,
            None => {
                let before = wide.take().unwrap_or_else(|| Int::from(word));
                let d = x.denominator();
                let divides = before == d || before.div_rem_floor(&d).1.is_zero();
                wide = Some(if divides { before } else { before.times(&d.over(&before.gcd(&d))) });
            }
        }
    }
    wide.unwrap_or_else(|| Int::from(word))
}

fn lcm(a: i64, b: i64) -> Option<i64> {
    let (_, rest) = Rational::new(a, b).small()?;
    a.checked_mul(rest)
}

/// The product `x * scale`, which the caller knows to be an integer.
pub fn whole(x: &Rational, scale: &Int) -> Int {
    match (x.small(), scale.to_i64()) {
        (Some((n, d)), Some(scale)) => Int::from(i128::from(n) * i128::from(scale / d)),
        (Some((n, 1)), None) => scale.times(&Int::from(n)),
        _ => x.numerator().times(&scale.over(&x.denominator())),
    }
}
