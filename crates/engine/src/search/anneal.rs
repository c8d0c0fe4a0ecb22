//! Annealing: walkers that sometimes step away from a violation, more rarely the farther the step leads away.

use super::climb::Walk;
use super::{Brief, Hunt, Strategy};
use crate::model::Model;

/// The strategy `anneal`: simulated annealing at a fixed temperature, with restarts.
#[derive(Debug)]
pub struct Anneal;

/// The temperature, in the unit of a property's lean, which is mostly a relative loss.
const TEMPERATURE: f64 = 0.05;

impl<M: Model> Strategy<M> for Anneal {
    fn id(&self) -> &'static str {
        "anneal"
    }

    fn about(&self) -> &'static str {
        "walks like climb, and now and then away from the violation"
    }

    fn start(&self, brief: &Brief<'_, M>) -> Box<dyn Hunt<M>> {
        Box::new(Walk::new(brief, TEMPERATURE))
    }
}
