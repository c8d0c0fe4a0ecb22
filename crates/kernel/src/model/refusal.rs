//! Refusals and rejections: why a mechanism allocates nothing, and why a piece of evidence is not accepted.

use crate::scalar::Rational;

/// Accepts a certificate where `holds` is `true`, and rejects it for `reason` otherwise.
///
/// # Errors
/// The rejection.
pub fn certain(holds: bool, reason: impl Into<String>) -> Checked {
    if holds { Ok(()) } else { uncertified(reason) }
}

/// Rejects a certificate for `reason`.
///
/// # Errors
/// Always: the rejection.
pub fn uncertified<T>(reason: impl Into<String>) -> Checked<T> {
    Err(Rejected::Certificate(reason.into()))
}

/// Reasons why a mechanism allocates nothing. Refusals are counted and always reported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The instance is outside the mechanism's domain.
    #[error("{0}")]
    OutOfDomain(String),
    /// No allocation meets the specification; that is proved.
    #[error("{0}")]
    NoOutcome(String),
    /// The algorithm does not end: it cycles, or reaches a limit.
    #[error("{0}")]
    Endless(String),
    /// The allocation is known by bounds only, because its numbers are irrational or too many to compute.
    #[error("{0}")]
    Enclosed(String),
    /// No certified allocation was found, and none was ruled out.
    #[error("{0}")]
    Undecided(String),
    /// The mechanism is a program outside that gave no answer: it died, hung, or wrote an answer that cannot
    /// be read.
    #[error("{0}")]
    Failed(String),
}

/// The result of a check: what it found, or why the certificate or the outcome is rejected.
pub type Checked<T = ()> = Result<T, Rejected>;

/// Reasons why a witness, an outcome or a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// The outcome cannot be carried out.
    #[error("{what} (by {by})")]
    Infeasible {
        /// The constraint that is violated.
        what: String,
        /// The amount by which the constraint is violated.
        by: Rational,
    },
    /// The property accepts no witness of this kind.
    #[error("a witness of this kind does not fit the property")]
    Kind,
    /// The inequality of the witness is no violation; holds its margin, which is zero or negative.
    #[error("no violation: the margin is {0}")]
    NoViolation(Rational),
    /// The property is not defined for the run.
    #[error("out of scope: {0}")]
    OutOfScope(&'static str),
    /// The mechanism refuses an instance that the witness needs.
    #[error("the mechanism refuses: {0}")]
    Refused(#[from] Refusal),
    /// The certificate is not accepted.
    #[error("the certificate does not check: {0}")]
    Certificate(String),
    /// The witness compares two runs, and the second one is missing.
    #[error("the second run is missing")]
    SecondMissing,
    /// A part of the witness is not of the form that the property requires.
    #[error("the witness does not fit: {0}")]
    Misfit(String),
}
