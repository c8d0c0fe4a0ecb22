//! Amounts in machine words: of each resource in units of which every demand is a whole number, at least two.
//!
//! A quotient of words is a product and a shift. With `2^s < d <= 2^(s+1)` and `m = floor(2^(64+s) / d) + 1`, the number
//! `m d - 2^(64+s)` is at most `d`, so `m c / 2^(64+s)` exceeds `c / d` by at most `c / 2^(64+s)`. For each `c` below `2^63` that
//! is below `1/d`, so both have the same whole part.

use std::rc::Rc;

use crate::model::cluster::Pool;
use crate::scalar::{Rational, Scalar, common_denominator};

/// The largest amount in units.
const MOST: i64 = i64::MAX >> 1;

/// A demand as a divisor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand {
    /// The demand in units.
    pub(super) units: u64,
    factor: u64,
    shift: u32,
}

impl Demand {
    /// The demand of at least two units.
    fn of(units: u64) -> Demand {
        let shift = (units - 1).ilog2();
        let factor = (1u128 << (64 + shift)) / u128::from(units) + 1;
        Demand { units, factor: factor as u64, shift }
    }

    /// The number of tasks that fit into `amount`, which is below 2^63.
    #[inline]
    pub(super) fn fits(self, amount: u64) -> u64 {
        (((u128::from(amount) * u128::from(self.factor)) >> 64) as u64) >> self.shift
    }
}

/// The whole part of a product; `None` if it is too large, or negative.
pub(super) fn word(amount: &Rational, by: &Rational) -> Option<u64> {
    let (units, _) = (amount * by).floor().small()?;
    u64::try_from(units).ok().filter(|_| units <= MOST)
}

/// Units of resources, and demands in them.
#[derive(Clone, Debug)]
pub(super) struct Units {
    /// The number of units in one of each resource.
    pub(super) unit: Vec<Rational>,
    /// The demands of one task of each user that are not zero, each with its resource.
    pub(super) demand: Vec<Vec<(usize, Demand)>>,
}

impl Units {
    /// Units in which the demands and the `amounts` are whole; `None` if numbers are too large.
    pub(super) fn of(pool: &Pool, amounts: &[Vec<Rational>]) -> Option<Units> {
        let unit = |r: usize| {
            let all = common_denominator(amounts.iter().chain(&pool.demand).map(|row| &row[r]));
            Rational::from_int(&all) * Rational::int(2)
        };
        let unit = (0..pool.resources()).map(unit).collect();
        let mut units = Units { unit, demand: Vec::with_capacity(pool.users()) };
        for row in &pool.demand {
            let words = units.row(row)?.into_iter().enumerate().filter(|(_, d)| *d > 0);
            units.demand.push(words.map(|(r, d)| (r, Demand::of(d))).collect());
        }
        Some(units)
    }

    /// A row of amounts; `None` if one is too large, or negative.
    pub(super) fn row(&self, amounts: &[Rational]) -> Option<Vec<u64>> {
        amounts.iter().zip(&self.unit).map(|(x, unit)| word(x, unit)).collect()
    }

    /// The number of tasks of `user` that fit into `room`.
    #[inline]
    pub(super) fn fits(&self, user: usize, room: &[u64]) -> u64 {
        self.demand[user].iter().map(|(r, demand)| demand.fits(room[*r])).min().unwrap_or(0)
    }
}

/// What is left of each resource of single servers on which whole tasks run.
#[derive(Clone, Debug)]
pub(super) struct Left {
    units: Rc<Units>,
    /// The units of each resource that are left (servers x resources).
    left: Vec<Vec<u64>>,
    /// The units in use beyond what there is.
    beyond: Vec<Vec<u64>>,
}

impl Left {
    /// What is `left` of each server, negative where more is used than there is; `None` if numbers are too large.
    pub(super) fn of(pool: &Pool, left: &[Vec<Rational>]) -> Option<Left> {
        let units = Units::of(pool, left)?;
        let (mut over, mut under) = (Vec::new(), Vec::new());
        for row in left {
            let part = |negative: bool| {
                let some =
                    row.iter().map(|x| if x.is_negative() == negative { x.abs() } else { Rational::zero() });
                units.row(&some.collect::<Vec<_>>())
            };
            over.push(part(false)?);
            under.push(part(true)?);
        }
        Some(Left { units: Rc::new(units), left: over, beyond: under })
    }

    /// The number of further tasks of `user` that fit on `server`.
    #[inline]
    pub(super) fn fits(&self, user: usize, server: usize) -> Rational {
        Rational::int(self.units.fits(user, &self.left[server]) as i64)
    }

    /// Adds `more` tasks of `user` on `server`, a whole number; `None` if numbers become too large.
    pub(super) fn put(&mut self, user: usize, server: usize, more: &Rational) -> Option<()> {
        let (more, _) = more.small().filter(|(_, d)| *d == 1)?;
        for (r, demand) in &self.units.demand[user] {
            let (left, beyond) = (&mut self.left[server][*r], &mut self.beyond[server][*r]);
            let rest = i128::from(*left) - i128::from(*beyond) - i128::from(more) * i128::from(demand.units);
            let within = |x: i128| u64::try_from(x.max(0)).ok().filter(|x| *x <= MOST as u64);
            (*left, *beyond) = (within(rest)?, within(-rest)?);
        }
        Some(())
    }
}
