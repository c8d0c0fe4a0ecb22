//! Specifications: the promise of each mechanism, as a predicate on an instance, an outcome and a
//! certificate.
//!
//! The algorithms that reach an outcome are not part of this crate. A certificate is checked by comparing, by
//! summing, and by evaluating a rule again.

pub mod arrivals;
pub mod cluster;
pub mod cohort;
pub mod covering;
pub mod guard;
pub mod per_server;
mod table;
pub mod tasks;
pub mod tree;

pub use guard::{
    flat, one_pool, one_server, refuse, user_weights, without_limits, without_rates, without_tree,
};
pub use per_server::{PerServer, Server, fill, met_in_words};
pub use table::{ARRIVALS, CLUSTER, COHORT, COVERING};

use std::fmt::Debug;

use crate::model::{Checked, Instance, Model, Outcome, Refusal, certain, uncertified};
use crate::scalar::Rational;

/// The part of the outcome that a specification determines on an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Settles {
    /// Nothing: outcomes that meet the specification may differ in the utilities of agents.
    Nothing,
    /// The utility of every agent: all outcomes that meet the specification agree in it.
    Utilities,
    /// The outcome: exactly one meets the specification.
    Outcome,
}

/// The parts of an instance whose renaming only renames the outcome of a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anonymous {
    /// `true` for users, and for tasks of a covering instance; agents that arrive have an order.
    pub agents: bool,
    /// `true` for servers, and for queues of a cohort.
    pub servers: bool,
    /// `true` for resources.
    pub resources: bool,
}

impl Anonymous {
    /// Every renaming.
    pub const ALL: Anonymous = Anonymous { agents: true, servers: true, resources: true };
    /// No renaming.
    pub const NONE: Anonymous = Anonymous { agents: false, servers: false, resources: false };

    /// The renamings that are among both.
    #[must_use]
    pub fn and(self, other: Anonymous) -> Anonymous {
        Anonymous {
            agents: self.agents && other.agents,
            servers: self.servers && other.servers,
            resources: self.resources && other.resources,
        }
    }
}

/// The facts of a mechanism that depend on no instance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts<S> {
    /// The id on the command line and in records, such as `drfh`.
    pub id: &'static str,
    /// The reading of feasibility that the mechanism uses.
    pub setting: S,
    /// The part of the outcome that the specification determines on every instance.
    pub settles: Settles,
    /// The renamings that the mechanism is invariant under: a renamed instance has the renamed amounts of all agents. A rule
    /// that breaks ties by an index says by which where it gives its facts.
    pub anonymous: Anonymous,
    /// `true` if the mechanism reads the queues above the agents, in models with such queues.
    pub takes_trees: bool,
    /// `true` if the mechanism reads the floors and caps of queues.
    pub takes_quotas: bool,
    /// `true` if the mechanism accepts classes of identical servers ([`Model::in_classes`]). Dividing the
    /// allocation of a class equally among its servers then gives an outcome of the instance with every server
    /// written out.
    pub takes_classes: bool,
}

impl<S> Facts<S> {
    /// The renamings that turn no question about `reads` into another one: those of [`anonymous`](Self::anonymous), which
    /// speak of amounts. The outcome that a mechanism chooses among several may depend on every order, and so may a
    /// question that reads names, for which `reads` is `None`.
    pub fn ignores(&self, reads: Option<Settles>) -> Anonymous {
        match reads {
            Some(reads) if reads <= self.settles.max(Settles::Utilities) => self.anonymous,
            _ => Anonymous::NONE,
        }
    }

    /// The facts of an anonymous mechanism whose specification determines nothing and that takes the plainest instances.
    pub const fn of(id: &'static str, setting: S) -> Self {
        Facts {
            id,
            setting,
            settles: Settles::Nothing,
            anonymous: Anonymous::ALL,
            takes_trees: false,
            takes_quotas: false,
            takes_classes: false,
        }
    }
}

/// The promise of a mechanism of the model `M`.
pub trait Specification<M: Model>: Debug + Send + Sync {
    /// The facts of the mechanism.
    fn facts(&self) -> Facts<M::Setting>;

    /// The id of the mechanism.
    fn id(&self) -> &'static str {
        self.facts().id
    }

    /// The reading of feasibility that the mechanism uses.
    fn setting(&self) -> M::Setting {
        self.facts().setting
    }

    /// Checks that the mechanism is defined for the instance.
    ///
    /// # Errors
    /// The reason why it is not.
    fn domain(&self, _instance: &Instance<M>) -> Result<(), Refusal> {
        Ok(())
    }

    /// The part of the outcome that the specification determines on `instance`.
    fn settles(&self, _instance: &Instance<M>) -> Settles {
        self.facts().settles
    }

    /// The algorithm as its paper prints it, if the mechanism is that algorithm: its outcomes are judged even
    /// where they miss the specification.
    fn printed(&self) -> Option<&dyn Printed<M>> {
        None
    }

    /// Returns `true` if an outcome needs no certificate, because the algorithm is run as printed or is a
    /// program outside.
    fn as_printed(&self) -> bool {
        self.printed().is_some()
    }

    /// The relative error of the mechanism's numbers, if they are rounded. A violation counts only if its
    /// margin is larger than the slack times the scale.
    fn slack(&self) -> Option<&Rational> {
        None
    }

    /// Checks, by comparing and summing, that a feasible outcome meets the specification, where that needs no certificate;
    /// `None` where it does. An accepted outcome has a certificate that [`Specification::check`] accepts.
    fn meets(&self, _instance: &Instance<M>, _outcome: &Outcome<M>) -> Option<Checked> {
        None
    }

    /// Checks, by comparing and summing, that the certificate proves that the outcome meets the
    /// specification.
    ///
    /// # Errors
    /// The part of the proof that fails.
    fn check(&self, instance: &Instance<M>, outcome: &Outcome<M>, certificate: &M::Certificate) -> Checked;
}

/// An algorithm that is followed step by step as its paper prints it.
pub trait Printed<M: Model>: Debug + Sync {
    /// Returns `true` if the paper leaves the starting point of the algorithm open; a record then holds the
    /// starting point in place of a certificate.
    fn chooses(&self) -> bool {
        false
    }

    /// Follows the algorithm on `instance`, from `start` if it [chooses](Printed::chooses) a starting point,
    /// which is checked.
    ///
    /// # Errors
    /// An instance outside the domain, a starting point that the paper does not admit, or an algorithm that
    /// does not end.
    fn run(&self, instance: &Instance<M>, start: Option<&M::Certificate>) -> Result<Outcome<M>, Refusal>;

    /// The algorithm as an iteration in rounds, if it may run for ever.
    fn rounds(&self) -> Option<&dyn Rounds<M>> {
        None
    }
}

/// An iteration in rounds, each of which depends on the preceding state alone: a state that returns once
/// returns for ever.
pub trait Rounds<M: Model>: Debug + Sync {
    /// Calls `visit` with the states in order, one before each round, until `visit` returns `false` or a
    /// round changes nothing.
    ///
    /// # Errors
    /// An instance outside the domain, or a limit that is reached.
    fn each(&self, instance: &Instance<M>, visit: &mut dyn FnMut(&Outcome<M>) -> bool)
    -> Result<(), Refusal>;
}

/// Checks that the outcome is feasible and that the certificate proves that it meets the specification.
///
/// # Errors
/// The part of the outcome or of the certificate that is wrong.
pub fn accepted<M: Model>(
    specification: &dyn Specification<M>,
    instance: &Instance<M>,
    outcome: &Outcome<M>,
    certificate: &M::Certificate,
) -> Checked {
    M::feasible(specification.setting(), instance, outcome)?;
    specification.check(instance, outcome, certificate)
}

/// Accepts an outcome as the mechanism's: by its certificate, or by following the printed algorithm again.
///
/// # Errors
/// The check that fails; for a program outside, that there is nothing to check.
pub fn stands<M: Model>(
    specification: &dyn Specification<M>,
    instance: &Instance<M>,
    outcome: &Outcome<M>,
    certificate: Option<&M::Certificate>,
) -> Checked {
    specification.domain(instance)?;
    match (specification.printed(), certificate) {
        (Some(printed), start) => {
            let same = printed.run(instance, start)? == *outcome;
            certain(same, "the printed algorithm comes to another outcome")
        }
        (None, Some(certificate)) => accepted(specification, instance, outcome, certificate),
        (None, None) => uncertified("there is no certificate"),
    }
}
