//! Properties of covering: of an assignment, or of the value of a programme (mukherjee III to VI).

pub mod greedy_bound;
pub mod relaxation;
pub mod rounding_bound;

use super::Property;
use super::feasible::Feasible;
use crate::model::covering::{Allotment, Covering, Stock};
use crate::model::refusal::Rejected;
use crate::scalar::Rational;

/// The property `feasible` of the covering model.
pub const FEASIBLE: Feasible = Feasible { otherwise: "The outcome cannot be carried out" };

/// The properties of the covering model, by id.
pub const COVERING: &[&dyn Property<Covering>] = &[
    &FEASIBLE,
    &greedy_bound::GREEDY_BOUND,
    &greedy_bound::GREEDY_BOUND_LITERAL,
    &relaxation::Relaxation,
    &rounding_bound::RoundingBound,
];

/// The ratio of the assignment in a witness.
///
/// # Errors
/// A witness that is not an assignment, or that does not cover every task.
fn reached(stock: &Stock, witness: &Allotment) -> Result<Rational, Rejected> {
    match witness.assignment() {
        Some(assignment) if assignment.len() == stock.resources() && stock.covers(assignment) => {
            Ok(stock.ratio(assignment))
        }
        _ => Err(Rejected::Misfit("an assignment that covers every task is needed".to_string())),
    }
}
