//! A walk over instances towards worse values of a measure: numbers move as if they were real, sets by small
//! changes.
//!
//! Steps, temperatures and most steepnesses are floats. Every proposal lies on a grid of fractions inside the
//! scope. A proposal counts as a worst instance only after an exact judgement, so no float outlives the walk.

use chacha20::ChaCha8Rng;
use rand::RngExt;

use crate::instances::{Extras, Instances, Scope, draw_number};
use crate::model::Model;
use crate::scalar::{Rational, Scalar};

/// The part of a life that is spent at a temperature above zero.
const WARM: f64 = 0.75;
/// The lengths in steps of the first life above temperature zero, of the longest one, and of every life at
/// temperature zero.
const FIRST: u32 = 1 << 9;
const LONGEST: u32 = 1 << 17;
const COLD: u32 = 1 << 11;
/// Temperatures at which lives begin, in units of the logarithm of a value, one per walker in turn. A walker
/// of temperature zero has short lives on the finest grid: its ends lie near stationary points.
const TEMPERATURES: [f64; 12] = [0.0, 0.006, 0.006, 0.01, 0.0, 0.02, 0.02, 0.1, 0.0, 0.3, 0.0, 0.0];
/// The number of draws of which most lives begin at the one with most numbers.
const DRAWS: usize = 16;
/// Grids of the numbers while the temperature is above zero; the finest grid of the scope is always among
/// them.
const GRIDS: [i64; 5] = [1, 2, 6, 12, 60];

/// The data of a search for a worst value.
#[derive(Debug)]
pub struct Ground<'a, M: Model> {
    /// The source of instances.
    pub instances: &'a Instances<M>,
    /// The instances in question.
    pub scope: Scope,
    /// The part of the scope from which random instances are made.
    pub drawn: Scope,
    /// The seed of random choices.
    pub seed: u64,
    /// Instances to begin at, besides random ones.
    pub starts: &'a [M::Instance<Rational>],
}

impl<M: Model> Ground<'_, M> {
    /// Returns `true` if the scope contains the instance.
    pub fn holds(&self, instance: &M::Instance<Rational>) -> bool {
        self.instances.contains(self.scope, instance)
    }
}

/// A walk in progress: its present instance, its temperature, and the grid of its numbers.
#[derive(Clone)]
pub(super) struct Walker<I> {
    number: u64,
    /// The number of stretches so far: the random numbers of a stretch depend only on the seed, the walker
    /// and this number.
    stretches: u64,
    at: Option<(f64, I)>,
    /// The worst instance of the warm phase of this life; the cold phase begins there.
    worst: Option<(f64, I)>,
    life: u32,
    age: u32,
    temperature: f64,
    grid: i64,
}

impl<I: Clone> Walker<I> {
    /// The walker with the number `number`, about to begin.
    pub fn new(number: u64) -> Self {
        let temperature = TEMPERATURES[number as usize % TEMPERATURES.len()];
        let life = if temperature > 0.0 { FIRST } else { COLD };
        Walker { number, stretches: 0, at: None, worst: None, life, age: 0, temperature, grid: 1 }
    }

    /// Takes `steps` steps, and returns the ends of the lives that ended, each with its steepness. `steepness`
    /// judges an instance: larger is worse for the mechanism, and `None` means that the measure is not defined.
    /// `incumbent` is the worst instance known.
    pub fn advance<M: Model<Instance<Rational> = I>>(
        &mut self,
        steps: usize,
        ground: &Ground<'_, M>,
        incumbent: Option<&I>,
        steepness: &mut dyn FnMut(&I) -> Option<f64>,
    ) -> Vec<(f64, I)> {
        let mut ends = Vec::new();
        let mut rng = draw_number(ground.seed ^ 0xa1_51de, self.number << 40 | self.stretches);
        self.stretches += 1;
        let rng = &mut rng;
        for _ in 0..steps {
            if self.is_cold() {
                self.at = self.worst.take().or_else(|| self.at.take());
            }
            if self.age >= self.life {
                ends.extend(self.at.take());
            }
            let at = self.at.take();
            let (now, instance, proposal) = match at {
                Some((now, instance)) => {
                    let proposal = self.step(rng, ground, &instance);
                    (now, Some(instance), proposal)
                }
                None => (f64::NEG_INFINITY, None, self.begin(rng, ground, incumbent)),
            };
            self.age += 1;
            let value = steepness(&proposal).unwrap_or(f64::NEG_INFINITY);
            let warm = self.temperature * (1.0 - f64::from(self.age) / (WARM * f64::from(self.life)));
            let luck: f64 = rng.random();
            // A life that begins where the measure is not defined is discarded.
            let goes = value > f64::NEG_INFINITY
                && (value >= now || (warm > 0.0 && luck < ((value - now) / warm).exp()));
            if goes && !self.is_cold() && self.worst.as_ref().is_none_or(|(worst, _)| value > *worst) {
                self.worst = Some((value, proposal.clone()));
            }
            self.at = if goes { Some((value, proposal)) } else { instance.map(|instance| (now, instance)) };
        }
        ends
    }

    /// Returns `true` if this life is in its cold phase, with temperature zero.
    fn is_cold(&self) -> bool {
        f64::from(self.age) > WARM * f64::from(self.life)
    }
    /// The instance at which the next life begins.
    fn begin<M: Model<Instance<Rational> = I>>(
        &mut self,
        rng: &mut ChaCha8Rng,
        ground: &Ground<'_, M>,
        incumbent: Option<&I>,
    ) -> I {
        if self.age > 1 && self.temperature > 0.0 {
            self.life = (self.life * 2).min(LONGEST);
        }
        self.age = 0;
        self.worst = None;
        let finest = ground.scope.extras.parts.unwrap_or(1);
        let choice = if self.temperature > 0.0 { rng.random_range(0..=GRIDS.len()) } else { GRIDS.len() };
        self.grid = GRIDS.get(choice).copied().unwrap_or(finest).min(finest);
        let starts = ground.starts;
        let first = match rng.random_range(0..8) {
            0 if self.number > 0 => incumbent.cloned(),
            1 if !starts.is_empty() => Some(starts[rng.random_range(0..starts.len())].clone()),
            _ => None,
        };
        let draws = if rng.random_range(0..4) == 0 { 1 } else { DRAWS };
        first.unwrap_or_else(|| {
            // Limits and owners count as numbers, but hide most losses, so only single draws have them.
            let Extras { weights, parts, .. } = ground.drawn.extras;
            let extras = Extras { weights, parts, ..ground.drawn.plain().extras };
            let plain = Scope { extras, ..ground.drawn };
            let mut largest = (ground.instances.draw)(rng, if draws > 1 { plain } else { ground.drawn });
            for _ in 1..draws {
                let drawn = (ground.instances.draw)(rng, plain);
                let size = |instance: &I| (ground.instances.numbers)(ground.drawn, instance).len();
                if size(&drawn) > size(&largest) {
                    largest = drawn;
                }
            }
            largest
        })
    }

    /// The next proposal: a small change of `now`.
    fn step<M: Model<Instance<Rational> = I>>(
        &self,
        rng: &mut ChaCha8Rng,
        ground: &Ground<'_, M>,
        now: &I,
    ) -> I {
        if rng.random_range(0..8) == 0 {
            return ground.instances.changed(rng, ground.drawn, now);
        }
        let numbers = (ground.instances.numbers)(ground.drawn, now);
        if numbers.is_empty() {
            return now.clone();
        }
        let finest = ground.scope.extras.parts.unwrap_or(1);
        let grid = if self.is_cold() { finest } else { self.grid };
        let mut values: Vec<Rational> = numbers.iter().map(|n| n.value.clone()).collect();
        let width = 0.5 * 10f64.powf(-4.0 * rng.random::<f64>());
        let mut move_one = |rng: &mut ChaCha8Rng, k: usize| {
            let number = &numbers[k];
            let range = (number.most - number.least) as f64;
            let by = width * range * (2.0 * rng.random::<f64>() - 1.0);
            let now = number.value.to_f64();
            let moved = number.near(now + by, grid);
            let stays = moved == number.value;
            // A step that ends where it began goes to the next point of the grid.
            values[k] = if stays { number.near(now + by.signum() / grid as f64, grid) } else { moved };
        };
        match rng.random_range(0..8) {
            0 | 1 => {
                for k in (0..numbers.len()).filter(|k| numbers[*k].is_inside()) {
                    move_one(rng, k);
                }
            }
            2 => {
                let (k, like) = (rng.random_range(0..numbers.len()), rng.random_range(0..numbers.len()));
                let alike = numbers[k].most == numbers[like].most && numbers[k].least == numbers[like].least;
                if alike && !(numbers[k].above_zero && numbers[like].value.is_zero()) {
                    values[k] = numbers[like].value.clone();
                }
            }
            3 => {
                let k = rng.random_range(0..numbers.len());
                // An end of the range, or the least number above its lower end.
                let end = match rng.random_range(0..3) {
                    0 => numbers[k].least as f64,
                    1 => numbers[k].most as f64,
                    _ => numbers[k].least as f64 + 1.0 / grid as f64,
                };
                values[k] = numbers[k].near(end, grid);
            }
            _ => {
                for _ in 0..rng.random_range(1..=2) {
                    let k = rng.random_range(0..numbers.len());
                    move_one(rng, k);
                }
            }
        }
        (ground.instances.with_numbers)(now, &values).unwrap_or_else(|| now.clone())
    }
}
