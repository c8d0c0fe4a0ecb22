//! Measures: exact ratios of a run, to be driven to their worst.
//!
//! Adding one is a file, a `mod` line and a table line in its model's folder, and its page `measures/<id>.md`.

mod arrivals;
mod cluster;
mod covering;

pub use arrivals::ARRIVALS;
pub use cluster::CLUSTER;
pub use covering::COVERING;

use std::fmt::Debug;

use crate::linear::{Halt, Patience};
use crate::model::Model;
use crate::model::refusal::Refusal;
use crate::pages;
use crate::property::evidence::Run;
use crate::scalar::Rational;

/// Which values of a measure are worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worse {
    /// Smaller ones.
    Smaller,
    /// Larger ones.
    Larger,
}

/// A ratio of a mechanism's outcome on an instance.
pub trait Measure<M: Model>: Debug + Sync {
    /// The id: the page's file stem.
    fn id(&self) -> &'static str;

    /// The page that defines it (Markdown, with a TOML block at its head): that of its id in the folder `measures`.
    fn page(&self) -> &'static str {
        pages::of("measures", self.id())
    }

    /// Which values are worse.
    fn worse(&self) -> Worse;

    /// The exact value on a run with a feasible outcome; `None` where the ratio has no meaning.
    ///
    /// # Errors
    /// The value is not found, or the search for it was cut short.
    fn value(&self, run: &Run<'_, M>, patience: &Patience) -> Result<Option<Rational>, Halt<Refusal>>;
}

impl Worse {
    /// Whether `a` is strictly worse than `b`.
    pub fn is_worse(self, a: &Rational, b: &Rational) -> bool {
        match self {
            Worse::Smaller => a < b,
            Worse::Larger => a > b,
        }
    }
}
