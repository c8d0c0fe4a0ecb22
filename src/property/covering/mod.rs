//! Properties of covering: of an assignment, or of a programme's value (mukherjee III to VI).

mod feasible;
mod greedy_bound;
mod relaxation;
mod rounding_bound;

use crate::mechanism::{Bounds, best};
use crate::model::covering::{Allotment, Covering, Stock};
use crate::model::refusal::{Refusal, Rejected};
use crate::property::Property;
use crate::property::evidence::Verdict;
use crate::scalar::Rational;

/// The properties of the covering model, by id.
pub const COVERING: &[&dyn Property<Covering>] = &[
    &feasible::Feasible,
    &greedy_bound::GREEDY_BOUND,
    &greedy_bound::GREEDY_BOUND_LITERAL,
    &relaxation::Relaxation,
    &rounding_bound::RoundingBound,
];

/// What is known of the smallest ratio; a verdict where there is none.
fn smallest(stock: &Stock) -> Result<Bounds, Verdict<Covering>> {
    best(stock).map_err(|refusal| match refusal {
        Refusal::Undecided(reason) => Verdict::Undecided(reason),
        _ => Verdict::OutOfScope("the tasks cannot all be covered together"),
    })
}

fn unsettled(bounds: &Bounds) -> Verdict<Covering> {
    Verdict::Undecided(format!(
        "the smallest ratio lies between {} and {}; the search ended after {} branches",
        bounds.lower, bounds.upper, bounds.branches
    ))
}

/// The ratio of an assignment that a witness puts forward.
fn reached(stock: &Stock, witness: &Allotment) -> Result<Rational, Rejected> {
    match witness.assignment() {
        Some(assignment) if assignment.len() == stock.resources() && stock.covers(assignment) => {
            Ok(stock.ratio(assignment))
        }
        _ => Err(Rejected::Misfit("an assignment that covers every task is needed".to_string())),
    }
}

/// What Theorem 13 allows over the smallest ratio; `None` where it says nothing.
pub(crate) fn homogeneous_factor(stock: &Stock) -> Option<Rational> {
    greedy_bound::GREEDY_BOUND.allowed(stock)
}
