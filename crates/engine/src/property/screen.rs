//! A look at an instance in machine words: it lets instances go that violate nothing, and decides nothing else.

use crate::linear::Patience;
use crate::mechanism::{InWords, Mechanism};
use crate::model::Model;
use crate::property::evidence::Cleared;
use crate::scalar::{Quick, Scalar};

/// What a look in machine words has to go by.
pub struct Look<'a, M: Model> {
    /// The mechanism.
    pub mechanism: &'a dyn Mechanism<M>,
    /// The mechanism in machine words.
    pub words: &'a dyn InWords<M>,
    /// The instance.
    pub instance: &'a M::Instance<Quick>,
    /// Room for what every agent gets.
    pub room: &'a mut Vec<Quick>,
    /// How long the look may take: one that is cut short tells nothing.
    pub patience: &'a Patience,
}

impl<M: Model> std::fmt::Debug for Look<'_, M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Look").field("mechanism", &self.mechanism).finish_non_exhaustive()
    }
}

impl<M: Model> Look<'_, M> {
    /// What `clears` says of what every agent gets in all, where the mechanism settles that and no number is poisoned.
    pub fn by_gets(&mut self, clears: impl FnOnce(&[Quick]) -> Option<Cleared>) -> Option<Cleared> {
        let Look { words, instance, room, .. } = self;
        Quick::exactly(|| words.gets(instance, room).then(|| clears(room)).flatten()).flatten()
    }

    /// That the property holds, where the largest violation of the outcome that `lean` names is not above zero and no number is
    /// poisoned.
    pub fn by_outcome(&self, lean: impl FnOnce(&M::Outcome<Quick>) -> Option<Quick>) -> Option<Cleared> {
        let lean = Quick::exactly(|| lean(&self.words.outcome(self.instance)?));
        Cleared::holds(lean.flatten().is_some_and(|lean| !lean.is_positive()))
    }
}
