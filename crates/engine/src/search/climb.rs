//! Climbing: several walkers that keep each instance that comes nearer to a violation, and restart when none
//! does.
//!
//! [`super::anneal`] is this walk at a positive temperature.

use chacha20::ChaCha8Rng;
use rand::RngExt;

use super::supply::Supply;
use super::{Batch, Hunt, Target};
use crate::instances::draw_number;
use crate::model::Model;
use crate::scalar::Rational;

/// The strategy `climb`: hill climbing with restarts.
pub(super) fn start<'b, M: Model>(target: &Target<'b, M>) -> Box<dyn Hunt<M> + 'b> {
    Box::new(Walk::new(target, 0.0))
}

/// The number of concurrent walkers.
const WALKERS: usize = 8;
/// The number of steps without an improvement after which a walker restarts.
const PATIENCE: u32 = 150;

struct Walker<I> {
    at: Option<(f64, I)>,
    best: f64,
    idle: u32,
}

/// Walkers with a common supply of random numbers.
pub(super) struct Walk<'b, M: Model> {
    walkers: Vec<Walker<M::Instance<Rational>>>,
    /// Index of the walker whose proposal is learned next.
    turn: usize,
    next: u64,
    rng: ChaCha8Rng,
    temperature: f64,
    seed: u64,
    supply: Supply<'b, M>,
}

impl<'b, M: Model> Walk<'b, M> {
    pub(super) fn new(target: &Target<'b, M>, temperature: f64) -> Self {
        let seed = target.brief.seed;
        let walker = |_| Walker { at: None, best: f64::NEG_INFINITY, idle: 0 };
        Walk {
            walkers: (0..WALKERS).map(walker).collect(),
            turn: 0,
            next: 0,
            rng: draw_number(seed, u64::MAX),
            temperature,
            seed: seed ^ 0x5eed_c11b,
            supply: Supply::of(target),
        }
    }
}

impl<M: Model> Hunt<M> for Walk<'_, M> {
    fn propose(&mut self, count: usize) -> Batch<M> {
        // Each walker makes equally many proposals, so that each proposal is learned by the walker that made
        // it.
        let count = (count / WALKERS).max(1) * WALKERS;
        self.turn = 0;
        let step = |k: usize| {
            let mut rng = draw_number(self.seed, self.next + k as u64);
            match &self.walkers[k % WALKERS].at {
                Some((_, instance)) => self.supply.changed(&mut rng, instance),
                None => self.supply.draw(&mut rng),
            }
        };
        let batch = (0..count).map(step).collect();
        self.next += count as u64;
        Batch::Instances(batch)
    }

    fn learn(&mut self, instance: &M::Instance<Rational>, lean: f64) {
        let luck: f64 = self.rng.random();
        let walker = &mut self.walkers[self.turn % WALKERS];
        self.turn += 1;
        let better = match &walker.at {
            None => true,
            Some((now, _)) => {
                lean > *now || (self.temperature > 0.0 && luck < ((lean - now) / self.temperature).exp())
            }
        };
        if better {
            walker.at = Some((lean, instance.clone()));
        }
        if lean > walker.best {
            (walker.best, walker.idle) = (lean, 0);
        } else {
            walker.idle += 1;
            if walker.idle > PATIENCE {
                *walker = Walker { at: None, best: f64::NEG_INFINITY, idle: 0 };
            }
        }
    }

    fn adopt(&mut self, instance: &M::Instance<Rational>, lean: f64) {
        let worst = self.walkers.iter_mut().min_by(|a, b| a.best.total_cmp(&b.best));
        if let Some(worst) = worst.filter(|w| w.best < lean) {
            *worst = Walker { at: Some((lean, instance.clone())), best: lean, idle: 0 };
        }
    }
}
