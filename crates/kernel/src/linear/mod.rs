//! Linear programmes, and certificates of their answers, which are checked by sums of rows. Nothing here
//! solves.

pub mod certificate;
mod program;

pub use certificate::{Flaw, Round};
pub use program::{Program, Relation, Row, Solution};
