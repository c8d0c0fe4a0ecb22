//! The archive: violations made small, kept as files, and judged again from their files alone.

pub mod record;
pub mod replay;
pub mod shrink;
