//! Failures of a program to answer.

use std::borrow::Cow;
use std::time::Duration;

use crate::linear::Halt;

/// What a program replied, or its failure, or work that was cut short.
pub type Replied<T> = Result<T, Halt<Failure>>;

/// Reasons why a program gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The program cannot be started.
    #[error("cannot be started: {0}")]
    Start(String),
    /// The program ended; holds its exit status and the last line of its standard error.
    #[error("ended instead of answering ({0})")]
    Ended(String),
    /// The program did not answer within this time.
    #[error("did not answer within {0:?}")]
    Late(Duration),
    /// The line of the program is longer than this number of bytes.
    #[error("floods: more than {0} bytes without an end of line")]
    Flood(usize),
    /// The program wrote a line without a question, or more than one line for a question.
    #[error("says more than it was asked: one line is one answer, and this came besides: {0}")]
    Unasked(String),
    /// The line of the program is not an answer to the question.
    #[error("gives an answer that cannot be read: {0}")]
    Malformed(String),
    /// The program gives two answers to one question.
    #[error("is not a function, {}: {one} and {other}", DIFFERS)]
    Differs {
        /// The first answer, shortened.
        one: String,
        /// The other answer, shortened.
        other: String,
    },
    /// The program failed this many times in a row, and is not asked again.
    #[error("was given up after {0} failures in a row")]
    GivenUp(u32),
    /// The question cannot be put to the program.
    #[error("cannot be asked: {0}")]
    Unaskable(String),
    /// The function of a host language raised an exception.
    #[error("raised {name}{}{message}", if .message.is_empty() { "" } else { ": " })]
    Raised {
        /// The type of the exception.
        name: String,
        /// The message of the exception.
        message: String,
    },
}

/// The kind of the failure of a program that is no function.
const DIFFERS: &str = "another answer to the same question";

impl From<Failure> for Halt<Failure> {
    fn from(failure: Failure) -> Self {
        Halt::Failed(failure)
    }
}

impl Failure {
    /// The failure as the reason why nothing is decided.
    pub fn reason(&self) -> String {
        match self {
            Failure::Differs { one, other } => format!("{DIFFERS}: {one} and {other}"),
            other => format!("the program {other}"),
        }
    }

    /// The kind of failure in a few words, for counting.
    pub fn kind(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Failure::Start(_) => "cannot be started",
            Failure::Ended(_) => "ended instead of answering",
            Failure::Late(_) => "no answer in time",
            Failure::Flood(_) => "a line without end",
            Failure::Unasked(_) => "more than was asked",
            Failure::Malformed(_) => "an answer that cannot be read",
            Failure::Differs { .. } => DIFFERS,
            Failure::GivenUp(_) => "not asked any more",
            Failure::Unaskable(_) => "numbers that it cannot be asked",
            Failure::Raised { name, .. } => return Cow::Owned(format!("raised {name}")),
        })
    }
}

/// The beginning of a program's text, safe to print.
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
