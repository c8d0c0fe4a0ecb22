//! The stationary point of a measure near an instance: the numbers of the instance move as reals, the point is
//! rounded to fractions of growing denominators, and each rounded instance is judged exactly.
//!
//! Floats only steer. What counts is the rounded instance, which lies in the scope.

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
const ESTIMATES: usize = 60_000;
const EVALUATIONS: usize = 3_000;
/// The cost of a point that is evaluated exactly, in instances: its numbers have long denominators.
const COST: u64 = 8;
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

impl<M: Model> Question<M> {
    /// The instances judged on the way from `start` to the stationary point near it, the worst of them kept.
    /// The result depends on the start, the scope and the seed alone.
    pub(super) fn settled(
        &self,
        ground: &Ground<'_, M>,
        start: &M::Instance<Rational>,
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
        let (mut left, mut exact) = (None, 0);
        let mut height = |parts: &[f64]| {
            let instance = terrain.at(parts).filter(|_| left != Some(0) && !patience.over())?;
            let estimate = self.estimate(&instance);
            left = Some(left.unwrap_or(if estimate.is_some() { ESTIMATES } else { EVALUATIONS }) - 1);
            let steepness = estimate.or_else(|| {
                exact += COST;
                self.steepness(&instance, patience)
            });
            steepness.map(|steepness| -steepness)
        };
        let parts = terrain.free.iter().map(|&k| {
            let Number { value, least, most, .. } = &terrain.numbers[k];
            (value.to_f64() - *least as f64) / (most - least) as f64
        });
        let mut rng = draw_number(ground.seed ^ 0x05e7_71ed, terrain.free.len() as u64);
        let point = settle(&mut height, parts.collect(), &mut || rng.random());
        found.steered = exact;
        let values: Vec<f64> = point.iter().enumerate().map(|(k, part)| terrain.value(k, *part)).collect();
        self.round(&terrain, &values, patience, &mut found);
        found
    }

    /// Judges the instances with fractions near `values`: all of one largest denominator, for growing ones,
    /// and then one number after the other at the largest of the scope.
    fn round(&self, terrain: &Terrain<'_, M>, values: &[f64], patience: &Patience, found: &mut Found<M>) {
        let finest = terrain.ground.scope.extras.parts.unwrap_or(1);
        let exact = |(n, d): Fraction| Rational::new(n, d);
        let mut best: Option<(f64, Vec<Rational>)> = None;
        let mut judge = |rounded: Vec<Rational>, best: &mut Option<(f64, Vec<Rational>)>| {
            let Some(instance) = terrain.with(&rounded).filter(|instance| terrain.ground.holds(instance))
            else {
                return;
            };
            let Some(steepness) = found.judge(self, instance, patience) else { return };
            if best.as_ref().is_none_or(|(most, _)| steepness > *most) {
                *best = Some((steepness, rounded));
            }
        };
        let (mut most, mut next) = (1, 2);
        loop {
            let rounded = values.iter().map(|value| nearest(*value, most).map(exact)).collect();
            if let Some(rounded) = rounded {
                judge(rounded, &mut best);
            }
            if most == finest || patience.over() {
                break;
            }
            (most, next) = (next.min(finest), most + next);
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
