//! A screen in machine words: it clears instances that violate nothing, and decides nothing else.

use crate::linear::Patience;
use crate::mechanism::{InWords, Mechanism};
use crate::model::Model;
use crate::property::Cleared;
use crate::scalar::Quick;

/// The data of a screen.
#[derive(Debug)]
pub struct Look<'a, M: Model> {
    /// The mechanism of the cell.
    pub mechanism: &'a dyn Mechanism<M>,
    /// The mechanism in machine words.
    pub words: &'a dyn InWords<M>,
    /// The instance in machine words.
    pub instance: &'a M::Instance<Quick>,
    /// A buffer for the total of every agent.
    pub room: &'a mut Vec<Quick>,
    /// The limit on the screen: one that is cut short clears nothing.
    pub patience: &'a Patience,
}

impl<M: Model> Look<'_, M> {
    /// The result of `clears` on the totals of agents, if the mechanism settles the totals and no number is
    /// poisoned.
    pub fn by_gets(&mut self, clears: impl FnOnce(&[Quick]) -> Option<Cleared>) -> Option<Cleared> {
        let Look { words, instance, room, .. } = self;
        Quick::exactly(|| words.gets(instance, room).then(|| clears(room)).flatten()).flatten()
    }

    /// Clears the instance if the property `is_kept` in the outcome and no number is poisoned.
    pub fn by_outcome(&self, is_kept: impl FnOnce(&M::Outcome<Quick>) -> bool) -> Option<Cleared> {
        let kept = Quick::exactly(|| Some(is_kept(&self.words.outcome(self.instance)?)));
        Cleared::holds(kept.flatten() == Some(true))
    }
}
