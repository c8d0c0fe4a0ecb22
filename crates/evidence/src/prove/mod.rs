//! Theorems at small sizes: a mechanism's specification and a negated property, as queries to solvers.
//!
//! A cell becomes [`case::Case`]s over [`term::Term`]s. `proof` asks [`solver`]s, accepts `unsat` only if the
//! specification alone can be satisfied, and converts a model to an instance that the engine judges.

mod bottleneck;
pub mod case;
mod chain;
mod cluster;
mod history;
pub mod measure;
pub mod pool;
pub mod proof;
pub mod query;
mod rule;
pub mod scope;
pub mod solver;
pub mod term;
pub mod value;
