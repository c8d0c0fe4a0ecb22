//! Shrinking: from a violating instance to one that no single step makes smaller.

use crate::linear::patience;
use crate::model::{Hypothesis, Model};
use crate::property::judge::{Cell, Conviction};
use crate::scalar::Rational;

/// Takes steps while the cell stays violated and the hypothesis holds, always the first that works; `keep_on` may stop it early.
/// The result violates the cell; without an early stop no single step of it does.
pub fn shrink<M: Model>(
    cell: Cell<M>,
    instance: M::Instance<Rational>,
    conviction: Conviction<M>,
    hypothesis: Hypothesis,
    keep_on: &(dyn Fn() -> bool + Sync),
) -> (M::Instance<Rational>, Conviction<M>) {
    let (mut instance, mut conviction) = (instance, conviction);
    loop {
        let step = M::shrink(&instance)
            .take_while(|_| keep_on())
            .filter(|smaller| hypothesis.admits::<M>(smaller))
            .find_map(|smaller| {
                let found = patience::attempt(|| cell.violated(&smaller)).flatten()?;
                Some((smaller, found))
            });
        match step {
            Some(smaller) => (instance, conviction) = smaller,
            None => return (instance, conviction),
        }
    }
}

/// Whether no single step of the instance still violates the cell.
pub fn minimal<M: Model>(cell: Cell<M>, instance: &M::Instance<Rational>, hypothesis: Hypothesis) -> bool {
    let admitted = M::shrink(instance).filter(|smaller| hypothesis.admits::<M>(smaller));
    admitted.into_iter().all(|smaller| cell.violated(&smaller).is_none())
}
