//! Search for rules and refutations of divisible tasks on one server.

pub use fairwitness_rules::divisible::{amounts, condition, refutation, tell};

pub mod known;
pub mod simplex;
pub mod search;
pub mod sets;
