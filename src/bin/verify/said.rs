//! The JSON documents of commands, as types. Reports of the engine are printed as they are; the rest is
//! defined here.

mod audit;
mod begun;
mod campaigns;
mod families;
mod known;
mod proved;
mod simulated;

use std::borrow::Cow;

pub use audit::{Audited, AuditedOver, AuditedRule, UserOver};
pub use begun::Begun;
pub use campaigns::{Merged, Standing, StandingBlocks, StandingWorker, Submitted, Worked};
pub use families::{Families, FamilyAt, FamilyFound, ValueAt};
pub use known::{Card, Cell, Claimed, Queried, QueriedLiteral, QueriedRow};
pub use proved::{Asked, Proved};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::Value as Json;
pub use simulated::{Drawn, DrawnNote, DrawnRow, Simulated};

/// One document, or a list where several things were asked about.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMany<T> {
    /// One.
    One(T),
    /// Several.
    Many(Vec<T>),
}

impl<T> From<Vec<T>> for OneOrMany<T> {
    fn from(mut all: Vec<T>) -> Self {
        match (all.len(), all.pop()) {
            (1, Some(one)) => OneOrMany::One(one),
            (_, last) => {
                all.extend(last);
                OneOrMany::Many(all)
            }
        }
    }
}

/// What is wrong with an input.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Mistake {
    pub error: MistakeOf,
}

/// The sentence, and where the mistake is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MistakeOf {
    /// What is wrong.
    pub message: String,
    /// The file, where there is one.
    pub file: Option<String>,
    /// The field of the file.
    pub field: Option<String>,
}

/// Ids by kind, in the order of kinds: mechanisms, properties and so on. A row has an id and the further
/// fields of its kind.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Listing(pub serde_json::Map<String, Json>);

impl JsonSchema for Listing {
    fn schema_name() -> Cow<'static, str> {
        "Listing".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": { "format": { "type": "integer" } },
            "additionalProperties": {
                "type": "array",
                "items": { "type": "object", "additionalProperties": { "type": "string" } }
            }
        })
    }
}

/// The page of an id.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Page {
    pub id: String,
    /// `mechanism`, `property`, `measure`, `model` or `strategy`.
    pub kind: String,
    /// Markdown with a TOML block at its head.
    pub page: String,
}

/// An id with what it is about.
#[derive(Debug, Serialize, JsonSchema)]
pub struct About {
    pub id: String,
    pub about: String,
}

/// A construction of a paper.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Built {
    pub id: &'static str,
    /// The smallest m; null where the construction has none.
    pub least: Option<usize>,
    pub about: &'static str,
}

/// What there is help on.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Subjects {
    pub commands: Vec<About>,
    pub subjects: Vec<About>,
}

/// The help on one subject, or the completions of one shell.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Help {
    pub id: String,
    pub text: String,
}

/// The completions of a shell.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Completions {
    pub shell: String,
    pub text: String,
}

/// Where manual pages were written.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Manual {
    pub folder: String,
}

/// A record in another form.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Exported {
    pub record: String,
    /// `coq`, `latex` or `svg`.
    pub form: &'static str,
    pub text: String,
}

/// Records judged again.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Replayed {
    pub records: Vec<ReplayedOne>,
    /// How many were not verified.
    pub refused: usize,
}

/// One record judged again.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReplayedOne {
    /// Its file.
    pub record: String,
    pub verified: bool,
    /// Why it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl ReplayedOne {
    /// Returns the entry of a verified record.
    pub fn verified(record: &str) -> Self {
        ReplayedOne { record: record.to_string(), verified: true, reason: None }
    }

    /// Returns the entry of a record that was not verified, with the reason.
    pub fn not(record: &str, reason: &str) -> Self {
        ReplayedOne { record: record.to_string(), verified: false, reason: Some(reason.to_string()) }
    }
}

/// A program held against the protocol.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Checked {
    pub command: String,
    /// Whether everything is well.
    pub well: bool,
    pub findings: Vec<CheckedCase>,
}

/// One thing that was tried with a program.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckedCase {
    pub case: String,
    pub well: bool,
    pub what: String,
}
