//! Properties examined: for each definition of the kernel, a search for violations of a run.
//!
//! A new property is a file and a table line in the folder of its model, here and in the kernel, and a page
//! `properties/<model>/<id>.md`.

mod arrivals;
mod cluster;
mod cohort;
mod covering;
pub mod evidence;
pub mod judge;
pub mod measure;
mod screen;

pub use arrivals::ARRIVALS;
pub use cluster::CLUSTER;
pub use cohort::{COHORT, StateRun, run_in_turn};
pub use covering::COVERING;
pub use fairwitness_kernel::property::Property;
pub use screen::Look;

use crate::instances::Scope;
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::Model;
use crate::model::refusal::Refusal;
use crate::pages;
use crate::property::evidence::{Cleared, Run, Verdict, Witness};
use crate::scalar::Rational;

/// A state of an endless run, and the witness that the run is endless.
pub type Endless<M> = (<M as Model>::Outcome<Rational>, Witness<M>);

/// A property, with the search for violations of a run.
pub trait Examine<M: Model>: Property<M> {
    /// The page that defines the property (Markdown, with a TOML block at its head), from the folder of the
    /// model's properties.
    fn page(&self) -> &'static str {
        pages::of(&format!("properties/{}", M::ID), self.id())
    }

    /// The lean of a run: a number that grows towards a violation. It steers a search and decides nothing.
    fn lean(&self, _run: &Run<'_, M>) -> Option<f64> {
        None
    }

    /// Instances of a scope from a family that violates the property more often than random instances do.
    /// They are judged after the instances on record.
    fn suspects(&self, _scope: Scope, _seed: u64) -> Vec<M::Instance<Rational>> {
        Vec::new()
    }

    /// The lean of an instance that the mechanism refuses, for a property that judges endless runs.
    fn lean_of_refusal(&self, _refusal: &Refusal) -> Option<f64> {
        None
    }

    /// The judgement of the instance, if a screen in machine words shows that it is no violation. `None` if
    /// only the exact judgement can decide, or the screen was cut short.
    fn clears(&self, _look: &mut Look<'_, M>) -> Option<Cleared> {
        None
    }

    /// A state of an endless run, with the witness that the run is endless, for a property that judges such
    /// runs. `None` if the run is not shown to be endless. It may search, and is not trusted.
    ///
    /// # Errors
    /// The work was cut short, so nothing is known.
    fn endless(
        &self,
        _mechanism: &dyn Mechanism<M>,
        _instance: &M::Instance<Rational>,
        _patience: &Patience,
    ) -> Result<Option<Endless<M>>, Cut> {
        Ok(None)
    }

    /// Returns `true` if the property holds for every outcome in which each agent gets at least its amount in
    /// the first of `bounds` and at most its amount in the second; `false` if the bounds do not decide.
    fn holds_between(
        &self,
        _mechanism: &dyn Mechanism<M>,
        _instance: &M::Instance<Rational>,
        _bounds: &(M::Outcome<Rational>, M::Outcome<Rational>),
    ) -> bool {
        false
    }

    /// Judges a run with a feasible outcome. It may search, solve, enumerate and run the mechanism again, and
    /// is not trusted.
    ///
    /// # Errors
    /// The work was cut short, so nothing is known.
    fn examine(
        &self,
        mechanism: &dyn Mechanism<M>,
        run: &Run<'_, M>,
        patience: &Patience,
    ) -> Result<Verdict<M>, Cut>;
}
