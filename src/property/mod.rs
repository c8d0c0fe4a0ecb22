//! Properties: one definition an id, each with a search for violations and a straight-line check of a witness.
//!
//! Adding one is a file, a `mod` line and a table line in its model's folder, and its page
//! `properties/<model>/<id>.md`.

mod arrivals;
mod cluster;
mod covering;
pub mod evidence;
pub mod judge;
pub mod measure;

pub use arrivals::ARRIVALS;
pub use cluster::CLUSTER;
pub(crate) use cluster::{Side, reference, slice_tasks, with_bundle_of};
pub use covering::COVERING;
pub(crate) use covering::homogeneous_factor;

use std::fmt::Debug;

use crate::mechanism::{Mechanism, Settles};
use crate::model::Model;
use crate::model::refusal::Rejected;
use crate::property::evidence::{Cleared, Margin, Run, Verdict, Witness};
use crate::scalar::{Quick, Rational};

/// A property of a mechanism's outcome on an instance.
pub trait Property<M: Model>: Debug + Sync {
    /// The id: the page's file stem.
    fn id(&self) -> &'static str;

    /// The page that defines it (Markdown, with a TOML block at its head).
    fn page(&self) -> &'static str;

    /// Whether it judges any outcome, even one that cannot be carried out. The others leave such outcomes to
    /// `feasible`.
    fn judges_infeasible(&self) -> bool {
        false
    }

    /// Why the property says nothing of any outcome of a mechanism with this setting, whatever the instance; `None` where
    /// it depends on the instance.
    fn never(&self, _setting: M::Setting) -> Option<&'static str> {
        None
    }

    /// What a margin is held against, where the mechanism's numbers are rounded and its slack is relative.
    fn scale(&self, run: &Run<'_, M>) -> Rational {
        M::scale(run.instance)
    }

    /// How far the run is from a violation, as a number that grows towards one: it steers a search and decides nothing.
    fn lean(&self, _run: &Run<'_, M>) -> Option<f64> {
        None
    }

    /// In machine words: above zero exactly when the outcome violates the property, unless it is poisoned. `None` where
    /// only the exact judgement tells.
    fn screen(
        &self,
        _setting: M::Setting,
        _instance: &M::Instance<Quick>,
        _outcome: &M::Outcome<Quick>,
    ) -> Option<Quick> {
        None
    }

    /// In machine words, from what every agent gets in all, where the mechanism settles that: what the full judgement of any
    /// such outcome would come to, when it is no violation. `None` where only the full judgement tells. Means nothing when a
    /// number is poisoned.
    fn clears(
        &self,
        _mechanism: &dyn Mechanism<M>,
        _instance: &M::Instance<Quick>,
        _gets: &[Quick],
    ) -> Option<Cleared> {
        None
    }

    /// Judges a run with a feasible outcome. May search, solve and enumerate; is not trusted.
    fn examine(&self, run: &Run<'_, M>) -> Verdict<M>;

    /// Evaluates the inequality that the witness claims, in exact arithmetic and straight line: the margin,
    /// above zero, or why the witness proves nothing. May run the mechanism; has no solver of its own.
    fn confirm(&self, run: &Run<'_, M>, witness: &Witness<M>) -> Result<Margin, Rejected>;

    /// How much of the outcome the witness speaks of. A violation stands for every outcome that the
    /// mechanism's specification allows when it settles that much. What agents get in all is `Utilities`; anything else
    /// about who has what, where, is `Outcome`.
    fn reads(&self, run: &Run<'_, M>, witness: &Witness<M>) -> Settles;

    /// The violation in words, for a reader who has the instance and the outcome before the eyes.
    fn tell(&self, run: &Run<'_, M>, witness: &Witness<M>) -> String;
}
