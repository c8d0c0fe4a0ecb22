//! The end of work without a result: a cut, or a failure of the work's own, for the errors of the kernel.

use std::fmt;

use fairwitness_kernel::document::InputError;
use fairwitness_kernel::model::refusal::{Refusal, Rejected};
use fairwitness_kernel::replay::ReplayError;

use super::Cut;
use super::leximin::LeximinError;

/// Reasons why work has no result: it was cut short, or it failed for a reason of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt<E> {
    /// The work was cut short, so nothing is known.
    Cut,
    /// The work ran to its end and failed, for this reason.
    Failed(E),
}

impl<E> Halt<E> {
    /// The halt with `reason` applied to the reason of a failure.
    pub fn map<F>(self, reason: impl FnOnce(E) -> F) -> Halt<F> {
        match self {
            Halt::Cut => Halt::Cut,
            Halt::Failed(error) => Halt::Failed(reason(error)),
        }
    }
}

impl<E> From<Cut> for Halt<E> {
    fn from(_: Cut) -> Self {
        Halt::Cut
    }
}

/// Lets `?` turn each error into a halt whose reason is that error, or is made from it.
macro_rules! reasons {
    ($($error:ty => $reason:ty),* $(,)?) => { $(
        impl From<$error> for Halt<$reason> {
            fn from(error: $error) -> Self {
                Halt::Failed(error.into())
            }
        }
    )* };
}

reasons! {
    String => String,
    LeximinError => LeximinError,
    Refusal => Refusal,
    Rejected => Rejected,
    Refusal => Rejected,
    InputError => InputError,
    ReplayError => ReplayError,
    InputError => ReplayError,
}

impl From<Halt<Refusal>> for Halt<Rejected> {
    fn from(halt: Halt<Refusal>) -> Self {
        halt.map(Rejected::from)
    }
}

impl From<Halt<Refusal>> for Halt<ReplayError> {
    fn from(halt: Halt<Refusal>) -> Self {
        halt.map(ReplayError::from)
    }
}

impl Halt<InputError> {
    /// Converts to an error, for callers that do not distinguish a cut.
    pub fn error(self) -> InputError {
        match self {
            Halt::Failed(error) => error,
            Halt::Cut => {
                InputError { file: "instance".to_string(), field: String::new(), reason: Cut.to_string() }
            }
        }
    }
}

impl<E: fmt::Display> fmt::Display for Halt<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Cut => Cut.fmt(f),
            Halt::Failed(error) => error.fmt(f),
        }
    }
}

impl<E: std::error::Error> std::error::Error for Halt<E> {}

/// Splits results of work that may be cut short: `?` passes on the cut, and the work's own result remains.
pub trait Uncut<T, E> {
    /// The work's own result.
    ///
    /// # Errors
    /// The work was cut short.
    fn uncut(self) -> Result<Result<T, E>, Cut>;
}

impl<T, E> Uncut<T, E> for Result<T, Halt<E>> {
    fn uncut(self) -> Result<Result<T, E>, Cut> {
        match self {
            Ok(done) => Ok(Ok(done)),
            Err(Halt::Failed(error)) => Ok(Err(error)),
            Err(Halt::Cut) => Err(Cut),
        }
    }
}
