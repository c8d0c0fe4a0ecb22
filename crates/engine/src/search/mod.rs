//! Search: strategies propose instances, one driver judges them, and the first violation wins.
//!
//! A strategy only proposes, and learns the lean of its proposals; judgement is elsewhere. Batches have a
//! fixed size, are judged in parallel and are counted in order, so a seed gives one answer on any number of
//! threads.

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
mod searched;
pub mod separate;
mod settled;
pub mod stationary;
mod supply;
mod walker;
mod watch;
pub mod worst;

pub use budget::{Budget, BudgetError};
pub use hunt::{Found, Target, hunt};
pub use searched::{Counted, Ended, Reasons, Searched};
pub use walker::Ground;
pub use watch::Watch;

use fairwitness_kernel::specification::Anonymous;

use crate::instances::{Instances, Scope};
use crate::linear::Stop;
use crate::model::Model;
use crate::scalar::Rational;

/// The data that a strategy works with.
#[derive(Debug)]
pub struct Brief<'a, M: Model> {
    /// The source of instances.
    pub instances: &'a Instances<M>,
    /// The instances in question.
    pub scope: Scope,
    /// The part of the scope from which random instances are made: that in the domain of the mechanism.
    pub drawn: Scope,
    /// The renamings that change no amounts of the mechanism, for instances that are tried among others.
    pub renamed: Anonymous,
    /// The renamings that turn no question into another one: what is listed up to them is listed whole.
    pub ignored: Anonymous,
    /// The seed of random choices.
    pub seed: u64,
    /// The instances on record that the scope contains, the likeliest first.
    pub archive: &'a [M::Instance<Rational>],
}

/// A way to search for violations.
#[derive(Debug)]
pub struct Strategy<M: Model> {
    /// The id on the command line and in records, such as `climb`.
    pub id: &'static str,
    /// The proposals of the strategy, in one line.
    pub about: &'static str,
    /// Begins a hunt for a target.
    pub start: for<'b> fn(&Target<'b, M>) -> Box<dyn Hunt<M> + 'b>,
}

/// A strategy at work: proposes candidates in batches, and learns how near each came to a violation.
pub trait Hunt<M: Model>: Send {
    /// The next candidates, about `count` of them; an empty batch when there are no more.
    fn propose(&mut self, count: usize) -> Batch<M>;
    /// Returns `true` if the hunt uses the lean of its proposals; proposals of all other hunts are screened
    /// first.
    fn learns(&self) -> bool {
        true
    }
    /// Receives the lean of a proposal, in the order of proposals; a draw is never reported.
    fn learn(&mut self, _instance: &M::Instance<Rational>, _lean: f64) {}
    /// Receives an instance with a large lean that another strategy found.
    fn adopt(&mut self, _instance: &M::Instance<Rational>, _lean: f64) {}
    /// The strategy that made the last proposals, if several work together.
    fn source(&self) -> Option<&'static str> {
        None
    }
}

/// Candidates to be judged, as instances or as numbers of random draws.
#[derive(Debug)]
pub enum Batch<M: Model> {
    /// The candidates as instances.
    Instances(Vec<M::Instance<Rational>>),
    /// Random draws by number, made where they are judged.
    Draws {
        /// The number of the first draw.
        first: u64,
        /// Number of draws.
        count: usize,
    },
}

impl<M: Model> Batch<M> {
    /// The number of candidates.
    pub fn len(&self) -> usize {
        match self {
            Batch::Instances(instances) => instances.len(),
            Batch::Draws { count, .. } => *count,
        }
    }

    /// Returns `true` for a batch without candidates.
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

/// All strategies, ordered by id.
pub fn strategies<M: Model>() -> [Strategy<M>; 7] {
    [
        Strategy {
            id: "anneal",
            about: "walks like climb, and now and then away from the violation",
            start: anneal::start,
        },
        Strategy {
            id: "archive",
            about: "the instances on record, those of the same cell first; then suspects, where a property knows a family of them",
            start: archive::start,
        },
        Strategy {
            id: "auto",
            about: "all the others in turn; what comes nearest to a violation gets more turns",
            start: auto::start,
        },
        Strategy {
            id: "climb",
            about: "walks towards the violation while it comes nearer, from many random starts",
            start: climb::start,
        },
        Strategy {
            id: "exhaustive",
            about: "every instance of the scope with integer entries, up to the renamings that the mechanism ignores",
            start: exhaustive::start,
        },
        Strategy {
            id: "mutate",
            about: "small changes of instances on record, of the papers' examples and of the best ones found",
            start: mutate::start,
        },
        Strategy {
            id: "random",
            about: "random instances of the scope, fond of ties, zeros and constraints",
            start: random::start,
        },
    ]
}

/// A search in progress, for display.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Id of the strategy at work.
    pub strategy: &'static str,
    /// Number of instances examined so far.
    pub instances: u64,
    /// The largest lean so far, if the property has one.
    pub nearest: Option<f64>,
}

/// Limits of a search, its switch, and its display.
pub struct Limits<'a> {
    /// The length of the search.
    pub budget: Budget,
    /// The number of threads; the answer does not depend on it.
    pub threads: usize,
    /// The switch that stops the search from outside.
    pub stop: &'a Stop,
    /// The function called between batches.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits").field("budget", &self.budget).field("threads", &self.threads).finish()
    }
}
