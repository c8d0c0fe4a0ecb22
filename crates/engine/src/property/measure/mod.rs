//! Measures: exact ratios of a run, whose worst values are searched for.
//!
//! A new measure is a file, a `mod` line and a table line in the folder of its model, and a page
//! `properties/measures/<id>.md`.

mod arrivals;
mod cluster;
mod cohort;
mod covering;

pub use arrivals::ARRIVALS;
pub use cluster::CLUSTER;
pub use cohort::COHORT;
pub use covering::COVERING;

use std::fmt::Debug;

use crate::linear::{Halt, Patience};
use crate::mechanism::{Mechanism, Settles, Sought};
use crate::model::{Instance, Model};
use crate::pages;
use crate::property::Run;
use crate::scalar::Rational;

/// The direction in which values of a measure get worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worse {
    /// Smaller values are worse for the mechanism.
    Smaller,
    /// Larger values are worse for the mechanism.
    Larger,
}

/// An exact ratio of a mechanism's outcome on an instance.
pub trait Measure<M: Model>: Debug + Send + Sync {
    /// The id, which is the stem of the page's file name.
    fn id(&self) -> &'static str;

    /// The page that defines the measure (Markdown, with a TOML block at its head), from the folder
    /// `measures`.
    fn page(&self) -> &str {
        pages::of("measures", self.id())
    }

    /// Returns `true` if the measure is defined on instances with the optional feature that scopes call `word`.
    fn takes(&self, _word: &str) -> bool {
        true
    }

    /// The most that the value reads of an outcome; `None` if it may depend on the names of agents.
    fn reads(&self) -> Option<Settles> {
        Some(Settles::Utilities)
    }

    /// The direction in which values get worse.
    fn worse(&self) -> Worse;

    /// The exact value on a run with a feasible outcome; `None` if the ratio is not defined.
    ///
    /// # Errors
    /// No value was found, or the search was cut short.
    fn value(&self, run: &Run<'_, M>, patience: &Patience) -> Valued;

    /// Succeeds if the value on the run is given again, by a measure outside in fresh processes.
    ///
    /// # Errors
    /// The reason why it is not, or that the wait was cut short.
    fn steady(&self, _run: &Run<'_, M>, _patience: &Patience) -> Result<(), Halt<String>> {
        Ok(())
    }

    /// The value under `mechanism` in floats, or a value no worse that is easier to climb. It steers a search
    /// and decides nothing; `None` if floats do not tell.
    fn estimate(&self, _mechanism: &dyn Mechanism<M>, _instance: &Instance<M>) -> Option<f64> {
        None
    }
}

/// The exact value of a measure on a run, as [`Measure::value`] returns it.
pub type Valued = Sought<Option<Rational>>;

/// A measure that is a function of the run.
#[derive(Debug)]
struct Ratio<M: Model> {
    id: &'static str,
    worse: Worse,
    reads: Settles,
    value: fn(&Run<'_, M>, &Patience) -> Valued,
}

impl<M: Model> Measure<M> for Ratio<M> {
    fn id(&self) -> &'static str {
        self.id
    }

    fn reads(&self) -> Option<Settles> {
        Some(self.reads)
    }

    fn worse(&self) -> Worse {
        self.worse
    }

    fn value(&self, run: &Run<'_, M>, patience: &Patience) -> Valued {
        (self.value)(run, patience)
    }
}

impl Worse {
    /// Returns `true` if `a` is strictly worse than `b`.
    pub fn is_worse(self, a: &Rational, b: &Rational) -> bool {
        match self {
            Worse::Smaller => a < b,
            Worse::Larger => a > b,
        }
    }
}
