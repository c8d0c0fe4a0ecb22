//! Programs in reports: the questions to a program outside, and its failures.

use std::borrow::Cow;

use serde::Serialize;

#[cfg(feature = "programs")]
use crate::mechanism::outside::Program;
use crate::scalar::Rational;

/// A verdict on an external program: its meaning, and the program's behaviour.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfProgram {
    /// The outcomes for which the verdict stands, in words.
    pub stands: &'static str,
    /// Tolerance for margins, relative to the amounts compared: a smaller margin may be a rounding error.
    pub slack: Option<Rational>,
    /// Behaviour of the program; `None` for a function call.
    pub program: Option<Behaviour>,
}

/// Behaviour of an external program during a search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Behaviour {
    /// Command that starts the program.
    pub command: String,
    /// Number of instances sent to the program.
    pub asked: u64,
    /// Failures of the program, by kind.
    pub failures: Vec<Failures>,
    /// `true` if the program failed too often and was not asked again.
    pub given_up: bool,
}

#[cfg(feature = "programs")]
impl Behaviour {
    /// Returns the number of questions to a program so far, and its failures.
    pub fn of(program: &Program) -> Self {
        let tally = program.tally();
        let failures =
            tally.failures.into_iter().map(|(kind, count, first)| Failures { kind, count, first }).collect();
        Behaviour {
            command: program.command().to_string(),
            asked: tally.asked,
            failures,
            given_up: tally.given_up,
        }
    }
}

/// Failures of one kind, counted.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Failures {
    /// Kind of the failure, such as a timeout.
    pub kind: Cow<'static, str>,
    /// Number of failures of this kind.
    pub count: u64,
    /// Text of the first failure of this kind.
    pub first: String,
}
