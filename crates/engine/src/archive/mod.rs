//! The archive: violations made small, kept as files, and judged again from their files alone.

pub use fairwitness_kernel::record;
pub mod replay;
pub mod shrink;
