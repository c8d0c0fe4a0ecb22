//! Specifications: what each mechanism promises, as a predicate on an instance, an outcome and a certificate.
//!
//! How an outcome is reached is not known here. A certificate is checked by comparing, summing, and following a rule again.

pub mod arrivals;
pub mod cluster;
pub mod cohort;
pub mod covering;
pub mod guard;
pub mod per_server;
mod table;
pub mod tasks;
pub mod tree;

pub use table::{ARRIVALS, CLUSTER, COHORT, COVERING};

use std::fmt::Debug;

use crate::model::Model;
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::Rational;

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

/// What a mechanism of a model promises.
pub trait Specification<M: Model>: Debug + Sync {
    /// The mechanism's id.
    fn id(&self) -> &'static str;

    /// What the mechanism takes for feasible.
    fn setting(&self) -> M::Setting;

    /// Whether the instance is one that the mechanism speaks of.
    ///
    /// # Errors
    /// The reason why it is not.
    fn domain(&self, _instance: &M::Instance<Rational>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Whether the mechanism knows queues in a tree above the agents, in models that have them.
    fn takes_trees(&self) -> bool {
        false
    }

    /// Whether the mechanism takes things that stand for several like ones
    /// ([`Model::in_classes`]), so that equal parts of what a class gets are an outcome of the
    /// instance in which they are written out.
    fn takes_classes(&self) -> bool {
        false
    }

    /// What the specification leaves no choice of on this instance.
    fn settles(&self, instance: &M::Instance<Rational>) -> Settles;

    /// The algorithm as its paper prints it, where the mechanism is that algorithm: its outcomes stand even where they miss
    /// the specification.
    fn printed(&self) -> Option<&dyn Printed<M>> {
        None
    }

    /// Whether an outcome stands without a certificate: that of an algorithm that is run as printed, or of a program outside.
    fn as_printed(&self) -> bool {
        self.printed().is_some()
    }

    /// By how much the mechanism's numbers may be off, relative to their scale, where they are rounded. A violation counts
    /// when its margin is larger.
    fn slack(&self) -> Option<&Rational> {
        None
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
    ) -> Result<(), Rejected>;
}

/// An algorithm that is followed step by step as its paper prints it.
pub trait Printed<M: Model>: Debug + Sync {
    /// Whether the paper leaves open what the algorithm starts from; then a record holds the start in place of a certificate.
    fn chooses(&self) -> bool {
        false
    }

    /// Follows the algorithm on the instance, from `start` where it [chooses](Printed::chooses) one; the start is checked.
    ///
    /// # Errors
    /// The instance is outside the domain, the start is none that the paper admits, or the algorithm does not end.
    fn run(
        &self,
        instance: &M::Instance<Rational>,
        start: Option<&M::Certificate>,
    ) -> Result<M::Outcome<Rational>, Refusal>;

    /// The iteration that the algorithm is, where it may go round for ever.
    fn rounds(&self) -> Option<&dyn Rounds<M>> {
        None
    }
}

/// An iteration in rounds, each of which depends on the state before it and on nothing else: a state that comes again comes
/// again for ever.
pub trait Rounds<M: Model>: Debug + Sync {
    /// The states from the first on, one before each round, until `visit` answers `false` or a round changes nothing.
    ///
    /// # Errors
    /// The instance is outside the domain, or a limit is reached.
    fn each(
        &self,
        instance: &M::Instance<Rational>,
        visit: &mut dyn FnMut(&M::Outcome<Rational>) -> bool,
    ) -> Result<(), Refusal>;
}

/// A feasible outcome, and the certificate that it meets its specification.
///
/// # Errors
/// What is wrong with the outcome or with the certificate.
pub fn accepted<M: Model>(
    specification: &dyn Specification<M>,
    instance: &M::Instance<Rational>,
    outcome: &M::Outcome<Rational>,
    certificate: &M::Certificate,
) -> Result<(), Rejected> {
    M::feasible(specification.setting(), instance, outcome)?;
    specification.check(instance, outcome, certificate)
}

/// Accepts an outcome as one of the mechanism: by its certificate, or by following the printed algorithm again.
///
/// # Errors
/// What does not check; of a program outside, that there is nothing to check.
pub fn stands<M: Model>(
    specification: &dyn Specification<M>,
    instance: &M::Instance<Rational>,
    outcome: &M::Outcome<Rational>,
    certificate: Option<&M::Certificate>,
) -> Result<(), Rejected> {
    specification.domain(instance)?;
    match (specification.printed(), certificate) {
        (Some(printed), start) => {
            if printed.run(instance, start)? == *outcome {
                Ok(())
            } else {
                Err(Rejected::Certificate("the printed algorithm comes to another outcome".to_string()))
            }
        }
        (None, Some(certificate)) => accepted(specification, instance, outcome, certificate),
        (None, None) => Err(Rejected::Certificate("there is no certificate".to_string())),
    }
}
