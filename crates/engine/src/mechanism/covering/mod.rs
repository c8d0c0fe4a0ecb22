//! Mechanisms for covering: an exact optimum, programmes that bound it, and approximation algorithms.

mod bisection;
mod branch;
mod greedy;
mod guess;
mod mixture;
mod optimum;
mod programme;
mod rounding;
mod rounding_printed;
mod tree;
mod whole;

pub use bisection::Halving;
pub use optimum::{Bounds, below, best};
pub use programme::pruned_fractions;
pub use rounding::Rounded;

use fairwitness_kernel::specification::covering::*;

use super::{Abilities, Allocated, Certified, Followed, Mechanism, Specification, Starts};
use crate::model::covering::Covering;

/// The task that gets each resource; `None` for a resource that is left over.
type Assigned = Vec<Option<usize>>;

/// The mechanisms of the covering model, by id.
pub static COVERING: &[&dyn Mechanism<Covering>] = &[
    &GREEDY,
    &GREEDY_LAST,
    &Bisection,
    &LP_NAIVE,
    &LP_PRUNED,
    &LP_SIZED,
    &Optimum,
    &Rounding,
    &RoundingPrinted,
];
