//! Properties examined: for each definition of the kernel, a search for violations of a run.
//!
//! A new property is a file and a table line in the folder of its model, here and in the kernel, and a page
//! `properties/<model>/<id>.md`.

mod arrivals;
mod cluster;
mod cohort;
mod compared;
mod covering;
pub mod evidence;
pub mod judge;
pub mod measure;
#[cfg(feature = "programs")]
pub mod outside;
mod screen;
mod stated;

pub use arrivals::ARRIVALS;
pub use cluster::CLUSTER;
pub use cohort::{COHORT, StateRun, run_in_turn};
pub use covering::COVERING;
pub use evidence::{Cleared, Confirmed, Margin, Open, Run, Verdict, Witness, positive};
pub use fairwitness_kernel::property::{
    Amounts, Both, Case, Claim, Compared, Comparison, Facts, Formula, Known, Property, Sides, Stated, Yard,
    largest,
};
pub use screen::Look;

use crate::instances::Scope;
use crate::linear::{Patience, Timely};
use crate::mechanism::{Enclosed, Mechanism};
use crate::model::{Instance, Model, Outcome, Refusal};
use crate::pages;
use crate::scalar::{Rational, Scalar};
use crate::trace::Line;
use compared::{Beside, FEW, Most, Others, Seek, kept};

/// The unit of a margin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Tasks of one user, or of all together.
    Tasks,
    /// Something else, in words that follow the number.
    Of(String),
}

impl Unit {
    /// Words that follow the number.
    pub fn of(words: &str) -> Unit {
        Unit::Of(words.to_string())
    }

    /// The margin with its unit: `1 task`, `2/3 of a task`, `1/6 of all memory`.
    pub fn say(&self, margin: &Rational) -> String {
        match self {
            Unit::Tasks if *margin == Rational::one() => "1 task".to_string(),
            Unit::Tasks if margin.is_positive() && *margin < Rational::one() => format!("{margin} of a task"),
            Unit::Tasks => format!("{margin} tasks"),
            Unit::Of(words) if words.is_empty() => margin.to_string(),
            Unit::Of(words) => format!("{margin} {words}"),
        }
    }
}

/// A state of an endless run, and the witness that the run is endless.
pub type Endless<M> = (<M as Model>::Outcome<Rational>, Witness<M>);

/// What is known of the outcome on an instance.
#[derive(Debug)]
pub enum Outline<'a, M: Model> {
    /// Bounds on the amount of every agent.
    Bounds(&'a Enclosed),
    /// The outcome.
    Outcome(&'a Outcome<M>),
}

/// The property of all outcomes between bounds on the amounts of all agents.
#[derive(Debug)]
pub enum Between<M: Model> {
    /// The property holds for all of them.
    Holds,
    /// All of them violate the property, by at least the margin; with the violation in words.
    Violated(Witness<M>, Rational, String),
    /// The bounds do not decide.
    Open,
}

/// The verdict of `feasible`: the outcome can be carried out, or the witness is the outcome.
fn carried_out<M: Model>(run: &Run<'_, M>) -> Verdict<M> {
    match fairwitness_kernel::property::feasible::carried_out(run) {
        Ok(()) => Verdict::Holds,
        Err(_) => Verdict::Violated(Witness::Outcome),
    }
}

/// A run to be examined, with the mechanism that made it, which may be run again, within limits.
#[derive(Debug)]
pub struct Hearing<'a, M: Model> {
    /// The mechanism of the run.
    pub mechanism: &'a dyn Mechanism<M>,
    /// The run.
    pub run: &'a Run<'a, M>,
    /// The limits on the work.
    pub patience: &'a Patience,
}

impl<'a, M: Model> Hearing<'a, M> {
    /// The question about a run.
    pub fn of(mechanism: &'a dyn Mechanism<M>, run: &'a Run<'a, M>, patience: &'a Patience) -> Self {
        Hearing { mechanism, run, patience }
    }
}

/// The verdict on a run; the work may be cut short, so that nothing is known.
pub type Examined<M> = Timely<Verdict<M>>;

/// A property, with the search for violations of a run.
pub trait Examine<M: Model>: Property<M> {
    /// The page that defines the property (Markdown, with a TOML block at its head), from the folder of the
    /// model's properties.
    fn page(&self) -> &str {
        pages::of(M::ID, self.id())
    }

    /// The unit of the margin of a violation.
    fn unit(&self, _run: &Run<'_, M>, _witness: &Witness<M>) -> Unit {
        if M::IN_TASKS { Unit::Tasks } else { Unit::Of(String::new()) }
    }

    /// The margin of a violation line by line, with one operation per line, for readers; empty if the sentence of
    /// the violation contains all steps. `second` is the outcome on the other instance that the witness names, if it
    /// names one.
    fn lines(&self, _: &Run<'_, M>, _: &Witness<M>, _: Option<&Outcome<M>>) -> Vec<Line> {
        Vec::new()
    }

    /// Returns `true` if the judgement solves an exact programme over all outcomes.
    fn solves(&self, _setting: M::Setting) -> bool {
        false
    }

    /// The command or the function that is the property, for a property outside.
    fn command(&self) -> Option<&str> {
        None
    }

    /// Two answers of a property outside to one question, if it gave them, as the reason why nothing is decided.
    fn differs(&self) -> Option<String> {
        None
    }

    /// Returns `true` if the property is about instances with the optional feature that scopes call `word`.
    fn takes(&self, _word: &str) -> bool {
        true
    }

    /// The lean of a run: a number that grows towards a violation. It steers a search and decides nothing.
    fn lean(&self, _run: &Run<'_, M>) -> Option<f64> {
        None
    }

    /// Instances of a scope from a family that violates the property more often than random instances do.
    /// They are judged after the instances on record.
    fn suspects(&self, _scope: Scope, _seed: u64) -> Vec<Instance<M>> {
        Vec::new()
    }

    /// The lean of an instance that the mechanism refuses, for a property that judges endless runs.
    fn lean_of_refusal(&self, _refusal: &Refusal) -> Option<f64> {
        None
    }

    /// The judgement of the instance, if a screen in machine words shows that it is no violation. `None` if
    /// only the exact judgement can decide, or the screen was cut short.
    fn clears(&self, _look: &mut Look<'_, M>) -> Option<Cleared> {
        None
    }

    /// A state of an endless run, with the witness that the run is endless, for a property that judges such
    /// runs. `None` if the run is not shown to be endless. It may search, and is not trusted.
    ///
    /// # Errors
    /// The work was cut short, so nothing is known.
    fn endless(
        &self,
        _mechanism: &dyn Mechanism<M>,
        _instance: &Instance<M>,
        _patience: &Patience,
    ) -> Timely<Option<Endless<M>>> {
        Ok(None)
    }

    /// The property of all outcomes that agree with what is known.
    ///
    /// # Errors
    /// The work was cut short, so nothing is known.
    fn between(
        &self,
        _mechanism: &dyn Mechanism<M>,
        _instance: &Instance<M>,
        _known: Outline<'_, M>,
        _patience: &Patience,
    ) -> Timely<Between<M>> {
        Ok(Between::Open)
    }

    /// Judges a run with a feasible outcome. It may search, solve, enumerate and run the mechanism again, and
    /// is not trusted.
    ///
    /// # Errors
    /// The work was cut short, so nothing is known.
    fn examine(&self, hearing: &Hearing<'_, M>) -> Examined<M>;
}
