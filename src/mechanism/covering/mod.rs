//! Mechanisms for covering: an exact optimum, programmes that bound it, and algorithms that come near it.

mod bisection;
mod greedy;
mod guess;
mod mixture;
mod optimum;
mod programme;
mod rounding;
mod rounding_printed;
mod tree;

pub use optimum::{Bounds, below, best};
pub use programme::{pruned_fractions, within_pruned};
pub use rounding_printed::{Released, round_as_printed};

use super::{Mechanism, Selects, Settles};
use crate::model::covering::{Allotment, Certificate, Covering, Stock};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::sum;

/// The mechanisms of the covering model, by id.
pub const COVERING: &[&dyn Mechanism<Covering>] = &[
    &greedy::GREEDY,
    &greedy::GREEDY_LAST,
    &bisection::Bisection,
    &programme::LP_NAIVE,
    &programme::LP_PRUNED,
    &programme::LP_SIZED,
    &optimum::Optimum,
    &rounding::Rounding,
    &rounding_printed::RoundingPrinted,
];

fn refuse<T>(reason: &str) -> Result<T, Refusal> {
    Err(Refusal::OutOfDomain(reason.to_string()))
}

fn uncertified<T>(reason: &str) -> Result<T, Rejected> {
    Err(Rejected::Certificate(reason.to_string()))
}

/// Refuses more demand than there are resources.
fn enough(stock: &Stock) -> Result<(), Refusal> {
    if sum(stock.size.iter().cloned()) < sum(stock.demand.iter().cloned()) {
        return refuse("cannot cover all tasks together: their demands exceed the sizes");
    }
    Ok(())
}

/// Refuses sizes other than one and demands that are not whole, and more demand than resources.
fn unit(stock: &Stock) -> Result<(), Refusal> {
    if !stock.unit() {
        return refuse("takes sizes 1 and whole demands only");
    }
    enough(stock)
}

/// The assignment of an outcome of whole resources.
fn assignment(outcome: &Allotment) -> Result<&[Option<usize>], Rejected> {
    outcome.assignment().ok_or_else(|| Rejected::Misfit("the outcome is not an assignment".to_string()))
}

/// A whole demand as a count.
fn count(demand: &crate::scalar::Rational) -> usize {
    demand.small().and_then(|(n, _)| usize::try_from(n).ok()).unwrap_or(usize::MAX)
}

/// Whether the certificate says that the rule was followed.
fn by_rule(certificate: &Certificate) -> Result<(), Rejected> {
    if *certificate == Certificate::Rule { Ok(()) } else { uncertified("the certificate is of another kind") }
}
