//! Properties: one definition an id, each with a straight-line check of a witness.

pub mod arrivals;
pub mod cluster;
pub mod cohort;
pub mod covering;
pub mod evidence;

pub use arrivals::ARRIVALS;
pub use cluster::CLUSTER;
pub use cohort::COHORT;
pub use covering::COVERING;

use std::fmt::Debug;

use crate::model::Model;
use crate::model::refusal::Rejected;
use crate::property::evidence::{Margin, Run, Witness};
use crate::scalar::Rational;
use crate::specification::{Settles, Specification};

/// A property of a mechanism's outcome on an instance.
pub trait Property<M: Model>: Debug + Sync {
    /// The id.
    fn id(&self) -> &'static str;

    /// Whether the property judges any outcome, even one that cannot be carried out. The others leave such outcomes to
    /// `feasible`.
    fn judges_infeasible(&self) -> bool {
        false
    }

    /// Whether the property judges a run that does not end, in a state that the witness speaks of. The others have no outcome to
    /// judge there.
    fn judges_endless(&self) -> bool {
        false
    }

    /// Why the property says nothing of any outcome of this mechanism, whatever the instance; `None` where it depends on the
    /// instance.
    fn never_of(&self, mechanism: &dyn Specification<M>) -> Option<&'static str> {
        self.never(mechanism.setting())
    }

    /// Why the property says nothing of any outcome of a mechanism with this setting, whatever the instance; `None` where
    /// it depends on the instance.
    fn never(&self, _setting: M::Setting) -> Option<&'static str> {
        None
    }

    /// Whether the property compares the outcome with another run, or with another mechanism's outcome, so that an allocation
    /// that no mechanism made cannot be judged by it.
    fn looks_beyond(&self) -> bool {
        false
    }

    /// What a margin is compared with, where the mechanism's numbers are rounded and its slack is relative.
    fn scale(&self, run: &Run<'_, M>) -> Rational {
        M::scale(run.instance)
    }

    /// The margin of the inequality that the witness claims, in exact arithmetic and straight line. `second` is the outcome on the
    /// other instance that the witness speaks of, if it speaks of one; the caller has accepted it as one of the mechanism.
    ///
    /// # Errors
    /// Why the witness proves nothing.
    fn confirm(
        &self,
        run: &Run<'_, M>,
        witness: &Witness<M>,
        second: Option<&M::Outcome<Rational>>,
    ) -> Result<Margin, Rejected>;

    /// How much of the outcome the witness speaks of. A violation stands for every outcome that the
    /// mechanism's specification allows when it settles that much. What agents get in all is `Utilities`; anything else
    /// about who has what, where, is `Outcome`.
    fn reads(&self, run: &Run<'_, M>, witness: &Witness<M>) -> Settles;

    /// The violation in words, for a reader who has the instance and the outcome before the eyes; empty for a witness that does
    /// not fit.
    fn tell(&self, run: &Run<'_, M>, witness: &Witness<M>, second: Option<&M::Outcome<Rational>>) -> String;
}
