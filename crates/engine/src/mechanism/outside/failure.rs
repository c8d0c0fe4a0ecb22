//! Failures: how a program comes to give no answer.

use std::borrow::Cow;
use std::time::Duration;

use crate::linear::Halt;

/// Why there is no answer of a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It cannot be started.
    #[error("cannot be started: {0}")]
    Start(String),
    /// It ended, with its exit status and the last line that it complained with.
    #[error("ended instead of answering ({0})")]
    Ended(String),
    /// It did not answer in time.
    #[error("did not answer within {0:?}")]
    Late(Duration),
    /// Its line has no end.
    #[error("floods: more than {0} bytes without an end of line")]
    Flood(usize),
    /// It says something although nothing was asked, or more than one line.
    #[error("says more than it was asked: one line is one answer, and this came besides: {0}")]
    Unasked(String),
    /// Its line is not an answer to what was asked.
    #[error("gives an answer that cannot be read: {0}")]
    Malformed(String),
    /// It answers the same question in two ways.
    #[error("is not a function: it answers the same question differently")]
    Differs,
    /// It failed too often in a row, and is not asked any more.
    #[error("was given up after {0} failures in a row")]
    GivenUp(u32),
    /// The question cannot be put to it.
    #[error("cannot be asked: {0}")]
    Unaskable(String),
    /// It raised an exception, of that type and with that message; so fail functions of a host language.
    #[error("raised {name}{}{message}", if .message.is_empty() { "" } else { ": " })]
    Raised {
        /// Its type.
        name: String,
        /// What it says.
        message: String,
    },
}

impl From<Failure> for Halt<Failure> {
    fn from(failure: Failure) -> Self {
        Halt::Failed(failure)
    }
}

impl Failure {
    /// The kind in a few words, to count by.
    pub fn kind(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Failure::Start(_) => "cannot be started",
            Failure::Ended(_) => "ended instead of answering",
            Failure::Late(_) => "no answer in time",
            Failure::Flood(_) => "a line without end",
            Failure::Unasked(_) => "more than was asked",
            Failure::Malformed(_) => "an answer that cannot be read",
            Failure::Differs => "another answer to the same question",
            Failure::GivenUp(_) => "not asked any more",
            Failure::Unaskable(_) => "numbers that it cannot be asked",
            Failure::Raised { name, .. } => return Cow::Owned(format!("raised {name}")),
        })
    }
}

/// The beginning of what a program said, fit to be printed.
pub(super) fn excerpt(text: &str) -> String {
    const MOST: usize = 120;
    let clean: String =
        text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).take(MOST + 1).collect();
    if clean.chars().count() > MOST {
        format!("`{}..`", clean.chars().take(MOST).collect::<String>())
    } else {
        format!("`{clean}`")
    }
}
