//! Exact verification for fair multi-resource allocation.
#![warn(missing_docs)]

pub mod bench;
pub mod document;
pub mod evidence;
pub mod judge;
pub mod linear;
pub mod mechanism;
pub mod model;
pub mod property;
pub mod record;
pub mod refusal;
pub mod replay;
pub mod scalar;
pub mod search;
pub mod shrink;
pub mod suggest;
