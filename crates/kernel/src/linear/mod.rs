//! Linear programmes and the certificates of their answers: sums of rows, compared. Nothing here solves.

pub mod certificate;
mod program;

pub use certificate::{Flaw, Round};
pub use program::{Program, Relation, Row, Solution};
