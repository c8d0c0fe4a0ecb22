//! Types of the JSON documents of commands. Reports of the engine are printed unchanged; all other documents are
//! defined here.

mod campaigns;
mod families;
mod known;
mod moments;
mod simulated;

use std::borrow::Cow;

pub use campaigns::{Blocks, Job, Merged, Plan, Standing, Worked};
use fairwitness::document::Value;
use fairwitness::library::prove::solver::Asked;
use fairwitness::mechanism::outside::Finding;
pub use families::{Families, FamilyAt, FamilyFound, ValueAt};
pub use known::{Cell, Claimed, ClaimsChecked, Differs, Queried, QueriedLiteral, QueriedRow};
pub use moments::{Audited, AuditedBoth, AuditedOver, AuditedWhy, PropertyBoth, UserOver};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::Value as Json;
pub use simulated::{Drawn, DrawnNote, Simulated};

/// One document, or a list of documents if the command had several subjects.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMany<T> {
    /// A single document.
    One(T),
    /// A list of documents.
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

/// An error in the input.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Mistake {
    pub error: MistakeOf,
}

/// The error message and its position.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MistakeOf {
    /// Error in a sentence.
    pub message: String,
    /// File with the error, if there is one.
    pub file: Option<String>,
    /// Field of the file with the error, if there is one.
    pub field: Option<String>,
}

/// Ids by kind, in the order of kinds: mechanisms, properties and so on. A row has an id and the further fields of
/// its kind.
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

/// An id and its subject.
#[derive(Debug, Serialize, JsonSchema)]
pub struct About {
    pub id: String,
    pub about: String,
}

/// A construction of a paper.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Built {
    pub id: &'static str,
    /// Smallest value of the parameter m; null for a construction without a parameter.
    pub least: Option<usize>,
    pub about: &'static str,
}

/// Commands and subjects with help.
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

/// Folder of the written manual pages.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Manual {
    pub folder: String,
}

/// An exercise of the book.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Exercise {
    pub exercise: usize,
    pub title: String,
    /// The question, in Markdown; only if one exercise is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
}

/// The judgement of an answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answered {
    pub exercise: usize,
    /// `right` or `wrong`.
    pub verdict: &'static str,
    /// The entries of the answer that are wrong.
    pub wrong: Vec<String>,
}

/// How an id is cited.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Cited {
    pub id: String,
    /// `record`, `claim`, `theorem`, `mechanism`, `property`, `measure`, `model` or `source`.
    pub kind: &'static str,
    pub title: String,
    /// Entries of a bibliography: its own, then those of the papers whose words are judged or defined.
    pub bibtex: String,
    /// Words for a sentence, with the keys of the entries.
    pub latex: String,
    /// The page in the book.
    pub address: String,
}

/// A record in an exported form.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Exported {
    pub record: String,
    /// `coq`, `latex` or `svg`.
    pub form: &'static str,
    pub text: String,
}

/// Results of judging records again.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Replayed {
    pub records: Vec<ReplayedOne>,
    /// Number of records that were not verified.
    pub refused: usize,
}

/// Result of judging one record again.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReplayedOne {
    /// Path of the record.
    pub record: String,
    pub verified: bool,
    /// Reason why the record was not verified; null if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Result of testing a program against the protocol.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Checked {
    pub command: String,
    /// `true` if every case passed.
    pub well: bool,
    pub findings: Vec<Finding>,
}

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
