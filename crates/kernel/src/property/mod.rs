//! Properties: one definition per id, each with a straight-line check of its witness.

pub mod arrivals;
pub mod cluster;
pub mod cohort;
pub mod comparison;
pub mod covering;
pub mod evidence;
pub mod feasible;
pub mod formula;

pub use arrivals::ARRIVALS;
pub use cluster::CLUSTER;
pub use cohort::COHORT;
pub use comparison::{Both, Compared, Comparison};
pub use covering::COVERING;
pub use evidence::{Confirmed, Margin, Run, Witness, infeasible, positive};
pub use formula::{
    Agent, Amounts, Case, Claim, Formula, Known, Owed, PART, Pair, Sides, Stated, Yard, largest,
};

use std::fmt::Debug;

use crate::model::{Instance, Model, Outcome, Quotas};
use crate::scalar::Rational;
use crate::specification::{Settles, Specification};

/// The facts of a property that depend on no run.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// `true` if infeasible outcomes are judged too. All other properties leave infeasible outcomes to `feasible`.
    pub judges_infeasible: bool,
    /// `true` if endless runs are judged, in a state that the witness names. Other properties have no outcome to judge
    /// there.
    pub judges_endless: bool,
    /// `true` if the outcome is compared with a second run, or with another mechanism's outcome. Such a property cannot
    /// judge an allocation that no mechanism made.
    pub looks_beyond: bool,
    /// `true` if the property speaks of tasks alone, and so of teams with several shapes of tasks too.
    pub speaks_of_tasks: bool,
    /// The quotas of queues with which the property is defined.
    pub quotas: Quotas,
    /// The id of the mechanism with whose outcome on one and the same instance the property compares.
    pub compared_with: Option<&'static str>,
    /// An agent in relation to its due, in one word, where a picture can draw the amount due: `entitled`.
    pub level: Option<&'static str>,
    /// `true` if the property is about envy: one agent would rather have the bundle of another.
    pub envy: bool,
    /// `true` if the judgement of one instance takes so long that instances near that of a record are not judged for its
    /// page.
    pub searches_long: bool,
    /// The most that a witness reads of an outcome; `None` if the verdict may depend on the names of agents.
    pub reads: Option<Settles>,
    /// The gains of two agents who lie together, in a clause below the picture of a violation; else empty.
    pub gains: &'static str,
}

impl Facts {
    /// The facts of a property of one run with a feasible outcome, without floors and caps.
    pub const NONE: Self = Facts {
        judges_infeasible: false,
        judges_endless: false,
        looks_beyond: false,
        speaks_of_tasks: false,
        quotas: Quotas::None,
        compared_with: None,
        level: None,
        envy: false,
        searches_long: false,
        reads: Some(Settles::Outcome),
        gains: "",
    };
}

/// A property of a mechanism's outcome on an instance.
pub trait Property<M: Model>: Debug + Send + Sync {
    /// The id on the command line and in records, such as `si`.
    fn id(&self) -> &'static str;

    /// The facts that depend on no run.
    fn facts(&self) -> Facts {
        Facts::NONE
    }

    /// The reason why the property is never defined for an outcome of `mechanism` on any instance; `None` if the
    /// answer depends on the instance.
    fn never_of(&self, mechanism: &dyn Specification<M>) -> Option<&'static str> {
        self.never(mechanism.setting())
    }

    /// The reason why the property is never defined, on any instance, for an outcome of a mechanism with this
    /// setting; `None` if the answer depends on the instance.
    fn never(&self, _setting: M::Setting) -> Option<&'static str> {
        None
    }

    /// The reason why the property is not defined for the instance under any mechanism; `None` if it is.
    fn beyond(&self, instance: &Instance<M>) -> Option<String> {
        let facts = self.facts();
        let why = if facts.speaks_of_tasks { None } else { M::beyond(instance) };
        let why = why.or_else(|| M::unread(instance, facts.quotas));
        why.map(|why| format!("`{}` {why}", self.id()))
    }

    /// The amount that the relative slack is multiplied by, where the mechanism's numbers are rounded.
    fn scale(&self, run: &Run<'_, M>) -> Rational {
        M::scale(run.instance)
    }

    /// The margin of the inequality that the witness claims, in exact straight-line arithmetic. `second` is
    /// the outcome on the second instance, if the witness names one; the caller has accepted that outcome as
    /// the mechanism's.
    ///
    /// # Errors
    /// The reason why the witness proves nothing.
    fn confirm(&self, run: &Run<'_, M>, witness: &Witness<M>, _: Option<&Outcome<M>>) -> Confirmed;

    /// The part of the outcome that the witness reads: `Utilities` if it reads the totals of agents only,
    /// otherwise `Outcome`. A violation stands for every outcome of the specification if the specification
    /// settles at least that part.
    fn reads(&self, _run: &Run<'_, M>, _witness: &Witness<M>) -> Settles {
        Settles::Outcome
    }

    /// The violation in a sentence, for a reader who sees the instance and the outcome; empty for a witness
    /// of the wrong kind.
    fn tell(&self, run: &Run<'_, M>, witness: &Witness<M>, second: Option<&Outcome<M>>) -> String;
}
