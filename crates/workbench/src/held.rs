//! Questions about an outcome that is given.

use super::{Within, Workbench, instance_of};
use crate::document::{Document, Node, Value};
use crate::linear::{Patience, Uncut as _};
use crate::mechanism::certified;
use crate::model::Presented;
use crate::property::Hearing;
use crate::property::evidence::{Run, Verdict};

/// A question about an outcome that is given, and not the mechanism's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held<'a> {
    /// The outcome can be carried out.
    Feasible,
    /// The outcome meets the specification of the mechanism.
    Specification,
    /// The outcome has the property with this id.
    Property(&'a str),
}

/// Returns `true` if the outcome passes the question.
///
/// # Errors
/// An id is unknown, the document or the outcome cannot be read, or the work was cut short.
pub(super) fn held<M: Presented>(
    bench: &Workbench<M>,
    mechanism: &str,
    question: Held<'_>,
    document: &Document,
    outcome: &Value,
    patience: &Patience,
) -> Within<bool> {
    let found = bench.mechanism(mechanism)?;
    let instance = instance_of::<M>(document)?;
    let outcome = M::read_outcome(&instance, &Node::new("outcome", outcome))?;
    if question == Held::Specification {
        return Ok(certified(found, &instance, &outcome, patience).uncut()?.is_ok());
    }
    if M::feasible(found.setting(), &instance, &outcome).is_err() {
        return Ok(false);
    }
    let Held::Property(property) = question else { return Ok(true) };
    let property = bench.cell(mechanism, property)?.property;
    let run = Run { mechanism: found.specification(), instance: &instance, outcome };
    Ok(matches!(property.examine(&Hearing::of(found, &run, patience))?, Verdict::Holds))
}
