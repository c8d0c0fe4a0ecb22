//! Specifications of covering: an exact optimum, programmes that bound it, and approximation algorithms
//! (mukherjee).

mod bisection;
mod greedy;
mod optimum;
pub mod programme;
mod rounding;
pub mod rounding_printed;
pub mod tree;

pub use bisection::{Bisection, interval, resolution};
pub use greedy::{GREEDY, GREEDY_LAST, Greedy, Round};
pub use optimum::Optimum;
pub use programme::{Formulation, LP_NAIVE, LP_PRUNED, LP_SIZED, Programme, within_pruned};
pub use rounding::Rounding;
pub use rounding_printed::{Released, RoundingPrinted, round_as_printed};

use crate::model::covering::{Allotment, Certificate, Stock};
pub use crate::model::refusal::uncertified;
use crate::model::{Checked, Refusal, Rejected, certain};
use crate::scalar::sum;
pub use crate::specification::guard::refuse;

/// Refuses a total demand above the total size.
///
/// # Errors
/// The refusal.
pub fn enough(stock: &Stock) -> Result<(), Refusal> {
    if sum(stock.size.iter().cloned()) < sum(stock.demand.iter().cloned()) {
        return refuse("cannot cover all tasks together: their demands exceed the sizes");
    }
    Ok(())
}

/// Refuses sizes other than one, demands that are not whole, and a total demand above the number of
/// resources.
///
/// # Errors
/// The refusal.
pub fn unit(stock: &Stock) -> Result<(), Refusal> {
    if !stock.unit() {
        return refuse("takes sizes 1 and whole demands only");
    }
    enough(stock)
}

/// The assignment of an outcome of whole resources.
///
/// # Errors
/// An outcome of parts of resources.
pub fn assignment(outcome: &Allotment) -> Checked<&[Option<usize>]> {
    outcome.assignment().ok_or_else(|| Rejected::Misfit("the outcome is not an assignment".to_string()))
}

/// A whole demand as a machine integer, at most `usize::MAX`.
pub fn count(demand: &crate::scalar::Rational) -> usize {
    demand.small().and_then(|(n, _)| usize::try_from(n).ok()).unwrap_or(usize::MAX)
}

/// Checks that the certificate is [`Certificate::Rule`].
///
/// # Errors
/// A certificate of another kind.
pub fn by_rule(certificate: &Certificate) -> Checked {
    certain(*certificate == Certificate::Rule, "the certificate is of another kind")
}
