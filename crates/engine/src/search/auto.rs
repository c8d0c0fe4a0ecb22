//! The portfolio: every strategy except the archive in turn, the cheap ones first, with more turns for
//! strategies that come nearer to a violation.

use super::exhaustive::plain_first;
use super::{Batch, Hunt, Target, strategies};
use crate::model::Model;
use crate::scalar::Rational;

/// The strategy `auto`: all strategies but the archive, in turn.
pub(super) fn start<'b, M: Model>(target: &Target<'b, M>) -> Box<dyn Hunt<M> + 'b> {
    let arm = |id: &'static str| {
        let strategy = strategies::<M>().into_iter().find(|s| s.id == id)?;
        let hunt = if id == "exhaustive" { plain_first(target) } else { (strategy.start)(target) };
        Some(Arm { id, hunt, credit: 1.0, spent: 0.0, ended: false })
    };
    let ids = ["exhaustive", "random", "mutate", "climb", "anneal"];
    Box::new(Portfolio { arms: ids.into_iter().filter_map(arm).collect(), at: 0, best: f64::NEG_INFINITY })
}

struct Arm<'b, M: Model> {
    id: &'static str,
    hunt: Box<dyn Hunt<M> + 'b>,
    /// The number of turns that the strategy has earned.
    credit: f64,
    /// The number of turns that the strategy has had.
    spent: f64,
    /// `true` if the strategy has nothing left to propose.
    ended: bool,
}

struct Portfolio<'b, M: Model> {
    arms: Vec<Arm<'b, M>>,
    /// Index of the strategy whose turn it is.
    at: usize,
    best: f64,
}

impl<M: Model> Hunt<M> for Portfolio<'_, M> {
    fn propose(&mut self, count: usize) -> Batch<M> {
        loop {
            // The strategy with the fewest turns for its credit is next.
            let open = (0..self.arms.len()).filter(|&k| !self.arms[k].ended);
            let due = |k: &usize| self.arms[*k].spent / self.arms[*k].credit;
            let Some(next) = open.min_by(|a, b| due(a).total_cmp(&due(b)).then(a.cmp(b))) else {
                return Batch::Instances(Vec::new());
            };
            self.at = next;
            let arm = &mut self.arms[next];
            let batch = arm.hunt.propose(count);
            arm.spent += 1.0;
            if !batch.is_empty() {
                return batch;
            }
            arm.ended = true;
        }
    }

    fn learn(&mut self, instance: &M::Instance<Rational>, lean: f64) {
        self.arms[self.at].hunt.learn(instance, lean);
        if lean > self.best {
            self.best = lean;
            self.arms[self.at].credit += 0.5;
            for k in (0..self.arms.len()).filter(|&k| k != self.at) {
                self.arms[k].hunt.adopt(instance, lean);
            }
        }
    }

    fn source(&self) -> Option<&'static str> {
        Some(self.arms[self.at].id)
    }
}
