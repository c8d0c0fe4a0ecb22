//! Models: those of the kernel, and how their instances and outcomes are laid out for a reader.

pub use crate::shown::{Bar, Bars, Presented, Table, within_sentence};
pub use fairwitness_kernel::model::*;
