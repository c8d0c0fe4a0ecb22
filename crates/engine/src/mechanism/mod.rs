//! Mechanisms: algorithms that allocate, each with the specification that it claims to meet.
//!
//! A new mechanism is a file, a `mod` line and a table line in the folder of its model, and a page
//! `properties/mechanisms/<id>.md`.

mod ability;
mod arrivals;
mod cluster;
mod cohort;
mod covering;
#[cfg(feature = "programs")]
pub mod outside;
mod per_server;
mod tabled;
mod tasks;
mod sentences;
mod tree;

pub use ability::{
    Abilities, Asked, Enclosed, Encloses, FindsCertificates, InEps, InFloats, InLevels, InWords, Starts,
    StepTables,
};
pub use arrivals::{ARRIVALS, Blocks, closed_form, tight_resources};
pub use cluster::{CLUSTER, share_bounds};
pub use cohort::{COHORT, COHORT_RULES};
pub use covering::{Bounds, COVERING, below, best, pruned_fractions};
pub use fairwitness_kernel::specification::arrivals::check_levels;
pub use fairwitness_kernel::specification::cluster::as_it_stands;
pub use fairwitness_kernel::specification::cluster::ps_dsf_printed::Algorithm;
pub use fairwitness_kernel::specification::covering::{Released, round_as_printed, within_pruned};
pub use fairwitness_kernel::specification::per_server::{PerServer, Server, Stop, fill, fill_seen};
pub use fairwitness_kernel::specification::tasks::OnePool;
pub use fairwitness_kernel::specification::tasks::filling::{Filling, Order};
pub use fairwitness_kernel::specification::tasks::pdrf::level;
pub use fairwitness_kernel::specification::{Anonymous, Printed, Settles, Specification};
pub use per_server::{
    End, Linear, Range, admits, allocate, bottlenecks, fill_alone, fill_alone_seen, fill_near, ranges,
};
pub(crate) use sentences::{followed, share};
pub use tabled::Tabled;
pub use tasks::{Cycle, Subcycle, decision};

use std::fmt::Debug;

use crate::linear::{Cut, Halt, Patience};
use crate::model::arrivals::Levels;
use crate::model::refusal::{Refusal, Rejected};
use crate::model::{Model, Table};
use crate::pages;
use crate::scalar::{Eps, Rational};
use crate::trace::Traced;

/// Iterates over `items` in order, in groups of `ahead`. Before the first item of a group is returned, `tell`
/// receives the group; with `ahead` at most 1 it is not called.
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

/// An outcome with the certificate that the algorithm found on its way, if it found one.
pub type WithCertificate<M> = (<M as Model>::Outcome<Rational>, Option<<M as Model>::Certificate>);

/// Bounds on the amount of every agent, if `refusal` says that the allocation is known by bounds.
///
/// # Errors
/// The work was cut short.
pub fn enclosed<M: Model>(
    mechanism: &dyn Mechanism<M>,
    instance: &M::Instance<Rational>,
    refusal: &Refusal,
    patience: &Patience,
) -> Result<Option<Enclosed>, Cut> {
    match refusal {
        Refusal::Enclosed(_) => mechanism.enclosure(instance, patience),
        _ => Ok(None),
    }
}

/// An allocation mechanism of a model: the algorithm that reaches the outcome that a specification promises.
pub trait Mechanism<M: Model>: Debug + Sync {
    /// The specification that the mechanism claims to meet.
    fn specification(&self) -> &dyn Specification<M>;

    /// The page that explains the mechanism (Markdown, with a TOML block at its head), from the folder
    /// `mechanisms`.
    fn page(&self) -> &'static str {
        pages::of("mechanisms", self.specification().id())
    }

    /// Allocates `instance`.
    ///
    /// # Errors
    /// A refusal, for an instance outside the domain or an algorithm that does not end. [`Halt::Cut`] when
    /// the patience is over, which says nothing about the instance.
    fn allocate(
        &self,
        instance: &M::Instance<Rational>,
        patience: &Patience,
    ) -> Result<M::Outcome<Rational>, Halt<Refusal>>;

    /// Finds a certificate that the outcome meets the specification. It may solve programmes, and is not
    /// trusted.
    ///
    /// # Errors
    /// The reason why no certificate was found, or that the search was cut short.
    fn certify(
        &self,
        instance: &M::Instance<Rational>,
        outcome: &M::Outcome<Rational>,
        patience: &Patience,
    ) -> Result<M::Certificate, Halt<Rejected>>;

    /// The work that the mechanism can do beyond these methods.
    fn abilities(&self) -> Abilities<'_, M> {
        Abilities::none()
    }
}

/// What callers ask of any mechanism: facts of its specification, and its abilities.
impl<M: Model> dyn Mechanism<M> + '_ {
    /// Allocates `instance` as [`Mechanism::allocate`] does, and returns the certificate that the algorithm finds on its
    /// way, if it finds one. The certificate is not checked.
    ///
    /// # Errors
    /// Those of [`Mechanism::allocate`].
    pub fn allocate_with_certificate(
        &self,
        instance: &M::Instance<Rational>,
        patience: &Patience,
    ) -> Result<WithCertificate<M>, Halt<Refusal>> {
        match self.abilities().certificates {
            Some(finds) => finds.allocate_with_certificate(instance, patience),
            None => Ok((self.allocate(instance, patience)?, None)),
        }
    }

    /// The starting point of a printed algorithm on `instance`, if its paper leaves the choice open. It may
    /// solve programmes, and is not trusted.
    ///
    /// # Errors
    /// The work was cut short.
    pub fn start(
        &self,
        instance: &M::Instance<Rational>,
        patience: &Patience,
    ) -> Result<Option<M::Certificate>, Cut> {
        self.abilities().start.map_or(Ok(None), |starts| starts.start(instance, patience))
    }

    /// The steps that lead to the outcome, as tables for a reader; empty if there are none.
    pub fn steps(&self, instance: &M::Instance<Rational>) -> Vec<Table> {
        self.abilities().tables.map_or_else(Vec::new, |tables| tables.steps(instance))
    }

    /// Bounds on the amount of every agent, for an allocation that [`Refusal::Enclosed`] refuses to compute;
    /// `None` if the mechanism knows no bounds.
    ///
    /// # Errors
    /// The work was cut short.
    pub fn enclosure(
        &self,
        instance: &M::Instance<Rational>,
        patience: &Patience,
    ) -> Result<Option<Enclosed>, Cut> {
        self.abilities().enclosure.map_or(Ok(None), |encloses| encloses.enclosure(instance, patience))
    }

    /// The outcome on an instance in Q(eps), if the algorithm works in any ordered field.
    pub fn infinitesimal(&self, instance: &M::Instance<Eps>) -> Option<M::Outcome<Eps>> {
        self.abilities().eps?.infinitesimal(instance)
    }

    /// The outcome in floats, which steers searches and decides nothing, if the algorithm works in floats.
    pub fn in_floats(&self, instance: &M::Instance<f64>) -> Option<M::Outcome<f64>> {
        self.abilities().floats?.in_floats(instance)
    }

    /// The outcome as a compact history of one level per step, if the mechanism has one.
    pub fn levels(&self, instance: &M::Instance<Rational>) -> Option<Levels> {
        self.abilities().levels?.levels(instance)
    }

    /// The mechanism as one whose run can be followed, if it is one.
    pub fn traced(&self) -> Option<&dyn Traced<M>> {
        self.abilities().traced
    }

    /// The mechanism in machine words, if screens can use it.
    pub fn in_words(&self) -> Option<&dyn InWords<M>> {
        self.abilities().words
    }

    /// The program or function outside that is the mechanism, if it is one.
    pub fn outside(&self) -> Option<&dyn Asked<M>> {
        self.abilities().outside
    }

    /// The id, which is that of the specification.
    pub fn id(&self) -> &'static str {
        self.specification().id()
    }

    /// The reading of feasibility that the specification uses.
    pub fn setting(&self) -> M::Setting {
        self.specification().setting()
    }

    /// Returns `true` if the mechanism reads the queues above the agents.
    pub fn takes_trees(&self) -> bool {
        self.specification().takes_trees()
    }

    /// The renamings that turn no instance into another question: none for a program or function outside.
    pub fn anonymous(&self) -> Anonymous {
        if self.outside().is_some() { Anonymous::NONE } else { self.specification().anonymous() }
    }

    /// Returns `true` if outcomes need no certificate.
    pub fn as_printed(&self) -> bool {
        self.specification().as_printed()
    }

    /// The part of the outcome that the specification determines on `instance`.
    pub fn settles(&self, instance: &M::Instance<Rational>) -> Settles {
        self.specification().settles(instance)
    }

    /// Checks, by comparisons and sums, that the certificate proves that the outcome meets the specification.
    ///
    /// # Errors
    /// The part of the proof that fails.
    pub fn check(
        &self,
        instance: &M::Instance<Rational>,
        outcome: &M::Outcome<Rational>,
        certificate: &M::Certificate,
    ) -> Result<(), Rejected> {
        self.specification().check(instance, outcome, certificate)
    }

    /// The relative error of the mechanism's numbers, if they are rounded.
    pub fn slack(&self) -> Option<&Rational> {
        self.specification().slack()
    }
}

/// The outcome of the mechanism as evidence: certified, unless the mechanism is run as printed.
///
/// # Errors
/// A refusal, an outcome that is not accepted, or work that was cut short.
pub fn evidence<M: Model>(
    mechanism: &dyn Mechanism<M>,
    instance: &M::Instance<Rational>,
    patience: &Patience,
) -> Result<M::Outcome<Rational>, Halt<Rejected>> {
    let (outcome, certificate) = mechanism.allocate_with_certificate(instance, patience)?;
    M::feasible(mechanism.setting(), instance, &outcome)?;
    if !mechanism.as_printed() {
        proved(mechanism, instance, &outcome, certificate.as_ref(), patience)?;
    }
    Ok(outcome)
}

/// Checks that an outcome that is known to be feasible meets the specification: directly where that can be done, otherwise by
/// `certificate`, or by one that is sought if there is none.
///
/// # Errors
/// No certificate was found or accepted, or the search was cut short.
pub fn proved<M: Model>(
    mechanism: &dyn Mechanism<M>,
    instance: &M::Instance<Rational>,
    outcome: &M::Outcome<Rational>,
    certificate: Option<&M::Certificate>,
    patience: &Patience,
) -> Result<(), Halt<Rejected>> {
    let specification = mechanism.specification();
    if let Some(met) = specification.meets(instance, outcome) {
        return Ok(met?);
    }
    match certificate {
        Some(certificate) => Ok(specification.check(instance, outcome, certificate)?),
        None => certified_feasible(mechanism, instance, outcome, patience).map(|_| ()),
    }
}

/// Finds a certificate of the outcome, and checks it.
///
/// # Errors
/// No certificate was found or accepted, or the search was cut short.
pub fn certified<M: Model>(
    mechanism: &dyn Mechanism<M>,
    instance: &M::Instance<Rational>,
    outcome: &M::Outcome<Rational>,
    patience: &Patience,
) -> Result<M::Certificate, Halt<Rejected>> {
    M::feasible(mechanism.setting(), instance, outcome)?;
    certified_feasible(mechanism, instance, outcome, patience)
}

/// Certificate of an outcome that is known to be feasible, checked.
///
/// # Errors
/// No certificate was found, it was not accepted, or the search was cut short.
fn certified_feasible<M: Model>(
    mechanism: &dyn Mechanism<M>,
    instance: &M::Instance<Rational>,
    outcome: &M::Outcome<Rational>,
    patience: &Patience,
) -> Result<M::Certificate, Halt<Rejected>> {
    let certificate = mechanism.certify(instance, outcome, patience)?;
    mechanism.specification().check(instance, outcome, &certificate)?;
    Ok(certificate)
}
