//! Instances from the domain of a mechanism: random ones, changed ones and listed ones.

use chacha20::ChaCha8Rng;

use super::{Batch, Hunt, Target};
use crate::instances::{Candidates, Instances, Scope};
use crate::mechanism::Mechanism;
use crate::model::Model;
use crate::scalar::Rational;

/// The number of random instances among which one in the domain of the mechanism is sought.
pub(super) const TRIES: usize = 8;

/// The source of a search's instances, the part of the scope for random ones, and the mechanism that is searched.
pub(super) struct Supply<'b, M: Model> {
    instances: Instances<M>,
    drawn: Scope,
    mechanism: &'b dyn Mechanism<M>,
}

/// Returns `true` if the instance is in the domain of the mechanism.
pub(super) fn fits<M: Model>(mechanism: &dyn Mechanism<M>, instance: &M::Instance<Rational>) -> bool {
    mechanism.specification().domain(instance).is_ok()
}

/// The instances in the domain of the mechanism; if there are none, the others.
pub(super) fn fitting<M: Model>(
    mechanism: &dyn Mechanism<M>,
    batch: Vec<M::Instance<Rational>>,
) -> Vec<M::Instance<Rational>> {
    let (fitting, refused): (Vec<_>, _) = batch.into_iter().partition(|instance| fits(mechanism, instance));
    if fitting.is_empty() { refused } else { fitting }
}

impl<'b, M: Model> Supply<'b, M> {
    pub fn of(target: &Target<'b, M>) -> Self {
        let brief = &target.brief;
        Supply { instances: *brief.instances, drawn: brief.drawn, mechanism: target.cell.mechanism }
    }

    /// The first of [`TRIES`] instances that is in the domain, or else the last.
    fn first(&self, mut make: impl FnMut() -> M::Instance<Rational>) -> M::Instance<Rational> {
        let early = (1..TRIES).map(|_| make()).find(|instance| fits(self.mechanism, instance));
        early.unwrap_or_else(make)
    }

    /// A random instance.
    pub fn draw(&self, rng: &mut ChaCha8Rng) -> M::Instance<Rational> {
        self.first(|| (self.instances.draw)(rng, self.drawn))
    }

    /// A small random change of `instance`.
    pub fn changed(&self, rng: &mut ChaCha8Rng, instance: &M::Instance<Rational>) -> M::Instance<Rational> {
        self.first(|| self.instances.changed(rng, self.drawn, instance))
    }
}

/// An enumeration as a hunt that passes over instances outside the domain of the mechanism.
pub(super) struct Fitting<'b, M: Model> {
    pub rest: Candidates<M>,
    pub supply: Supply<'b, M>,
}

impl<M: Model> Hunt<M> for Fitting<'_, M> {
    /// Those of the next instances that are in the domain; if there are none, the others.
    fn propose(&mut self, count: usize) -> Batch<M> {
        let listed = self.rest.by_ref().take(count).collect();
        Batch::Instances(fitting(self.supply.mechanism, listed))
    }

    fn learns(&self) -> bool {
        false
    }
}
