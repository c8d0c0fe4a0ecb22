//! Greatest common divisors of machine words.

/// The greatest common divisor of two words, by the binary algorithm.
pub fn gcd64(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    b >>= b.trailing_zeros();
    // Branch-free steps: only the end of the loop has to be predicted.
    while a != b {
        let difference = a.abs_diff(b);
        let halvings = a.wrapping_sub(b).trailing_zeros();
        b = a.min(b);
        a = difference >> halvings;
    }
    a << shift
}

pub(super) fn gcd128(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
            return gcd64(a, b).into();
        }
        (a, b) = (b, a % b);
    }
    a
}

/// The greatest common divisor of a word and a positive word; never zero.
#[inline]
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    if b == 1 || a == 1 { 1 } else { gcd64(a.unsigned_abs(), b.unsigned_abs()) as i64 }
}
