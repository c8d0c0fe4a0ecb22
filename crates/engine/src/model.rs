//! Models: those of the kernel, and the display of their instances and outcomes.

pub use crate::shown::{
    Allocated, Bar, Bars, Column, Frame, Marks, Panel, Part, Presented, Table, within_sentence,
};
pub use fairwitness_kernel::model::*;
