//! The numbers of the simplex tableau, in three tiers: one word, two words, any size.
//!
//! Pivoting computes `(a p - b c) / d` where the division is exact. The word tiers divide by multiplying with
//! the inverse of `d` modulo a power of two, so a cell costs a few multiplications, and they detect a result
//! that does not fit.

use std::cmp::Ordering;

use fairwitness_kernel::scalar::{Int, Rational};

/// A tier of the tableau's numbers.
pub(crate) trait Cell: Clone + PartialEq + Send {
    /// `true` for the tiers of machine words.
    const WORDS: bool = true;
    /// Data prepared once for all divisions by one number.
    type Divisor;
    /// Prepares the division by `d > 0`.
    fn divisor(d: &Self) -> Self::Divisor;
    /// The value `(a p - b c) / d`; `None` if it does not fit this tier.
    fn pivoted(a: &Self, p: &Self, b: &Self, c: &Self, d: &Self::Divisor) -> Option<Self>;
    /// Pivots all lines of a tableau at once, if a bound on the numbers shows in advance that all results
    /// fit, and returns the new common denominator. Otherwise returns `None` and changes nothing. The last
    /// line is scratch space; `d` is the common denominator before the pivot.
    fn pivot_narrow(
        _cells: &mut [Self],
        _width: usize,
        _row: usize,
        _column: usize,
        _d: &Self,
    ) -> Option<Self> {
        None
    }
    /// The order of the products `a b` and `c d`.
    fn compare(a: &Self, b: &Self, c: &Self, d: &Self) -> Ordering;
    fn negated(&self) -> Self;
    fn signum(&self) -> i32;
    fn magnitude_order(a: &Self, b: &Self) -> Ordering;
    fn from_int(n: &Int) -> Option<Self>;
    fn from_small(n: i64) -> Option<Self>;
    fn to_int(&self) -> Int;
    /// The fraction `n / d` for `d > 0`.
    fn quotient(n: &Self, d: &Self) -> Rational;
}

#[derive(Clone, Copy)]
pub(crate) struct WordDivisor {
    shift: u32,
    inverse: u64,
    size: u64,
}

/// Returns `true` if all numbers lie in the range from -2^30 to 2^30 - 1.
fn are_narrow(numbers: &[i64]) -> bool {
    const HALF: i64 = 1 << 30;
    let mut bits = 0;
    for x in numbers {
        bits |= x.wrapping_add(HALF) as u64;
    }
    bits < 1 << 31
}

impl Cell for i64 {
    type Divisor = WordDivisor;

    fn divisor(d: &i64) -> WordDivisor {
        let size = *d as u64;
        let shift = size.trailing_zeros();
        let odd = size >> shift;
        // Newton's iteration doubles the number of correct low bits: 3, 6, 12, 24, 48, 96.
        let mut inverse = odd;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        }
        WordDivisor { shift, inverse, size }
    }

    #[inline]
    fn pivoted(a: &i64, p: &i64, b: &i64, c: &i64, d: &WordDivisor) -> Option<i64> {
        let n = i128::from(*a) * i128::from(*p) - i128::from(*b) * i128::from(*c);
        if n == 0 {
            return Some(0);
        }
        // |n| < 2^62 size, so the quotient fits.
        if (n.unsigned_abs() >> 62) >= u128::from(d.size) {
            return None;
        }
        Some(((n >> d.shift) as u64).wrapping_mul(d.inverse) as i64)
    }

    fn pivot_narrow(cells: &mut [i64], width: usize, row: usize, column: usize, d: &i64) -> Option<i64> {
        let end = cells.len() - width;
        let (lines, room) = cells.split_at_mut(end);
        if !are_narrow(lines) || !are_narrow(&[*d]) {
            return None;
        }
        // For numbers up to 2^30, a difference of two products, and hence every quotient, is at most 2^61.
        let (begin, p) = (row * width, lines[row * width + column]);
        let (sign, size) = (p.signum(), p.abs());
        for j in 0..width {
            room[j] = sign * lines[begin + j];
        }
        // (a p - b c) / d is (a (p / u) - c (b / u)) / 2^s for d = u 2^s and u odd, modulo 2^64.
        let WordDivisor { shift, inverse, .. } = i64::divisor(d);
        let inverse = inverse as i64;
        let times = size.wrapping_mul(inverse);
        let room = &room[..width];
        for at in (0..end).step_by(width) {
            let line = &mut lines[at..at + width];
            let factor = line[column];
            if at == begin || (factor == 0 && size == *d) {
                continue;
            }
            let less = factor.wrapping_mul(inverse);
            for j in 0..width {
                line[j] = line[j].wrapping_mul(times).wrapping_sub(room[j].wrapping_mul(less)) >> shift;
            }
            line[column] = -sign * factor;
        }
        lines[begin..begin + width].copy_from_slice(room);
        lines[begin + column] = sign * d;
        Some(size)
    }

    #[inline]
    fn compare(a: &i64, b: &i64, c: &i64, d: &i64) -> Ordering {
        (i128::from(*a) * i128::from(*b)).cmp(&(i128::from(*c) * i128::from(*d)))
    }

    #[inline]
    fn negated(&self) -> i64 {
        -self
    }

    #[inline]
    fn signum(&self) -> i32 {
        i64::signum(*self) as i32
    }

    #[inline]
    fn magnitude_order(a: &i64, b: &i64) -> Ordering {
        a.unsigned_abs().cmp(&b.unsigned_abs())
    }

    fn from_int(n: &Int) -> Option<i64> {
        n.to_i64().filter(|n| n.unsigned_abs() < 1 << 62)
    }

    #[inline]
    fn from_small(n: i64) -> Option<i64> {
        (n.unsigned_abs() < 1 << 62).then_some(n)
    }

    fn to_int(&self) -> Int {
        Int::from(*self)
    }

    #[inline]
    fn quotient(n: &i64, d: &i64) -> Rational {
        Rational::new(*n, *d)
    }
}

#[derive(Clone, Copy)]
pub(crate) struct DoubleDivisor {
    shift: u32,
    inverse: u128,
    size: u128,
}

/// A signed product of two double words: high half and low half, in two's complement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Wide(i128, u128);

impl Wide {
    fn product(a: i128, b: i128) -> Wide {
        if let (Ok(a), Ok(b)) = (i64::try_from(a), i64::try_from(b)) {
            let n = i128::from(a) * i128::from(b);
            return Wide(n >> 127, n as u128);
        }
        let (x, y) = (a.unsigned_abs(), b.unsigned_abs());
        const LOW: u128 = u64::MAX as u128;
        let (xh, xl, yh, yl) = (x >> 64, x & LOW, y >> 64, y & LOW);
        let (ll, lh, hl, hh) = (xl * yl, xl * yh, xh * yl, xh * yh);
        let middle = (ll >> 64) + (lh & LOW) + (hl & LOW);
        let low = (ll & LOW) | (middle << 64);
        let high = hh + (lh >> 64) + (hl >> 64) + (middle >> 64);
        let wide = Wide(high as i128, low);
        if (a < 0) == (b < 0) { wide } else { wide.negated() }
    }

    fn negated(self) -> Wide {
        let (low, carry) = (!self.1).overflowing_add(1);
        Wide((!self.0).wrapping_add(i128::from(carry)), low)
    }

    fn minus(self, other: Wide) -> Wide {
        let (low, borrow) = self.1.overflowing_sub(other.1);
        Wide(self.0.wrapping_sub(other.0).wrapping_sub(i128::from(borrow)), low)
    }
}

impl Cell for i128 {
    type Divisor = DoubleDivisor;

    fn divisor(d: &i128) -> DoubleDivisor {
        let size = *d as u128;
        let shift = size.trailing_zeros();
        let odd = size >> shift;
        let mut inverse = odd;
        for _ in 0..6 {
            inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
        }
        DoubleDivisor { shift, inverse, size }
    }

    #[inline]
    fn pivoted(a: &i128, p: &i128, b: &i128, c: &i128, d: &DoubleDivisor) -> Option<i128> {
        let n = Wide::product(*a, *p).minus(Wide::product(*b, *c));
        if n == Wide(0, 0) {
            return Some(0);
        }
        let size = if n.0 < 0 { n.negated() } else { n };
        // |n| < 2^126 size: the bits of n from bit 126 upwards, which fit two words, are below the divisor.
        let (high, low) = (size.0 as u128, size.1);
        if high >> 126 != 0 || ((high << 2) | (low >> 126)) >= d.size {
            return None;
        }
        let shifted = if d.shift == 0 { n.1 } else { (n.1 >> d.shift) | ((n.0 as u128) << (128 - d.shift)) };
        Some(shifted.wrapping_mul(d.inverse) as i128)
    }

    fn compare(a: &i128, b: &i128, c: &i128, d: &i128) -> Ordering {
        Wide::product(*a, *b).cmp(&Wide::product(*c, *d))
    }

    fn negated(&self) -> i128 {
        -self
    }

    fn signum(&self) -> i32 {
        i128::signum(*self) as i32
    }

    fn magnitude_order(a: &i128, b: &i128) -> Ordering {
        a.unsigned_abs().cmp(&b.unsigned_abs())
    }

    fn from_int(n: &Int) -> Option<i128> {
        n.to_i128().filter(|n| n.unsigned_abs() < 1 << 126)
    }

    fn from_small(n: i64) -> Option<i128> {
        Some(n.into())
    }

    fn to_int(&self) -> Int {
        Int::from(*self)
    }

    fn quotient(n: &i128, d: &i128) -> Rational {
        Rational::from_wide(*n, *d)
    }
}

impl Cell for Int {
    const WORDS: bool = false;
    type Divisor = Int;

    fn divisor(d: &Int) -> Int {
        d.clone()
    }

    fn pivoted(a: &Int, p: &Int, b: &Int, c: &Int, d: &Int) -> Option<Int> {
        let product = if b.is_zero() || c.is_zero() { a.times(p) } else { a.times(p).minus(&b.times(c)) };
        Some(product.over(d))
    }

    fn compare(a: &Int, b: &Int, c: &Int, d: &Int) -> Ordering {
        Int::compare_products(a, b, c, d)
    }

    fn negated(&self) -> Int {
        Int::negated(self)
    }

    fn signum(&self) -> i32 {
        Int::signum(self)
    }

    fn magnitude_order(a: &Int, b: &Int) -> Ordering {
        a.bits().cmp(&b.bits())
    }

    fn from_int(n: &Int) -> Option<Int> {
        Some(n.clone())
    }

    fn from_small(n: i64) -> Option<Int> {
        Some(n.into())
    }

    fn to_int(&self) -> Int {
        self.clone()
    }

    fn quotient(n: &Int, d: &Int) -> Rational {
        Rational::ratio(n, d).expect("a pivot is never zero")
    }
}
