//! Search: streams of candidate instances, judged in order, the first violation wins.
//!
//! A strategy only proposes; judgement is elsewhere. Candidates are judged in parallel in batches of fixed
//! size and counted in order, so a seed gives the same answer on any number of threads.

pub mod exhaustive;
pub mod mutate;
pub mod random;
mod scope;
mod watch;

pub use scope::{Budget, Scope, ScopeError};
pub(crate) use watch::Watch;

use std::sync::atomic::AtomicBool;

use crate::judge::{Cell, Conviction, Judgement};
use crate::model::Model;
use crate::scalar::Rational;

/// Candidates in order.
pub type Candidates<M> = Box<dyn Iterator<Item = <M as Model>::Instance<Rational>> + Send>;

/// What a search looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Searched {
    /// Instances judged, the refused and undecided ones included.
    pub instances: u64,
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
}

/// A search in progress, for whoever shows it.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Which strategy is at work.
    pub strategy: &'static str,
    /// What was looked at so far.
    pub searched: Searched,
}

/// How long to search, when to stop, and whom to tell.
pub struct Limits<'a> {
    /// How much.
    pub budget: Budget,
    /// Threads; the answer does not depend on it.
    pub threads: usize,
    /// Set from outside to stop.
    pub stop: &'a AtomicBool,
    /// Called between batches.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits").field("budget", &self.budget).field("threads", &self.threads).finish()
    }
}

/// A violation and where it was found.
#[derive(Clone, Debug)]
pub struct Found<M: Model> {
    /// The strategy that proposed the instance.
    pub strategy: &'static str,
    /// The violating instance.
    pub instance: M::Instance<Rational>,
    /// The confirmed violation.
    pub conviction: Conviction<M>,
}

const BATCH: usize = 64;

/// Judges the candidates of each strategy in turn until one violates the cell or the budget is spent.
pub(crate) fn search<M: Model>(
    cell: Cell<M>,
    strategies: Vec<(&'static str, Candidates<M>)>,
    seed: u64,
    limits: &Limits<'_>,
    watch: &Watch<'_>,
) -> (Option<Found<M>>, Searched) {
    let mut searched = Searched { seed, ..Searched::default() };
    for (strategy, mut candidates) in strategies {
        loop {
            let left = limits.budget.left(searched.instances);
            if left == 0 || watch.interrupted() {
                return (None, searched);
            }
            let size = usize::try_from(left).unwrap_or(BATCH).min(BATCH);
            let batch: Vec<_> = candidates.by_ref().take(size).collect();
            if batch.is_empty() {
                break;
            }
            // An interrupted batch keeps what was judged; the rest is neither judged nor counted.
            let judgements = watch.each(&batch, |instance| cell.judge(instance));
            for (instance, judgement) in batch.into_iter().zip(judgements) {
                let Some(judgement) = judgement else { continue };
                searched.instances += 1;
                match judgement {
                    Judgement::Holds(_) => {}
                    Judgement::OutOfScope(..) => searched.out_of_scope += 1,
                    Judgement::Undecided(..) => searched.undecided += 1,
                    Judgement::Refused(_) => searched.refused += 1,
                    Judgement::Violated(conviction) => {
                        return (Some(Found { strategy, instance, conviction }), searched);
                    }
                }
            }
            (limits.progress)(Progress { strategy, searched });
        }
    }
    searched.exhausted = true;
    (None, searched)
}
