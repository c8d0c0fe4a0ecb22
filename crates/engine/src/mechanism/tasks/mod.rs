//! Whole tasks: progressive filling, its precomputed forms, and schedulers of many servers
//! (metin; wang2013 V-B).

mod cycle;
pub mod decision;
mod fast;
mod placements;
mod steps;
mod whole;

pub use cycle::{Cycle, Subcycle};
pub use placements::Served;
