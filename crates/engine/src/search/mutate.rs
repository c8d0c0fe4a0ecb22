//! Small changes as a strategy: neighbours of instances on record, of the papers' examples, and of instances
//! with a large lean.

use rand::RngExt;

use super::supply::Supply;
use super::{Batch, Hunt, Target};
use crate::instances::draw_number;
use crate::model::Model;
use crate::scalar::Rational;

/// The strategy `mutate`: small changes of known instances.
pub(super) fn start<'b, M: Model>(target: &Target<'b, M>) -> Box<dyn Hunt<M> + 'b> {
    let brief = &target.brief;
    let mut parents = (brief.instances.examples)();
    parents.extend(brief.archive.iter().cloned());
    parents.retain(|instance| brief.instances.contains(brief.scope, instance));
    Box::new(Neighbours { parents, best: None, next: 0, seed: brief.seed, supply: Supply::of(target) })
}

struct Neighbours<'b, M: Model> {
    parents: Vec<M::Instance<Rational>>,
    best: Option<(f64, M::Instance<Rational>)>,
    next: u64,
    seed: u64,
    supply: Supply<'b, M>,
}

/// The largest number of parents that are kept.
const MOST_PARENTS: usize = 200;

impl<M: Model> Hunt<M> for Neighbours<'_, M> {
    fn propose(&mut self, count: usize) -> Batch<M> {
        let changed = |k: u64| {
            let mut rng = draw_number(!self.seed, k);
            if self.parents.is_empty() || rng.random_range(0..8) == 0 {
                let fresh = self.supply.draw(&mut rng);
                return self.supply.changed(&mut rng, &fresh);
            }
            let parent = &self.parents[rng.random_range(0..self.parents.len())];
            self.supply.changed(&mut rng, parent)
        };
        let batch = (self.next..self.next + count as u64).map(changed).collect();
        self.next += count as u64;
        Batch::Instances(batch)
    }

    fn learn(&mut self, instance: &M::Instance<Rational>, lean: f64) {
        if self.best.as_ref().is_none_or(|(best, _)| lean > *best) {
            self.best = Some((lean, instance.clone()));
            if self.parents.len() < MOST_PARENTS {
                self.parents.push(instance.clone());
            }
        }
    }
}
