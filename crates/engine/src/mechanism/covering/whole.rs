//! Integer types of the exact search.

use std::fmt::Debug;
use std::hash::Hash;

use crate::scalar::Int;

/// An integer of a search: machine words if they provably suffice, otherwise integers of any size.
pub(super) trait Whole: Clone + Ord + Hash + Debug {
    /// The number `n`, if it is within the bound below which no operation overflows.
    fn of(n: &Int) -> Option<Self>;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    /// The quotient by a positive number, rounded up.
    fn over_up(&self, other: &Self) -> Self;
    /// The number as a machine count, at most the largest one.
    fn count(&self) -> usize;

    fn small(n: i64) -> Self {
        Self::of(&Int::from(n)).expect("single digits are within the bound")
    }

    fn is_positive(&self) -> bool {
        *self > Self::small(0)
    }
}

/// Bits of a number. Sums of all costs and of all sizes stay below 2^62, as the search ensures, so products
/// of two stay below 2^124.
const WORD_BITS: u64 = 62;

impl Whole for i128 {
    fn of(n: &Int) -> Option<Self> {
        n.to_i128().filter(|_| n.bits() <= WORD_BITS)
    }
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn over_up(&self, other: &Self) -> Self {
        (self + other - 1) / other
    }
    fn count(&self) -> usize {
        usize::try_from(*self).unwrap_or(usize::MAX)
    }
}

impl Whole for Int {
    fn of(n: &Int) -> Option<Self> {
        Some(n.clone())
    }
    fn plus(&self, other: &Self) -> Self {
        Int::plus(self, other)
    }
    fn minus(&self, other: &Self) -> Self {
        Int::minus(self, other)
    }
    fn times(&self, other: &Self) -> Self {
        Int::times(self, other)
    }
    fn over_up(&self, other: &Self) -> Self {
        Int::plus(self, &Int::minus(other, &Int::from(1i64))).div_rem_floor(other).0
    }
    fn count(&self) -> usize {
        self.to_i64().and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX)
    }
}
