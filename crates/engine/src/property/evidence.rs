//! Evidence of the finding side: verdicts on runs, beside the runs and witnesses of the kernel.
//!
//! A verdict other than `Holds` carries the value that explains it. `Holds` is said of one run only.

pub use fairwitness_kernel::property::evidence::*;

use crate::linear::{Halt, Patience};
use crate::mechanism::Mechanism;
use crate::model::Model;
use crate::model::refusal::Refusal;
use crate::scalar::Rational;

/// Runs the mechanism on the instance.
///
/// # Errors
/// It refuses, or was cut short.
pub fn run_of<'a, M: Model>(
    mechanism: &'a dyn Mechanism<M>,
    instance: &'a M::Instance<Rational>,
    patience: &Patience,
) -> Result<Run<'a, M>, Halt<Refusal>> {
    let outcome = mechanism.allocate(instance, patience)?;
    Ok(Run { mechanism: mechanism.specification(), instance, outcome })
}

/// The judgement of one run.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict<M: Model> {
    /// The property holds of this run.
    Holds,
    /// It does not, and the witness says why.
    Violated(Witness<M>),
    /// The property says nothing about this instance; the reason.
    OutOfScope(&'static str),
    /// Nothing was found, and that proves nothing; what was tried.
    Undecided(String),
}

/// What a look in machine words says of an instance that it lets go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cleared {
    /// The full judgement would be that the property holds.
    Holds,
    /// The full judgement would find nothing, and prove nothing.
    Undecided,
}

impl Cleared {
    /// That the property holds, if that is shown.
    pub fn holds(shown: bool) -> Option<Cleared> {
        shown.then_some(Cleared::Holds)
    }
}
