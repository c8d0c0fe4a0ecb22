//! Decisions of a scheduler of whole tasks: the user of the next task, and its server (wang2013 V-B and VI).
//!
//! They are generic over numbers that form an ordered ring: the mechanisms use rationals, and the simulator
//! uses integers over one denominator. No step divides, so both decide alike.

use std::cmp::Ordering;

use crate::scalar::{Rational, Scalar, greatest, least};

/// An exact, ordered number with sums and products.
pub trait Exactly: Clone + Ord {
    /// The number zero.
    fn nothing() -> Self;
    /// The sum `self + other`.
    fn plus(&self, other: &Self) -> Self;
    /// The distance `|self - other|`.
    fn apart(&self, other: &Self) -> Self;
    /// The product `self * other`.
    fn times(&self, other: &Self) -> Self;
}

impl Exactly for Rational {
    fn nothing() -> Self {
        Rational::zero()
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn apart(&self, other: &Self) -> Self {
        (self - other).abs()
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

impl Exactly for i128 {
    fn nothing() -> Self {
        0
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn apart(&self, other: &Self) -> Self {
        (self - other).abs()
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

/// Returns `true` if a task with this demand fits the amounts `left`.
pub fn fits<N: Ord>(demand: &[N], left: &[N]) -> bool {
    demand.iter().zip(left).all(|(d, l)| d <= l)
}

/// The dominant share in the whole pool of a user that holds the amounts `held`: the largest product of an
/// amount and its entry of `parts`, which is the reciprocal of the resource's total, or any fixed multiple of
/// the reciprocals.
pub fn dominant_share<N: Exactly>(held: impl Iterator<Item = N>, parts: &[N]) -> N {
    held.zip(parts).map(|(held, part)| held.times(part)).max().unwrap_or_else(N::nothing)
}

/// The mismatch between a task and the free resources of a server (wang2013 (9)), up to a factor that depends
/// on the task alone. A fraction that is compared and never divided out.
#[derive(Clone, Debug)]
pub struct Misfit<N> {
    over: N,
    under: N,
}

impl<N: Exactly> Misfit<N> {
    /// The mismatch of every server, where servers are not distinguished.
    pub fn none(one: N) -> Self {
        Misfit { over: N::nothing(), under: one }
    }

    /// The mismatch of a server where the task fits; the task demands the first resource.
    ///
    /// `H(n, i)` is the sum of `|d_r / d_0 - l_r / l_0|`, with amounts in parts of the pool. Multiplied by
    /// `d_0` over the first resource's total, it is the sum of `|d_r l_0 - l_r d_0| parts_r` divided by
    /// `l_0`.
    pub fn of(demand: &[N], left: &[N], parts: &[N]) -> Self {
        let apart = |r: usize| demand[r].times(&left[0]).apart(&left[r].times(&demand[0])).times(&parts[r]);
        let over = (1..demand.len()).fold(N::nothing(), |sum, r| sum.plus(&apart(r)));
        Misfit { over, under: left[0].clone() }
    }
}

impl<N: Exactly> Ord for Misfit<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.over.times(&other.under).cmp(&other.over.times(&self.under))
    }
}

impl<N: Exactly> PartialOrd for Misfit<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<N: Exactly> PartialEq for Misfit<N> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<N: Exactly> Eq for Misfit<N> {}

/// The size of a slot, as an amount of each resource.
#[derive(Clone, Debug)]
pub struct Cut {
    slot: Vec<Rational>,
}

impl Cut {
    /// The slots when the largest capacities are divided into `parts` equal slots.
    pub fn of(capacity: &[Vec<Rational>], parts: i64) -> Self {
        let resources = capacity.first().map_or(0, Vec::len);
        let largest = |r: usize| greatest(capacity.iter().map(|c| c[r].clone()));
        let slot = |r: usize| largest(r).unwrap_or_else(Rational::zero) / Rational::int(parts);
        Cut { slot: (0..resources).map(slot).collect() }
    }

    /// The number of whole slots of a server with this capacity.
    pub fn slots(&self, capacity: &[Rational]) -> Rational {
        let present = (0..self.slot.len()).filter(|&r| self.slot[r].is_positive());
        least(present.map(|r| (&capacity[r] / &self.slot[r]).floor())).unwrap_or_else(Rational::zero)
    }

    /// The smallest number of whole slots that cover a task; `None` if no number does.
    pub fn needs(&self, demand: &[Rational]) -> Option<Rational> {
        let demanded = || (0..self.slot.len()).filter(|&r| demand[r].is_positive());
        let covered = demanded().all(|r| self.slot[r].is_positive());
        covered.then(|| greatest(demanded().map(|r| -(-(&demand[r] / &self.slot[r])).floor())))?
    }
}
