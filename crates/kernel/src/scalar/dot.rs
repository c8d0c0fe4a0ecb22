//! Exact sums of many products. Products with equal denominators are added as integers; the sums, one per
//! denominator, are then added in pairs. Added one after another, each product would be reduced against a
//! denominator that grows.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_traits::{CheckedAdd, CheckedMul};

use super::{Int, Rational, Scalar};

/// Up to this many products are added directly; longer sums are grouped by denominator first.
const FEW: usize = 16;

/// The sum of the numerators that belong to one denominator.
#[derive(Clone, Debug, Default)]
struct Numerator {
    words: i128,
    /// The part of the sum that did not fit `words`.
    beyond: Option<Int>,
}

impl Numerator {
    fn add(&mut self, n: i128) {
        self.words = self.words.checked_add(n).unwrap_or_else(|| {
            self.add_int(&Int::from(self.words));
            n
        });
    }

    fn add_int(&mut self, n: &Int) {
        self.beyond = Some(self.beyond.as_ref().map_or_else(|| n.clone(), |sum| sum.plus(n)));
    }

    fn total(self) -> Int {
        let words = Int::from(self.words);
        self.beyond.map_or(words.clone(), |beyond| beyond.plus(&words))
    }
}

/// The sum of the products `x * y` over all pairs, exact.
pub fn dot<'a>(pairs: impl IntoIterator<Item = (&'a Rational, &'a Rational)>) -> Rational {
    let mut pairs = pairs.into_iter();
    let mut first = Rational::zero();
    for (x, y) in pairs.by_ref().take(FEW) {
        if !x.is_zero() && !y.is_zero() {
            first = first + x * y;
        }
    }
    let mut pairs = pairs.peekable();
    if pairs.peek().is_none() {
        return first;
    }
    let mut words: BTreeMap<i128, Numerator> = BTreeMap::new();
    let mut longer: BTreeMap<Int, Int> = BTreeMap::new();
    for (x, y) in pairs {
        if x.is_zero() || y.is_zero() {
            continue;
        }
        match (x.small(), y.small()) {
            (Some((a, b)), Some((c, d))) => {
                words.entry(i128::from(b) * i128::from(d)).or_default().add(i128::from(a) * i128::from(c));
            }
            _ => {
                let n = x.numerator().times(&y.numerator());
                let sum = longer.entry(x.denominator().times(&y.denominator()));
                sum.and_modify(|sum| *sum = sum.plus(&n)).or_insert(n);
            }
        }
    }
    let words = words.into_iter().map(|(d, n)| (n.total(), Int::from(d)));
    // No denominator is zero, so every bucket is a number.
    let gathered = words.chain(longer.into_iter().map(|(d, n)| (n, d)));
    let gathered = gathered.filter_map(|(n, d)| Rational::ratio(&n, &d));
    paired(std::iter::once(first).chain(gathered).collect())
}

/// Compares the sum of products with `bound`. Each call of `pairs` starts a new pass over the pairs. The sum is computed in one
/// machine word while it fits, then in two; otherwise by [`dot`].
pub fn compare<'a, I: Iterator<Item = (&'a Rational, &'a Rational)>>(
    pairs: impl Fn() -> I,
    bound: &Rational,
) -> Ordering {
    compare_in::<i64>(pairs(), bound)
        .or_else(|| compare_in::<i128>(pairs(), bound))
        .unwrap_or_else(|| dot(pairs()).cmp(bound))
}

/// Compares the sum with `bound` in integers of the type `W`; `None` when a number on the way does not fit.
fn compare_in<'a, W: CheckedAdd + CheckedMul + From<i64> + Ord + Copy>(
    pairs: impl Iterator<Item = (&'a Rational, &'a Rational)>,
    bound: &Rational,
) -> Option<Ordering> {
    let product = |a: i64, b: i64| W::from(a).checked_mul(&W::from(b));
    let one = W::from(1);
    let (mut n, mut d) = (W::from(0), one);
    for (x, y) in pairs {
        let ((a, b), (p, q)) = (x.small()?, y.small()?);
        if a == 0 || p == 0 {
            continue;
        }
        let (top, bottom) = (product(a, p)?, product(b, q)?);
        if bottom == d {
            n = n.checked_add(&top)?;
        } else if bottom == one {
            n = n.checked_add(&top.checked_mul(&d)?)?;
        } else {
            n = n.checked_mul(&bottom)?.checked_add(&top.checked_mul(&d)?)?;
            d = d.checked_mul(&bottom)?;
        }
    }
    let (p, q) = bound.small()?;
    Some(n.checked_mul(&W::from(q))?.cmp(&d.checked_mul(&W::from(p))?))
}

/// Adds the numbers as a balanced tree, so that terms of similar length meet.
fn paired(mut numbers: Vec<Rational>) -> Rational {
    while numbers.len() > 1 {
        let sum = |pair: &[Rational]| match pair {
            [a, b] => a + b,
            rest => rest.iter().fold(Rational::zero(), |sum, x| sum + x),
        };
        numbers = numbers.chunks(2).map(sum).collect();
    }
    numbers.pop().unwrap_or_else(Rational::zero)
}
