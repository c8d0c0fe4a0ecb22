//! Annealing: walkers that also take steps away from the violation, the more rarely the farther they lead.

use super::climb::Walk;
use super::{Brief, Hunt, Strategy};
use crate::model::Model;

/// Simulated annealing at a fixed temperature, with restarts.
#[derive(Debug)]
pub struct Anneal;

/// In units of what a property's lean is counted in: relative loss, mostly.
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
