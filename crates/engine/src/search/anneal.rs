//! Annealing: walkers that sometimes step away from a violation, more rarely the farther the step leads away.

use super::climb::Walk;
use super::{Hunt, Target};
use crate::model::Model;

/// The temperature, in the unit of a property's lean, which is mostly a relative loss.
const TEMPERATURE: f64 = 0.05;

/// The strategy `anneal`: simulated annealing at a fixed temperature, with restarts.
pub(super) fn start<'b, M: Model>(target: &Target<'b, M>) -> Box<dyn Hunt<M> + 'b> {
    Box::new(Walk::new(target, TEMPERATURE))
}
