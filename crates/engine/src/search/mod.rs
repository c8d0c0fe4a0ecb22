//! Search: strategies propose, one driver judges, the first violation wins.
//!
//! A strategy only proposes, and learns how near its proposals came; judgement is elsewhere. Batches have a fixed size,
//! are judged in parallel and counted in order, so a seed gives the same answer on any number of threads.

mod anneal;
mod archive;
mod auto;
mod budget;
pub mod census;
mod climb;
mod exhaustive;
mod hunt;
mod mutate;
mod random;
pub mod separate;
mod walker;
mod watch;
pub mod worst;

pub use budget::{Budget, BudgetError};
pub use hunt::{Found, Target, hunt};
pub use walker::Ground;
pub use watch::Watch;

use crate::instances::{Instances, Scope};
use crate::linear::Stop;
use crate::model::Model;
use crate::scalar::Rational;

/// What a strategy has to go by.
pub struct Brief<'a, M: Model> {
    /// Where instances come from.
    pub instances: &'a Instances<M>,
    /// How large they may get.
    pub scope: Scope,
    /// The seed of random choices.
    pub seed: u64,
    /// The instances on record, the likeliest first.
    pub archive: &'a [M::Instance<Rational>],
}

impl<M: Model> std::fmt::Debug for Brief<'_, M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Brief").field("scope", &self.scope).field("seed", &self.seed).finish_non_exhaustive()
    }
}

/// A way to look for violations.
pub trait Strategy<M: Model>: Sync {
    /// The id.
    fn id(&self) -> &'static str;
    /// What it proposes, in one line.
    fn about(&self) -> &'static str;
    /// Begins a hunt.
    fn start(&self, brief: &Brief<'_, M>) -> Box<dyn Hunt<M>>;
}

/// A strategy at work.
pub trait Hunt<M: Model>: Send {
    /// The next candidates, about as many; none when there are no more.
    fn propose(&mut self, count: usize) -> Batch<M>;
    /// Whether it is of any use to be told how near proposals came; those of others are screened first.
    fn learns(&self) -> bool {
        true
    }
    /// How near a proposal came to a violation, in the order of proposals; draws are not told of.
    fn learn(&mut self, _instance: &M::Instance<Rational>, _lean: f64) {}
    /// An instance that did well elsewhere.
    fn adopt(&mut self, _instance: &M::Instance<Rational>, _lean: f64) {}
    /// Which strategy the last proposals are of, where several work together.
    fn source(&self) -> Option<&'static str> {
        None
    }
}

/// Candidates to judge.
pub enum Batch<M: Model> {
    /// These.
    Instances(Vec<M::Instance<Rational>>),
    /// Random draws by number: made where they are judged.
    Draws {
        /// The number of the first.
        first: u64,
        /// How many.
        count: usize,
    },
}

impl<M: Model> std::fmt::Debug for Batch<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Batch of {}", self.len())
    }
}

impl<M: Model> Batch<M> {
    /// How many candidates there are.
    pub fn len(&self) -> usize {
        match self {
            Batch::Instances(instances) => instances.len(),
            Batch::Draws { count, .. } => *count,
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn truncate(&mut self, most: usize) {
        match self {
            Batch::Instances(instances) => instances.truncate(most),
            Batch::Draws { count, .. } => *count = most.min(*count),
        }
    }
}

/// The strategies, by id.
pub fn strategies<M: Model>() -> [&'static dyn Strategy<M>; 7] {
    [
        &anneal::Anneal,
        &archive::Archive,
        &auto::Auto,
        &climb::Climb,
        &exhaustive::Exhaustive,
        &mutate::Mutate,
        &random::Random,
    ]
}

/// What ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// It found what it was looking for, or had nothing left to look at.
    #[default]
    Done,
    /// The budget of instances.
    Instances,
    /// The budget of time.
    Time,
    /// Somebody stopped it.
    Interrupted,
}

impl Ended {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Ended::Done => "done",
            Ended::Instances => "instances",
            Ended::Time => "time",
            Ended::Interrupted => "interrupted",
        }
    }
}

/// What a search looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(serde::Serialize)]
pub struct Searched {
    /// Instances looked at, the refused, undecided and screened ones included.
    pub instances: u64,
    /// Of these, found harmless by exact arithmetic in machine words, without a full judgement.
    pub screened: u64,
    /// Of these, refused by the mechanism.
    pub refused: u64,
    /// Of these, left undecided.
    pub undecided: u64,
    /// Of these, outside the property's scope.
    pub out_of_scope: u64,
    /// Whether every candidate there was has been judged.
    pub exhausted: bool,
    /// The seed of random choices.
    pub seed: u64,
    /// How large instances could get.
    pub scope: Option<Scope>,
    /// What ended it.
    pub ended: Ended,
}

impl Searched {
    /// Instances of which something was decided.
    pub fn decided(&self) -> u64 {
        self.instances.saturating_sub(self.refused + self.undecided + self.out_of_scope)
    }
}

/// A search in progress, for whoever shows it.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Which strategy is at work.
    pub strategy: &'static str,
    /// What was looked at so far.
    pub searched: Searched,
    /// How near to a violation the search has come, where the property tells.
    pub nearest: Option<f64>,
}

/// How long to search, when to stop, and whom to tell.
pub struct Limits<'a> {
    /// How much.
    pub budget: Budget,
    /// Threads; the answer does not depend on it.
    pub threads: usize,
    /// Thrown from outside to stop.
    pub stop: &'a Stop,
    /// Called between batches.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits").field("budget", &self.budget).field("threads", &self.threads).finish()
    }
}
