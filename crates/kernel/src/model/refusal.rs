//! Refusals and rejections: why a mechanism hands out nothing, and why a piece of evidence is not accepted.

use crate::scalar::Rational;

/// Why a mechanism hands out nothing. Counted, never hidden.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The instance is outside the mechanism's domain.
    #[error("{0}")]
    OutOfDomain(String),
    /// Proved: no allocation meets the specification.
    #[error("{0}")]
    NoOutcome(String),
    /// The algorithm does not end: it cycles, or ran into a limit.
    #[error("{0}")]
    Endless(String),
    /// The allocation is known between bounds, and its numbers are irrational.
    #[error("{0}")]
    Irrational(String),
    /// No certified allocation was found, and none was excluded.
    #[error("{0}")]
    Undecided(String),
    /// The mechanism is a program outside, and it failed to answer: it died, hung, or said what cannot be read.
    #[error("{0}")]
    Failed(String),
}

/// Why a witness, an outcome or a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// The outcome cannot be carried out: what is broken, and by how much.
    #[error("{what} (by {by})")]
    Infeasible {
        /// What is broken.
        what: String,
        /// By how much.
        by: Rational,
    },
    /// The witness is of a kind that the property does not take.
    #[error("a witness of this kind does not fit the property")]
    Kind,
    /// The inequality does not come out as a violation.
    #[error("no violation: the margin is {0}")]
    NoViolation(Rational),
    /// The property says nothing about the instance.
    #[error("out of scope: {0}")]
    OutOfScope(&'static str),
    /// The mechanism refuses an instance that the witness needs.
    #[error("the mechanism refuses: {0}")]
    Refused(#[from] Refusal),
    /// The certificate does not check.
    #[error("the certificate does not check: {0}")]
    Certificate(String),
    /// The witness compares two runs, and the second was not handed in.
    #[error("the second run is missing")]
    SecondMissing,
    /// An alternative is not what the property asks for.
    #[error("the witness does not fit: {0}")]
    Misfit(String),
}
