//! The engine finds outcomes and violations: mechanisms, the examination
//! of runs by properties, instances, search and shrinking, each generic in its model.
//!
//! A result of the engine counts only if `fairwitness_kernel` accepts it.

pub mod clock;
pub mod threads;
pub mod scalar;
mod shown;
pub mod model;
pub mod inert;
pub mod pages;
pub mod trace;
mod arithmetic;
mod recorded;
mod interned;
pub mod mechanism;
pub mod instances;
pub mod property;
pub mod search;
pub mod archive;

use fairwitness_kernel::document;
pub use fairwitness_linear as linear;
