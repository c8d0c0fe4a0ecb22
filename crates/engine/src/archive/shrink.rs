//! Shrinking: from a violating instance to one that no single shrinking step makes smaller.

use fairwitness_kernel::replay::{GIVEN, LOCAL};

use crate::linear::{Cut, Patience};
use crate::model::{Hypothesis, Model};
use crate::property::judge::{Cell, Conviction};
use crate::scalar::Rational;

/// Takes shrinking steps while the property stays violated and `admits` accepts the instance, always the first that
/// works, within `patience`. The result violates the property, and [`LOCAL`] says that no single shrinking step of it does;
/// [`GIVEN`], that the work was cut short.
pub fn shrink<M: Model>(
    cell: Cell<'_, M>,
    instance: M::Instance<Rational>,
    conviction: Conviction<M>,
    admits: &dyn Fn(&M::Instance<Rational>) -> bool,
    patience: &Patience,
) -> (M::Instance<Rational>, Conviction<M>, &'static str) {
    let (mut instance, mut conviction) = (instance, conviction);
    loop {
        let (mut step, mut minimality) = (None, LOCAL);
        for smaller in M::shrink(&instance).filter(|smaller| admits(smaller)) {
            match cell.violated(&smaller, patience) {
                Ok(Some(found)) => step = Some((smaller, found)),
                Ok(None) => {}
                Err(_) => minimality = GIVEN,
            }
            if step.is_some() {
                break;
            }
            if patience.over() {
                minimality = GIVEN;
                break;
            }
        }
        match step {
            Some(smaller) => (instance, conviction) = smaller,
            None => return (instance, conviction, minimality),
        }
    }
}

/// Returns `true` if no single shrinking step of the instance keeps the violation.
///
/// # Errors
/// The work was cut short.
pub fn minimal<M: Model>(
    cell: Cell<'_, M>,
    instance: &M::Instance<Rational>,
    hypothesis: Hypothesis,
    patience: &Patience,
) -> Result<bool, Cut> {
    for smaller in M::shrink(instance).filter(|smaller| hypothesis.admits::<M>(smaller)) {
        if cell.violated(&smaller, patience)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}
