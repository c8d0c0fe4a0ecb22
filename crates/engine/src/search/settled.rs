//! The stationary point of a measure near an instance: the numbers of the instance move as reals, the point is
//! rounded to fractions of growing denominators, and each rounded instance is judged exactly.
//!
//! Floats only steer. What is reported is a rounded instance, which lies in the scope.

use rand::RngExt;

use super::Ground;
use super::stationary::{Fraction, around, nearest, settle};
use super::worst::{Found, Question};
use crate::instances::{Number, draw_number};
use crate::linear::Patience;
use crate::model::Model;
use crate::scalar::{Rational, Scalar};

/// The largest number of numbers that move.
const MOST_FREE: usize = 40;
/// The largest number of points that steer one descent: where floats estimate the measure, and where each
/// point is evaluated exactly.
const ESTIMATES: u64 = 60_000;
const EVALUATIONS: u64 = 3_000;
/// The number of estimates that cost as much as an instance.
const CHEAP: u64 = 2;
/// The cost of a point that is evaluated exactly, in estimates: its numbers have long denominators.
const COST: u64 = 8 * CHEAP;
/// The grid of points that steer: fine enough for differences, and within a machine word.
const GRID: f64 = (1u64 << 36) as f64;
/// The number of rounds over the fractions next to each number.
const ROUNDS: usize = 3;

/// The numbers of an instance that move, as parts of their ranges.
struct Terrain<'a, M: Model> {
    ground: &'a Ground<'a, M>,
    start: &'a M::Instance<Rational>,
    numbers: Vec<Number>,
    /// Indices of the numbers strictly inside their ranges.
    free: Vec<usize>,
}

impl<M: Model> Terrain<'_, M> {
    /// The value of a free number at the part `part` of its range.
    fn value(&self, k: usize, part: f64) -> f64 {
        let number = &self.numbers[self.free[k]];
        number.least as f64 + part * (number.most - number.least) as f64
    }

    /// The instance with the free numbers `values`; `None` if a number is outside its range, or if the result
    /// is no instance.
    fn with(&self, values: &[Rational]) -> Option<M::Instance<Rational>> {
        let mut all: Vec<Rational> = self.numbers.iter().map(|number| number.value.clone()).collect();
        for (&k, value) in self.free.iter().zip(values) {
            let Number { least, most, above_zero, .. } = self.numbers[k];
            let inside = *value >= Rational::int(least) && *value <= Rational::int(most);
            if !inside || (above_zero && !value.is_positive()) {
                return None;
            }
            all[k] = value.clone();
        }
        (self.ground.instances.with_numbers)(self.start, &all)
    }

    /// The instance at the point `parts`, on the grid of points that steer.
    fn at(&self, parts: &[f64]) -> Option<M::Instance<Rational>> {
        let on_grid = |(k, part): (usize, &f64)| {
            Rational::new((self.value(k, *part) * GRID).round() as i64, GRID as i64)
        };
        self.with(&parts.iter().enumerate().map(on_grid).collect::<Vec<_>>())
    }
}

impl<M: Model> Question<'_, M> {
    /// The instances judged on the way from `start` to the stationary point near it, the worst of them kept.
    /// The result depends on the start, the scope, the seed and `most` alone; `most` is the largest cost, in
    /// instances, of which at least half is for rounding.
    pub(super) fn settled(
        &self,
        ground: &Ground<'_, M>,
        start: &M::Instance<Rational>,
        most: u64,
        patience: &Patience,
    ) -> Found<M> {
        let mut found = Found::of(self.measure.worse());
        let numbers = (ground.instances.numbers)(ground.scope, start);
        let free: Vec<usize> = (0..numbers.len()).filter(|&k| numbers[k].is_inside()).collect();
        let whole = ground.scope.extras.parts.unwrap_or(1) == 1;
        if whole || free.is_empty() || free.len() > MOST_FREE {
            return found; // Whole numbers are too far apart to be rounded to.
        }
        let terrain = Terrain { ground, start, numbers, free };
        let estimated = self.estimate(start).is_some();
        let (points, price) = if estimated { (ESTIMATES, 1) } else { (EVALUATIONS, COST) };
        let (affordable, mut tried) = (points.min((most / 2).saturating_mul(CHEAP) / price), 0);
        let mut height = |parts: &[f64]| {
            let instance = terrain.at(parts).filter(|_| tried < affordable && !patience.over())?;
            tried += 1;
            let steepness =
                if estimated { self.estimate(&instance) } else { self.steepness(&instance, patience) };
            steepness.map(|steepness| -steepness)
        };
        let parts = terrain.free.iter().map(|&k| {
            let Number { value, least, most, .. } = &terrain.numbers[k];
            (value.to_f64() - *least as f64) / (most - least) as f64
        });
        let mut rng = draw_number(ground.seed ^ 0x05e7_71ed, terrain.free.len() as u64);
        let point = settle(&mut height, parts.collect(), &mut || rng.random());
        found.steered = (tried * price).div_ceil(CHEAP);
        let values: Vec<f64> = point.iter().enumerate().map(|(k, part)| terrain.value(k, *part)).collect();
        self.round(&terrain, &values, most, patience, &mut found);
        found
    }

    /// Judges the instances with fractions near `values`: all of one largest denominator, for growing ones,
    /// and then one number after the other at the largest of the scope. Ends where `found` has cost `most`.
    fn round(
        &self,
        terrain: &Terrain<'_, M>,
        values: &[f64],
        most: u64,
        patience: &Patience,
        found: &mut Found<M>,
    ) {
        let finest = terrain.ground.scope.extras.parts.unwrap_or(1);
        let exact = |(n, d): Fraction| Rational::new(n, d);
        let mut best: Option<(f64, Vec<Rational>)> = None;
        let mut judge = |rounded: Vec<Rational>, best: &mut Option<(f64, Vec<Rational>)>| {
            let inside = |instance: &M::Instance<Rational>| terrain.ground.holds(instance);
            let Some(instance) = terrain.with(&rounded).filter(inside).filter(|_| found.spent() < most)
            else {
                return;
            };
            let Some(steepness) = found.judge(self, instance, patience) else { return };
            if best.as_ref().is_none_or(|(most, _)| steepness > *most) {
                *best = Some((steepness, rounded));
            }
        };
        let (mut parts, mut next) = (1, 2);
        loop {
            let rounded = values.iter().map(|value| nearest(*value, parts).map(exact)).collect();
            if let Some(rounded) = rounded {
                judge(rounded, &mut best);
            }
            if parts == finest || patience.over() {
                break;
            }
            (parts, next) = (next.min(finest), parts + next);
        }
        for _ in 0..ROUNDS {
            let before = best.as_ref().map(|(steepness, _)| *steepness);
            for (k, value) in values.iter().enumerate() {
                let Some((low, high)) = around(*value, finest) else { continue };
                for fraction in [low, high] {
                    let Some((_, mut rounded)) = best.clone() else { return };
                    rounded[k] = exact(fraction);
                    judge(rounded, &mut best);
                }
            }
            if best.as_ref().map(|(steepness, _)| *steepness) == before {
                return;
            }
        }
    }
}
