//! Mechanisms: algorithms that allocate, each beside the specification it claims to meet.
//!
//! Adding one is a file, a `mod` line and a table line in its model's folder, and its page `mechanisms/<id>.md`.

mod arrivals;
mod cluster;
mod cohort;
mod covering;
mod halt;
#[cfg(feature = "programs")]
pub mod outside;
mod per_server;
mod tabled;
mod tasks;
mod traced;
mod tree;

pub use arrivals::{ARRIVALS, Blocks, closed_form, tight_resources};
pub use cluster::CLUSTER;
pub use cohort::COHORT;
pub use covering::{Bounds, COVERING, below, best, pruned_fractions};
pub use fairwitness_kernel::specification::arrivals::check_levels;
pub use fairwitness_kernel::specification::cluster::as_it_stands;
pub use fairwitness_kernel::specification::cluster::ps_dsf_printed::Algorithm;
pub use fairwitness_kernel::specification::covering::{Released, round_as_printed, within_pruned};
pub use fairwitness_kernel::specification::per_server::{PerServer, Server, fill};
pub use fairwitness_kernel::specification::tasks::OnePool;
pub use fairwitness_kernel::specification::tasks::filling::{Filling, Order};
pub use fairwitness_kernel::specification::tasks::pdrf::level;
pub use fairwitness_kernel::specification::{Printed, Settles, Specification};
pub use per_server::{End, Linear, Range, admits, allocate, bottlenecks, fill_alone, ranges};
pub use tabled::Tabled;
pub use tasks::{Cycle, Subcycle, decision};

use std::fmt::Debug;

use crate::linear::{Cut, Halt, Patience};
use crate::model::arrivals::Levels;
use crate::model::refusal::{Refusal, Rejected};
use crate::model::{Model, Table};
use crate::pages;
use crate::scalar::{Eps, Quick, Rational};
use crate::trace::Traced;

/// The items in order, so many of which are told before the first of those before them is handed out.
pub fn told<'a, T>(
    items: &'a [T],
    ahead: usize,
    mut tell: impl FnMut(&'a [T]) + 'a,
) -> impl Iterator<Item = &'a T> {
    let mut from = move |at: usize| {
        let some = &items[at.min(items.len())..(at + ahead).min(items.len())];
        if ahead > 1 && !some.is_empty() {
            tell(some);
        }
    };
    items.iter().enumerate().map(move |(k, item)| {
        if k == 0 {
            from(0);
        }
        if k.is_multiple_of(ahead.max(1)) {
            from(k + ahead);
        }
        item
    })
}

/// An outcome in which every agent has less, and one in which every agent has more.
pub type Enclosed<M> = (<M as Model>::Outcome<Rational>, <M as Model>::Outcome<Rational>);

/// An allocation mechanism of a model: how what its specification promises is reached.
pub trait Mechanism<M: Model>: Debug + Sync {
    /// What it promises.
    fn specification(&self) -> &dyn Specification<M>;

    /// The page that explains it (Markdown, with a TOML block at its head): that of its id in the folder `mechanisms`.
    fn page(&self) -> &'static str {
        pages::of("mechanisms", self.id())
    }

    /// Allocates.
    ///
    /// # Errors
    /// An instance outside the domain, or an algorithm that does not end, is a refusal. What the patience is over for is cut
    /// short, and says nothing.
    fn allocate(
        &self,
        instance: &M::Instance<Rational>,
        patience: &Patience,
    ) -> Result<M::Outcome<Rational>, Halt<Refusal>>;

    /// Finds a certificate that the outcome meets the specification. May solve; is not trusted.
    ///
    /// # Errors
    /// Why none was found, or that the search was cut short.
    fn certify(
        &self,
        instance: &M::Instance<Rational>,
        outcome: &M::Outcome<Rational>,
        patience: &Patience,
    ) -> Result<M::Certificate, Halt<Rejected>>;

    /// The start that a run as printed takes on this instance, where its paper leaves that open. May solve; is not trusted.
    ///
    /// # Errors
    /// It was cut short.
    fn start(
        &self,
        _instance: &M::Instance<Rational>,
        _patience: &Patience,
    ) -> Result<Option<M::Certificate>, Cut> {
        Ok(None)
    }

    /// How the outcome comes about, as tables for a reader.
    fn steps(&self, _instance: &M::Instance<Rational>) -> Vec<Table> {
        Vec::new()
    }

    /// Bounds of the allocation where its numbers are irrational: an outcome in which every agent has less, and one in which every
    /// agent has more. What they enclose has been shown by comparing and summing. `None` where there is an outcome in fractions, or
    /// none is known.
    ///
    /// # Errors
    /// It was cut short.
    fn enclosure(
        &self,
        _instance: &M::Instance<Rational>,
        _patience: &Patience,
    ) -> Result<Option<Enclosed<M>>, Cut> {
        Ok(None)
    }

    /// Allocates an instance in Q(eps), where the algorithm works in any ordered field.
    fn infinitesimal(&self, _instance: &M::Instance<Eps>) -> Option<M::Outcome<Eps>> {
        None
    }

    /// A history in short, one level a step, where the outcome is one that follows from them and is much longer.
    fn levels(&self, _instance: &M::Instance<Rational>) -> Option<Levels> {
        None
    }

    /// The mechanism with a run that can be followed, if it is one.
    fn traced(&self) -> Option<&dyn Traced<M>> {
        None
    }

    /// The mechanism in machine words, where screens know it.
    fn in_words(&self) -> Option<&dyn InWords<M>> {
        None
    }

    /// The program or function outside that this is, if it is one.
    fn outside(&self) -> Option<&dyn Asked<M>> {
        None
    }

    /// The id: that of the specification.
    fn id(&self) -> &'static str {
        self.specification().id()
    }

    /// What the specification takes for feasible.
    fn setting(&self) -> M::Setting {
        self.specification().setting()
    }

    /// Whether it knows queues in a tree above the agents.
    fn takes_trees(&self) -> bool {
        self.specification().takes_trees()
    }

    /// Whether outcomes stand without a certificate.
    fn as_printed(&self) -> bool {
        self.specification().as_printed()
    }

    /// What the specification leaves no choice of on this instance.
    fn settles(&self, instance: &M::Instance<Rational>) -> Settles {
        self.specification().settles(instance)
    }

    /// Checks by comparing and summing that the certificate shows that the outcome meets the specification.
    ///
    /// # Errors
    /// What the certificate does not show.
    fn check(
        &self,
        instance: &M::Instance<Rational>,
        outcome: &M::Outcome<Rational>,
        certificate: &M::Certificate,
    ) -> Result<(), Rejected> {
        self.specification().check(instance, outcome, certificate)
    }

    /// By how much numbers may be off, relative to their scale, where they are rounded.
    fn slack(&self) -> Option<&Rational> {
        self.specification().slack()
    }
}

/// A mechanism in machine words, for screens: exact where no number is poisoned, and believed in nothing.
pub trait InWords<M: Model> {
    /// Whether [`Mechanism::allocate`] refuses the instance as out of its domain; `false` where that is not known before it is
    /// tried.
    fn refuses(&self, _instance: &M::Instance<Quick>) -> bool {
        false
    }

    /// Puts into `gets` what every agent gets in all, where the specification settles that. `false` where the mechanism does not
    /// work in words, or refuses.
    fn gets(&self, _instance: &M::Instance<Quick>, _gets: &mut Vec<Quick>) -> bool {
        false
    }

    /// The outcome of [`Mechanism::allocate`]. `None` where the algorithm does not work in any scalar, or refuses.
    fn outcome(&self, _instance: &M::Instance<Quick>) -> Option<M::Outcome<Quick>> {
        None
    }
}

/// A program or function outside that is asked.
pub trait Asked<M: Model> {
    /// The command of the program, or the name of the function.
    fn command(&self) -> &str;

    /// Whether it says the same of the instance when it is asked again.
    ///
    /// # Errors
    /// It was cut short.
    fn repeats(
        &self,
        instance: &M::Instance<Rational>,
        outcome: &M::Outcome<Rational>,
        patience: &Patience,
    ) -> Result<bool, Cut>;

    /// How many instances it would be told of at once, before it is asked about the first of them.
    fn ahead(&self) -> usize;

    /// Is told of instances that it is about to be asked about. What it answers does not depend on that.
    fn foresee(&self, instances: &[M::Instance<Rational>], patience: &Patience);
}

/// What the mechanism hands out, as evidence: certified, unless it is run as printed.
///
/// # Errors
/// The mechanism refuses, its outcome is not accepted, or the work was cut short.
pub fn evidence<M: Model>(
    mechanism: &dyn Mechanism<M>,
    instance: &M::Instance<Rational>,
    patience: &Patience,
) -> Result<M::Outcome<Rational>, Halt<Rejected>> {
    let outcome = mechanism.allocate(instance, patience)?;
    if mechanism.as_printed() {
        M::feasible(mechanism.setting(), instance, &outcome)?;
    } else {
        certified(mechanism, instance, &outcome, patience)?;
    }
    Ok(outcome)
}

/// A certificate of the outcome that has been checked.
///
/// # Errors
/// There is none, or the search for it was cut short.
pub fn certified<M: Model>(
    mechanism: &dyn Mechanism<M>,
    instance: &M::Instance<Rational>,
    outcome: &M::Outcome<Rational>,
    patience: &Patience,
) -> Result<M::Certificate, Halt<Rejected>> {
    let specification = mechanism.specification();
    M::feasible(specification.setting(), instance, outcome)?;
    let certificate = mechanism.certify(instance, outcome, patience)?;
    specification.check(instance, outcome, &certificate)?;
    Ok(certificate)
}
