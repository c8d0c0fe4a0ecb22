//! The desk brings real clusters in and judges what runs there: importers turn the state files of schedulers into
//! instances, and an audit compares the running tasks of an instance with the shares of its users.
//!
//! The engine knows nothing of this crate.

pub mod import;
pub mod audit;
pub mod units;
mod telling;
pub mod nodes;
mod together;
mod asked;
mod names;
mod planned;
mod users;
pub mod report;
pub mod history;
pub mod why;
pub mod changed;
pub mod replay;
pub mod rerun;

use fairwitness_engine::{clock, linear, mechanism, model, property, scalar};
use fairwitness_kernel::document;
use fairwitness_workbench as workbench;
