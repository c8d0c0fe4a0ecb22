//! Evidence of the engine: verdicts on runs, beside the runs and witnesses of the kernel.
//!
//! A verdict other than `Holds` carries the value that explains it. `Holds` applies to one run only.

pub use fairwitness_kernel::property::evidence::*;

use std::borrow::Cow;

use crate::linear::Patience;
use crate::mechanism::{Mechanism, Sought};
use crate::model::{Instance, Model};

/// Runs the mechanism on the instance.
///
/// # Errors
/// The refusal of the mechanism, or that the work was cut short.
pub fn run_of<'a, M: Model>(
    mechanism: &'a dyn Mechanism<M>,
    instance: &'a Instance<M>,
    patience: &Patience,
) -> Sought<Run<'a, M>> {
    let outcome = mechanism.allocate(instance, patience)?;
    Ok(Run { mechanism: mechanism.specification(), instance, outcome })
}

/// The verdict of a property on one run.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict<M: Model> {
    /// The property holds for this run.
    Holds,
    /// The property is violated, as the witness proves.
    Violated(Witness<M>),
    /// The property is not defined for this instance, for this reason.
    OutOfScope(Cow<'static, str>),
    /// No violation was found, and none was ruled out.
    Undecided(Open),
}

impl<M: Model> Verdict<M> {
    /// The verdict where nothing was decided, for this reason.
    pub fn undecided(reason: impl Into<String>) -> Self {
        Verdict::Undecided(Open { reason: reason.into(), trials: 0 })
    }

    /// The verdict after `trials` attempts at a violation, such as false reports, of which each was decided and none
    /// succeeded; the attempts in words.
    pub fn tried(trials: usize, reason: String) -> Self {
        Verdict::Undecided(Open { reason, trials: trials as u64 })
    }
}

/// An open answer: its reason, and what was decided nevertheless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// Reason in words.
    pub reason: String,
    /// Number of attempts at a violation that were decided and did not succeed.
    pub trials: u64,
}

impl From<String> for Open {
    fn from(reason: String) -> Self {
        Open { reason, trials: 0 }
    }
}

impl std::fmt::Display for Open {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)
    }
}

/// The result of a screen that clears an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cleared {
    /// The exact judgement would be that the property holds.
    Holds,
    /// The exact judgement would find no violation in this many attempts, and prove nothing.
    Tried(u64),
}

impl Cleared {
    /// [`Cleared::Holds`] if `shown`, otherwise `None`.
    pub fn holds(shown: bool) -> Option<Cleared> {
        shown.then_some(Cleared::Holds)
    }
}
