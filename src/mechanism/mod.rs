//! Mechanisms: algorithms that allocate, each beside the specification it claims to meet.
//!
//! Adding one is a file, a `mod` line and a table line in its model's folder, and its page `mechanisms/<id>.md`.

mod arrivals;
mod cluster;
mod covering;
mod guard;
pub mod outside;
mod per_server;
mod tasks;

pub use arrivals::{ARRIVALS, Blocks, check_levels, closed_form, tight_resources};
pub use cluster::{Algorithm, CLUSTER};
pub use covering::{
    Bounds, COVERING, Released, below, best, pruned_fractions, round_as_printed, within_pruned,
};
pub use per_server::{End, Linear, PerServer, Range, Server, fill, fill_alone};
pub use tasks::{Cycle, Filling, OnePool, Order, Subcycle, decision, level};

use std::fmt::Debug;

use crate::model::arrivals::Levels;
use crate::model::refusal::{Refusal, Rejected};
use crate::model::{Model, Table};
use crate::scalar::{Eps, Quick, Rational};

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

/// An allocation mechanism of a model.
pub trait Mechanism<M: Model>: Debug + Sync {
    /// The id: the page's file stem.
    fn id(&self) -> &'static str;

    /// The page that explains it (Markdown, with a TOML block at its head).
    fn page(&self) -> &'static str;

    /// What it takes for feasible.
    fn setting(&self) -> M::Setting;

    /// Whether this runs an algorithm as its paper prints it: its outcomes stand even where they miss the
    /// specification.
    fn as_printed(&self) -> bool {
        false
    }

    /// What a run as printed starts from, where that is a choice of its own: what [`Selects`] finds and checks.
    fn selects(&self) -> Option<&dyn Selects<M>> {
        None
    }

    /// The command of a program outside, or the name of a function outside.
    fn command(&self) -> Option<&str> {
        None
    }

    /// Whether this is a program outside: there is nothing but what it returned.
    fn outside(&self) -> bool {
        self.command().is_some()
    }

    /// By how much its numbers may be off, relative to their scale, where they are rounded. A violation counts when its
    /// margin is larger.
    fn slack(&self) -> Option<&Rational> {
        None
    }

    /// Whether a program outside says the same of the instance when it is asked again. What computes does.
    fn repeats(&self, _instance: &M::Instance<Rational>, _outcome: &M::Outcome<Rational>) -> bool {
        true
    }

    /// How many instances it would be told of at once, before it is asked about the first of them.
    fn ahead(&self) -> usize {
        1
    }

    /// Is told of instances that it is about to be asked about. What it hands out does not depend on that.
    fn foresee(&self, _instances: &[M::Instance<Rational>]) {}

    /// What the specification leaves no choice of on this instance.
    fn settles(&self, instance: &M::Instance<Rational>) -> Settles;

    /// Allocates. An instance outside the domain, or an algorithm that does not end, is a refusal.
    fn allocate(&self, instance: &M::Instance<Rational>) -> Result<M::Outcome<Rational>, Refusal>;

    /// Allocates an instance in Q(eps), where the algorithm works in any ordered field.
    fn infinitesimal(&self, _instance: &M::Instance<Eps>) -> Option<M::Outcome<Eps>> {
        None
    }

    /// Allocates an instance in machine words, for screening: what [`Mechanism::allocate`] hands out, unless a number is
    /// poisoned. `None` where the algorithm does not work in any scalar, or refuses.
    fn quick(&self, _instance: &M::Instance<Quick>) -> Option<M::Outcome<Quick>> {
        None
    }

    /// A history in short, one level a step, where the outcome is one that follows from them and is much longer.
    fn levels(&self, _instance: &M::Instance<Rational>) -> Option<Levels> {
        None
    }

    /// In machine words, whether [`Mechanism::allocate`] refuses the instance as out of its domain; `false` where that is not
    /// known before it is tried.
    fn refuses(&self, _instance: &M::Instance<Quick>) -> bool {
        false
    }

    /// In machine words, what every agent gets in all, where the specification settles that: what an outcome of
    /// [`Mechanism::allocate`] adds up to, unless a number is poisoned. `false` where the mechanism does not work in words,
    /// or refuses.
    fn gets_in_words(&self, _instance: &M::Instance<Quick>, _gets: &mut Vec<Quick>) -> bool {
        false
    }

    /// How the outcome comes about, as tables for a reader.
    fn steps(&self, _instance: &M::Instance<Rational>) -> Vec<Table> {
        Vec::new()
    }

    /// Finds a certificate that the outcome meets the specification. May solve; is not trusted.
    fn certify(
        &self,
        instance: &M::Instance<Rational>,
        outcome: &M::Outcome<Rational>,
    ) -> Result<M::Certificate, Rejected>;

    /// Checks a certificate by comparing and summing. Trusted; solves nothing.
    fn check(
        &self,
        instance: &M::Instance<Rational>,
        outcome: &M::Outcome<Rational>,
        certificate: &M::Certificate,
    ) -> Result<(), Rejected>;
}

/// An algorithm that is run as printed from a start that its paper leaves open. The start is what a record keeps in place of
/// a certificate.
pub trait Selects<M: Model> {
    /// The start that is chosen on this instance. May solve; is not trusted.
    fn select(&self, instance: &M::Instance<Rational>) -> Option<M::Certificate>;

    /// Checks that the paper admits the start, by comparing and summing, and that the algorithm comes from there to the
    /// outcome.
    fn check(
        &self,
        instance: &M::Instance<Rational>,
        outcome: &M::Outcome<Rational>,
        start: &M::Certificate,
    ) -> Result<(), Rejected>;
}

/// What the mechanism hands out, as evidence: certified, unless it is run as printed.
pub fn evidence<M: Model>(
    mechanism: &dyn Mechanism<M>,
    instance: &M::Instance<Rational>,
) -> Result<M::Outcome<Rational>, Rejected> {
    let outcome = mechanism.allocate(instance)?;
    if mechanism.as_printed() {
        M::feasible(mechanism.setting(), instance, &outcome)?;
    } else {
        certified(mechanism, instance, &outcome)?;
    }
    Ok(outcome)
}

/// How far a specification determines the outcome of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Settles {
    /// Outcomes that meet it may differ in what agents get.
    Nothing,
    /// What every agent gets in all is the same in each.
    Utilities,
    /// There is one.
    Outcome,
}

/// A certificate of the outcome that has been checked.
pub fn certified<M: Model>(
    mechanism: &dyn Mechanism<M>,
    instance: &M::Instance<Rational>,
    outcome: &M::Outcome<Rational>,
) -> Result<M::Certificate, Rejected> {
    M::feasible(mechanism.setting(), instance, outcome)?;
    let certificate = mechanism.certify(instance, outcome)?;
    mechanism.check(instance, outcome, &certificate)?;
    Ok(certificate)
}
