//! Programs in reports: the questions to a program outside, and its failures.

use std::borrow::Cow;

use serde::Serialize;

#[cfg(feature = "programs")]
use crate::mechanism::outside::Program;
use crate::scalar::Rational;

/// What a verdict on a program outside says besides.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfProgram {
    /// What the verdict stands for.
    pub stands: &'static str,
    /// Up to where margins count for nothing, relative to their scale.
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::shape::Exact>"))]
    pub slack: Option<Rational>,
    /// How the program behaved.
    pub program: Option<Behaviour>,
}

/// How a program outside behaved.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Behaviour {
    /// Its command.
    pub command: String,
    /// Instances it was asked about.
    pub asked: u64,
    /// How it failed, by kind.
    pub failures: Vec<Failures>,
    /// Whether it was given up.
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

/// Failures of one kind.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Failures {
    /// The kind.
    pub kind: Cow<'static, str>,
    /// How many.
    pub count: u64,
    /// The first in words.
    pub first: String,
}
