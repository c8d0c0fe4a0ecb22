//! A new id, begun.

use schemars::JsonSchema;
use serde::Serialize;

/// The files of a new id, and what is left to do.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Begun {
    /// `mechanism`, `property`, `measure` or `model`.
    pub kind: &'static str,
    pub id: String,
    /// The model that it belongs to; null of a model.
    pub model: Option<String>,
    /// Files that are new.
    pub wrote: Vec<String>,
    /// Files in which a line was added.
    pub changed: Vec<String>,
    /// What a person does, in order.
    pub left: Vec<String>,
}
