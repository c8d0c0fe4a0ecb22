//! The decisions of a scheduler of whole tasks: whose task is next, and where it goes (wang2013 V-B and VI).
//!
//! They are written once, for numbers that form an ordered ring: the mechanisms decide in rationals, and the simulator in
//! integers over one denominator. Nothing is divided, so both decide alike.

use std::cmp::Ordering;

use crate::scalar::{Rational, Scalar, greatest, least};

/// A number that decides: exact, ordered, and with sums and products.
pub trait Exactly: Clone + Ord {
    /// Zero.
    fn nothing() -> Self;
    /// The sum.
    fn plus(&self, other: &Self) -> Self;
    /// The distance of two numbers.
    fn apart(&self, other: &Self) -> Self;
    /// The product.
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

/// Whether a task fits into what is left.
pub fn fits<N: Ord>(demand: &[N], left: &[N]) -> bool {
    demand.iter().zip(left).all(|(d, l)| d <= l)
}

/// The global dominant share of what a user holds: its largest part of any resource's total. A part is the amount times
/// the entry of `parts`, one over the total, or any fixed multiple of that.
pub fn dominant_share<N: Exactly>(held: impl Iterator<Item = N>, parts: &[N]) -> N {
    held.zip(parts).map(|(held, part)| held.times(part)).max().unwrap_or_else(N::nothing)
}

/// How unlike the task what is left on a server is (wang2013 (9)), up to a factor that depends on the task alone:
/// a fraction that is compared and never divided out.
#[derive(Clone, Debug)]
pub struct Misfit<N> {
    over: N,
    under: N,
}

impl<N: Exactly> Misfit<N> {
    /// That of servers which are not told apart.
    pub fn none(one: N) -> Self {
        Misfit { over: N::nothing(), under: one }
    }

    /// Of a server where the task fits; the task demands the first resource.
    ///
    /// `H(n, i)` is the sum of `|d_r / d_0 - l_r / l_0|` with amounts in parts of the pool. Times `d_0` over the first
    /// resource's total it is the sum of `|d_r l_0 - l_r d_0| parts_r` over `l_0`.
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

/// Slots: the part of the largest server, resource by resource, that one slot is.
#[derive(Clone, Debug)]
pub struct Cut {
    slot: Vec<Rational>,
}

impl Cut {
    /// The largest server's resources, cut into so many parts.
    pub fn of(capacity: &[Vec<Rational>], parts: i64) -> Self {
        let resources = capacity.first().map_or(0, Vec::len);
        let largest = |r: usize| greatest(capacity.iter().map(|c| c[r].clone()));
        let slot = |r: usize| largest(r).unwrap_or_else(Rational::zero) / Rational::int(parts);
        Cut { slot: (0..resources).map(slot).collect() }
    }

    /// Whole slots of a server.
    pub fn slots(&self, capacity: &[Rational]) -> Rational {
        let present = (0..self.slot.len()).filter(|&r| self.slot[r].is_positive());
        least(present.map(|r| (&capacity[r] / &self.slot[r]).floor())).unwrap_or_else(Rational::zero)
    }

    /// Whole slots that cover a task; `None` where no number of them does.
    pub fn needs(&self, demand: &[Rational]) -> Option<Rational> {
        let demanded = || (0..self.slot.len()).filter(|&r| demand[r].is_positive());
        let covered = demanded().all(|r| self.slot[r].is_positive());
        covered.then(|| greatest(demanded().map(|r| -(-(&demand[r] / &self.slot[r])).floor())))?
    }
}
