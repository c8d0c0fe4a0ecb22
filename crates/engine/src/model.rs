//! Models: those of the kernel, and how their instances and outcomes are laid out for a reader.

pub use crate::shown::{
    Allocated, Bar, Bars, Column, Frame, Marks, Panel, Part, Presented, Table, within_sentence,
};
pub use fairwitness_kernel::model::*;
