//! The document of `verify new`.

use schemars::JsonSchema;
use serde::Serialize;

/// Files of a new id, and the remaining steps.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Begun {
    /// `mechanism`, `property`, `measure` or `model`.
    pub kind: &'static str,
    pub id: String,
    /// Model of the id; null for a model.
    pub model: Option<String>,
    /// Files that were written.
    pub wrote: Vec<String>,
    /// Files to which a line was added.
    pub changed: Vec<String>,
    /// Remaining steps, in order.
    pub left: Vec<String>,
}
