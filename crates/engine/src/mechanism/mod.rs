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

pub use ability::{Abilities, Asked, Enclosed, Encloses, InNumbers, InWords, Starts};
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
pub use fairwitness_kernel::specification::{Anonymous, Facts, Printed, Settles, Specification};
pub use per_server::{
    End, Linear, Range, admits, allocate, bottlenecks, fill_alone, fill_alone_seen, fill_near, ranges,
};
pub(crate) use sentences::{followed, share};
pub use tabled::Tabled;
pub use tasks::{Cycle, Subcycle, decision};

use crate::linear::{Halt, Patience, Timely};
use crate::model::arrivals::Levels;
use crate::model::{Instance, Model, Outcome, Refusal, Rejected, Table};
use crate::pages;
use crate::scalar::Eps;
use crate::trace::Trace;
use per_server::{MOST_PINNED, ROOM, fill_by_words, fill_words, only_server_in_words};

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
pub type WithCertificate<M> = (Outcome<M>, Option<<M as Model>::Certificate>);

/// Bounds on the amount of every agent, if `refusal` says that the allocation is known by bounds.
///
/// # Errors
/// The work was cut short.
pub fn enclosed<M: Model>(
    mechanism: &dyn Mechanism<M>,
    instance: &Instance<M>,
    refusal: &Refusal,
    patience: &Patience,
) -> Timely<Option<Enclosed>> {
    match refusal {
        Refusal::Enclosed(_) => mechanism.enclosure(instance, patience),
        _ => Ok(None),
    }
}

/// What was sought, or a refusal of the instance, or work that was cut short.
pub type Sought<T> = Result<T, Halt<Refusal>>;

/// An allocation, or why there is none.
pub type Allocated<M> = Sought<Outcome<M>>;

/// A certificate, or the reason why none was found, or a search that was cut short.
pub type Certified<M> = Result<<M as Model>::Certificate, Halt<Rejected>>;

/// The steps of a run, or why there are none.
pub type Followed<M> = Sought<Trace<M>>;

/// An allocation mechanism of a model: the algorithm that reaches the outcome that its specification promises.
pub trait Mechanism<M: Model>: Specification<M> {
    /// The page that explains the mechanism (Markdown, with a TOML block at its head), from the folder
    /// `mechanisms`.
    fn page(&self) -> &str {
        pages::of("mechanisms", self.id())
    }

    /// Allocates `instance`.
    ///
    /// # Errors
    /// A refusal, for an instance outside the domain or an algorithm that does not end. [`Halt::Cut`] when
    /// the patience is over, which says nothing about the instance.
    fn allocate(&self, instance: &Instance<M>, patience: &Patience) -> Allocated<M>;

    /// Finds a certificate that the outcome meets the specification. It may solve programmes, and is not
    /// trusted. A mechanism that defines no search has the certificate of a rule.
    ///
    /// # Errors
    /// The reason why no certificate was found, or that the search was cut short.
    fn certify(&self, _instance: &Instance<M>, _outcome: &Outcome<M>, _patience: &Patience) -> Certified<M> {
        M::RULE
            .ok_or_else(|| Rejected::Certificate("no rule is a certificate in this model".to_string()).into())
    }

    /// Allocates `instance`, and returns the certificate that the algorithm finds on its way, if it finds one. The
    /// certificate is not checked.
    ///
    /// # Errors
    /// Those of [`allocate`](Self::allocate).
    fn allocate_with_certificate(
        &self,
        instance: &Instance<M>,
        patience: &Patience,
    ) -> Sought<WithCertificate<M>> {
        Ok((self.allocate(instance, patience)?, None))
    }

    /// The steps that lead to the outcome, as tables for a reader; empty if there are none.
    fn steps(&self, _instance: &Instance<M>) -> Vec<Table> {
        Vec::new()
    }

    /// The steps of the run on `instance`. A mechanism that tells no steps has those of its tables, or one step that
    /// says that there are none.
    ///
    /// # Errors
    /// The mechanism refuses the instance, the steps are too many to be listed, or the work was cut short.
    fn trace(&self, instance: &Instance<M>, _patience: &Patience) -> Followed<M> {
        Ok(Trace::untold(&self.steps(instance), self.abilities().outside.is_some()))
    }

    /// The work that the mechanism can do beyond these methods.
    fn abilities(&self) -> Abilities<'_, M> {
        Abilities::none()
    }
}

/// What callers ask of any mechanism by its abilities.
impl<M: Model> dyn Mechanism<M> + '_ {
    /// The starting point of a printed algorithm on `instance`, if its paper leaves the choice open. It may
    /// solve programmes, and is not trusted.
    ///
    /// # Errors
    /// The work was cut short.
    pub fn start(&self, instance: &Instance<M>, patience: &Patience) -> Timely<Option<M::Certificate>> {
        self.abilities().start.map_or(Ok(None), |starts| starts.start(instance, patience))
    }

    /// Bounds on the amount of every agent, for an allocation that [`Refusal::Enclosed`] refuses to compute;
    /// `None` if the mechanism knows no bounds.
    ///
    /// # Errors
    /// The work was cut short.
    pub fn enclosure(&self, instance: &Instance<M>, patience: &Patience) -> Timely<Option<Enclosed>> {
        self.abilities().enclosure.map_or(Ok(None), |encloses| encloses.enclosure(instance, patience))
    }

    /// The outcome on an instance in Q(eps), if the algorithm works in any ordered field.
    pub fn infinitesimal(&self, instance: &M::Instance<Eps>) -> Option<M::Outcome<Eps>> {
        self.abilities().eps.map(|run| run(instance))
    }

    /// The outcome in floats, which steers searches and decides nothing, if the algorithm works in floats.
    pub fn in_floats(&self, instance: &M::Instance<f64>) -> Option<M::Outcome<f64>> {
        self.abilities().floats.map(|run| run(instance))
    }

    /// The outcome as a compact history of one level per step, if the mechanism has one.
    pub fn levels(&self, instance: &Instance<M>) -> Option<Levels> {
        self.abilities().levels.map(|run| run(instance))
    }

    /// The mechanism in machine words, if screens can use it.
    pub fn in_words(&self) -> Option<&dyn InWords<M>> {
        self.abilities().words
    }

    /// The program or function outside that is the mechanism, if it is one.
    pub fn outside(&self) -> Option<&dyn Asked<M>> {
        self.abilities().outside
    }

    /// The specification that the mechanism claims to meet.
    pub fn specification(&self) -> &dyn Specification<M> {
        self
    }
}

/// The outcome of the mechanism as evidence: certified, unless the mechanism is run as printed.
///
/// # Errors
/// A refusal, an outcome that is not accepted, or work that was cut short.
pub fn evidence<M: Model>(
    mechanism: &dyn Mechanism<M>,
    instance: &Instance<M>,
    patience: &Patience,
) -> Result<Outcome<M>, Halt<Rejected>> {
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
    instance: &Instance<M>,
    outcome: &Outcome<M>,
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
    instance: &Instance<M>,
    outcome: &Outcome<M>,
    patience: &Patience,
) -> Certified<M> {
    M::feasible(mechanism.setting(), instance, outcome)?;
    certified_feasible(mechanism, instance, outcome, patience)
}

/// Certificate of an outcome that is known to be feasible, checked.
///
/// # Errors
/// No certificate was found, it was not accepted, or the search was cut short.
fn certified_feasible<M: Model>(
    mechanism: &dyn Mechanism<M>,
    instance: &Instance<M>,
    outcome: &Outcome<M>,
    patience: &Patience,
) -> Certified<M> {
    let certificate = mechanism.certify(instance, outcome, patience)?;
    mechanism.check(instance, outcome, &certificate)?;
    Ok(certificate)
}
