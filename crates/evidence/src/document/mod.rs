//! Documents of the project: those of the kernel, built-in files, and files that are written completely or
//! not at all.

pub mod files;
mod put;

pub use fairwitness_kernel::document::*;
pub use put::{put, put_by, put_new};
use serde::Deserialize as _;
use serde::de::{DeserializeOwned, Deserializer, Error as _};

use crate::model::Hypothesis;

/// Reads the value of a node as a `T`, whose numbers other than counts are texts.
///
/// # Errors
/// The field that is missing, unknown or invalid, in words.
pub fn typed<T: DeserializeOwned>(node: &Node<'_>) -> Result<T, InputError> {
    serde_json::from_value(node.value().to_json()).map_err(|error| node.error(error.to_string()))
}

/// Reads a hypothesis by its id.
pub fn hypothesis<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Hypothesis, D::Error> {
    let id = String::deserialize(deserializer)?;
    Hypothesis::named(&id).ok_or_else(|| D::Error::custom("unknown hypothesis"))
}
