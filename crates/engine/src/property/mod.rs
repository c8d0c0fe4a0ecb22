//! Properties examined: for each definition of the kernel a search for violations of a run.
//!
//! Adding one is a file and a table line in its model's folder, here and in the kernel, and its page
//! `properties/<model>/<id>.md`.

mod arrivals;
mod cluster;
mod covering;
pub mod evidence;
pub mod judge;
pub mod measure;
mod screen;

pub use arrivals::ARRIVALS;
pub use cluster::CLUSTER;
pub use covering::COVERING;
pub use fairwitness_kernel::property::Property;
pub use screen::Look;

use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::Model;
use crate::pages;
use crate::property::evidence::{Cleared, Run, Verdict};

/// A property with the search for violations of a run.
pub trait Examine<M: Model>: Property<M> {
    /// The page that defines it (Markdown, with a TOML block at its head): that of its id in the folder of the model's properties.
    fn page(&self) -> &'static str {
        pages::of(&format!("properties/{}", M::ID), self.id())
    }

    /// How far the run is from a violation, as a number that grows towards one: it steers a search and decides nothing.
    fn lean(&self, _run: &Run<'_, M>) -> Option<f64> {
        None
    }

    /// What the full judgement of the instance would come to, when a look in machine words shows that it is no violation. `None`
    /// where only the full judgement tells, or the look was cut short.
    fn clears(&self, _look: &mut Look<'_, M>) -> Option<Cleared> {
        None
    }

    /// Judges a run with a feasible outcome. May search, solve, enumerate, and run the mechanism again; is not trusted.
    ///
    /// # Errors
    /// It was cut short, and says nothing.
    fn examine(
        &self,
        mechanism: &dyn Mechanism<M>,
        run: &Run<'_, M>,
        patience: &Patience,
    ) -> Result<Verdict<M>, Cut>;
}
