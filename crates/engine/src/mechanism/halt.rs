//! Conversions of refusals and rejections into the halts of work that may be cut short.

use crate::linear::Halt;
use crate::model::refusal::{Refusal, Rejected};

impl From<Refusal> for Halt<Refusal> {
    fn from(refusal: Refusal) -> Self {
        Halt::Failed(refusal)
    }
}

impl From<Rejected> for Halt<Rejected> {
    fn from(rejected: Rejected) -> Self {
        Halt::Failed(rejected)
    }
}

impl From<Refusal> for Halt<Rejected> {
    fn from(refusal: Refusal) -> Self {
        Halt::Failed(refusal.into())
    }
}

impl From<Halt<Refusal>> for Halt<Rejected> {
    fn from(halt: Halt<Refusal>) -> Self {
        halt.map(Rejected::from)
    }
}
