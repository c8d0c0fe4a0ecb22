//! Documents about answers of solvers.

use fairwitness::document::Value;
use schemars::JsonSchema;
use serde::Serialize;

/// Answer of solvers about a property.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Proved {
    pub mechanism: &'static str,
    pub property: &'static str,
    /// Size of the instances, or the file of the instance.
    pub scope: String,
    /// `proved`, `violated`, `undecided` or `out-of-scope`.
    pub verdict: &'static str,
    /// Restrictions: features of instances that the formula does not encode.
    pub hypothesis: Vec<String>,
    pub reason: Option<String>,
    pub queries: Vec<Asked>,
    pub instance: Option<Value>,
    pub witness: Option<Value>,
    pub record: Option<String>,
}

/// A query to a solver and its answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Asked {
    pub name: String,
    pub solver: String,
    pub version: String,
    pub answer: &'static str,
    pub seconds: f64,
}
