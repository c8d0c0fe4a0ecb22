//! Properties of covering, examined (mukherjee III to VI).

mod feasible;
mod greedy_bound;
mod relaxation;
mod rounding_bound;

use fairwitness_kernel::property::covering as defined;

use super::Examine;
use crate::linear::{Patience, Timely, Uncut as _};
use crate::mechanism::{Bounds, best};
use crate::model::Refusal;
use crate::model::covering::{Covering, Stock};
use crate::property::Verdict;

/// The properties of the covering model, by id.
pub static COVERING: &[&dyn Examine<Covering>] = &[
    &defined::FEASIBLE,
    &defined::greedy_bound::GREEDY_BOUND,
    &defined::greedy_bound::GREEDY_BOUND_LITERAL,
    &defined::relaxation::RELAXATION,
    &defined::rounding_bound::ROUNDING_BOUND,
];

/// Bounds on the smallest ratio, or a verdict if there are none.
fn smallest(stock: &Stock, patience: &Patience) -> Timely<Result<Bounds, Verdict<Covering>>> {
    Ok(best(stock, patience).uncut()?.map_err(|refusal| match refusal {
        Refusal::Undecided(reason) => Verdict::undecided(reason),
        _ => Verdict::OutOfScope("the tasks cannot all be covered together".into()),
    }))
}

fn unsettled(bounds: &Bounds) -> Verdict<Covering> {
    Verdict::undecided(format!(
        "the smallest ratio lies between {} and {}; the search ended after {} branches",
        bounds.lower, bounds.upper, bounds.branches
    ))
}
