//! Reports: the results that cross the seam between typed models and names, with values as documents.

use std::borrow::Cow;

use serde::Serialize;

use crate::document::{Document, Value};
#[cfg(feature = "programs")]
use crate::mechanism::outside::Program;
use crate::model::refusal::Refusal;
use crate::model::{Bars, Hypothesis, Table};
use crate::scalar::Rational;
use crate::search::Searched;
use crate::search::separate;

/// An id with its page.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The id, such as `drfh`.
    pub id: &'static str,
    /// The page: Markdown with a TOML block at its head.
    pub page: &'static str,
}

impl Entry {
    /// The field `name` of the page's TOML block.
    pub fn field(&self, name: &str) -> Option<String> {
        let block = self.page.split_once("```toml")?.1.split_once("```")?.0;
        match Document::parse("page", block).ok()?.root.get(name)? {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    /// The name in the field's words, such as "dominant resource fairness".
    pub fn name(&self) -> String {
        self.field("name").unwrap_or_else(|| self.id.to_string())
    }
}

/// How a question about a cell ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// A violation was found and confirmed.
    Violated,
    /// A search found none.
    Unrefuted,
    /// The property holds of the one instance asked about.
    Holds,
    /// The property says nothing about the one instance asked about.
    OutOfScope,
    /// Nothing found and nothing proved about the one instance asked about.
    Undecided,
}

impl Answer {
    /// The word for the answer in documents, such as `violated`.
    pub fn word(self) -> &'static str {
        match self {
            Answer::Violated => "violated",
            Answer::Unrefuted => "unrefuted",
            Answer::Holds => "holds",
            Answer::OutOfScope => "out-of-scope",
            Answer::Undecided => "undecided",
        }
    }
}

/// The answer to a question about a cell, with its evidence. Serialised it is the document that `--format json` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// The mechanism's id.
    pub mechanism: &'static str,
    /// The property's id.
    pub property: &'static str,
    /// The model's id.
    pub model: &'static str,
    /// The answer.
    #[serde(rename = "verdict")]
    pub answer: Answer,
    /// Why, where the answer needs a reason.
    pub reason: Option<String>,
    /// The instance it rests on.
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::shape::Tree>"))]
    pub instance: Option<Value>,
    /// What the mechanism handed out.
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::shape::Tree>"))]
    pub outcome: Option<Value>,
    /// The witness of a violation, with its margin.
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::shape::Tree>"))]
    pub witness: Option<Value>,
    /// The violation in words.
    pub story: Option<String>,
    /// Which strategy found it.
    pub strategy: Option<&'static str>,
    /// The file that holds the violation, where one does: an engine reads no files, so the caller says it.
    pub record: Option<String>,
    /// What was looked at.
    pub searched: Searched,
    /// Of a program outside: what the verdict stands for, and how the program behaved.
    #[serde(flatten)]
    pub program: Option<OfProgram>,
    /// Of a violation, why the outcome meets the specification; nothing of a mechanism that is run as printed.
    #[serde(skip)]
    pub certificate: Option<Value>,
    /// Of a violation whose witness compares two runs, the other one.
    #[serde(skip)]
    pub other: Option<Value>,
    /// Whether the mechanism runs an algorithm as printed.
    #[serde(skip)]
    pub as_printed: bool,
    /// Whether it is a program outside.
    #[serde(skip)]
    pub outside: bool,
    /// The command of that program, or the name of a function outside.
    #[serde(skip)]
    pub command: Option<String>,
    /// Up to where margins count for nothing, relative to their scale, where the mechanism's numbers are rounded.
    #[serde(skip)]
    pub slack: Option<Rational>,
    /// Instance and outcome as tables.
    #[serde(skip)]
    pub tables: Vec<Table>,
    /// What was assumed of the instances searched.
    #[serde(skip)]
    pub hypothesis: Hypothesis,
    /// How large the instance is, in short.
    #[serde(skip)]
    pub size: Option<String>,
    /// How small it is proved to be.
    #[serde(skip)]
    pub minimality: &'static str,
}

/// What a verdict on a program outside says besides.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfProgram {
    /// What the verdict stands for.
    pub stands: &'static str,
    /// Up to where margins count for nothing, relative to their scale.
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::shape::Exact>"))]
    pub slack: Option<Rational>,
    /// How the program behaved.
    pub program: Option<Behaviour>,
}

/// How a program outside behaved.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Behaviour {
    /// Its command.
    pub command: String,
    /// Instances it was asked about.
    pub asked: u64,
    /// How it failed, by kind.
    pub failures: Vec<Failures>,
    /// Whether it was given up.
    pub given_up: bool,
}

#[cfg(feature = "programs")]
impl Behaviour {
    /// The questions asked of a program so far, and its failures.
    pub fn of(program: &Program) -> Self {
        let tally = program.tally();
        let failures =
            tally.failures.into_iter().map(|(kind, count, first)| Failures { kind, count, first }).collect();
        Behaviour {
            command: program.command().to_string(),
            asked: tally.asked,
            failures,
            given_up: tally.given_up,
        }
    }
}

/// Failures of one kind.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Failures {
    /// The kind.
    pub kind: Cow<'static, str>,
    /// How many.
    pub count: u64,
    /// The first in words.
    pub first: String,
}

/// What one property comes to on one of many instances.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ruling {
    /// The answer.
    #[serde(rename = "verdict")]
    pub answer: Answer,
    /// By how much it is violated.
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::shape::Exact>"))]
    pub margin: Option<Rational>,
    /// Why, where the answer needs a reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The parts of a run that are made for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    /// The outcome alone.
    Outcome,
    /// The outcome and its tables.
    Tables,
    /// The outcome, its tables and its bars.
    Bars,
}

/// An allocation and the check of its certificate. Serialised, it is the document that `--format json`
/// prints.
#[derive(Clone, Debug, Serialize)]
#[serde(into = "RunDocument")]
pub struct RunReport {
    /// Id of the mechanism.
    pub mechanism: &'static str,
    /// Id of the model.
    pub model: &'static str,
    /// The outcome, or the refusal.
    pub outcome: Result<Value, Refusal>,
    /// `true` if a certificate was accepted, `false` if none was; `None` if there is none to check.
    pub certified: Option<bool>,
    /// The reason why no certificate was accepted.
    pub reason: Option<String>,
    /// Instance and outcome as tables, and the steps that lead to the outcome.
    pub tables: Vec<Table>,
    /// The outcome as bars, if it consists of numbers.
    pub bars: Option<Bars>,
}

/// The shape of a run's document.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RunReport"))]
struct RunDocument {
    mechanism: &'static str,
    model: &'static str,
    /// Whether a certificate checks; null where there is none to check.
    certified: Option<bool>,
    /// What was handed out; null where nothing was.
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::shape::Tree>"))]
    outcome: Option<Value>,
    /// Why nothing was handed out, or why it is not certified.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl From<RunReport> for RunDocument {
    fn from(report: RunReport) -> Self {
        let RunReport { mechanism, model, certified, outcome, reason, .. } = report;
        let (outcome, reason) = match outcome {
            Ok(outcome) => (Some(outcome), reason),
            Err(refusal) => (None, Some(refusal.to_string())),
        };
        RunDocument { mechanism, model, certified, outcome, reason }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for RunReport {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        RunDocument::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        RunDocument::json_schema(generator)
    }
}

/// The worst value found of a measure.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct WorstReport {
    /// The mechanism's id.
    pub mechanism: &'static str,
    /// The model's id.
    pub model: &'static str,
    /// The measure's id.
    pub measure: &'static str,
    /// The worst value, if any instance had one.
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::shape::Exact>"))]
    pub value: Option<Rational>,
    /// The smallest instance found that has it.
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::shape::Tree>"))]
    pub instance: Option<Value>,
    /// The worst value found for each number of agents.
    pub by_size: Vec<WorstOfSize>,
    /// What was looked at.
    pub searched: Searched,
    /// That instance and its outcome as tables.
    #[serde(skip)]
    pub tables: Vec<Table>,
    /// What the agents are called, in the singular.
    #[serde(skip)]
    pub agent: &'static str,
}

/// The worst value found for one number of agents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorstOfSize {
    /// How many agents.
    pub agents: usize,
    /// The value.
    #[cfg_attr(feature = "schema", schemars(with = "super::shape::Exact"))]
    pub value: Rational,
}

/// What the cells of a model come to over a whole scope.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CensusReport {
    /// The model's id.
    pub model: &'static str,
    /// One a mechanism.
    pub mechanisms: Vec<MechanismCensus>,
    /// What was looked at.
    pub searched: Searched,
}

/// What the properties came to for one mechanism.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MechanismCensus {
    /// The mechanism's id.
    pub mechanism: &'static str,
    /// Instances outside its domain.
    pub refused: u64,
    /// Instances for which it hands out nothing, though they are in its domain.
    pub without_outcome: u64,
    /// One a property.
    pub properties: Vec<PropertyCensus>,
}

/// What a property came to for a mechanism.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PropertyCensus {
    /// The property's id.
    pub property: &'static str,
    /// Instances that violate it.
    pub violated: u64,
    /// Instances on which it holds.
    pub holds: u64,
    /// Instances left undecided.
    pub undecided: u64,
    /// Instances of which it says nothing.
    pub out_of_scope: u64,
    /// The first that violates it.
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::shape::Tree>"))]
    pub first: Option<Value>,
    /// How many instances came before that one.
    #[serde(skip)]
    pub before: Option<u64>,
}

/// What tells two mechanisms or two properties apart.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SeparationReport {
    /// In words: what is told apart.
    pub question: String,
    /// The instance, if one was found.
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::shape::Tree>"))]
    pub instance: Option<Value>,
    /// How it tells them apart.
    pub how: Option<separate::How>,
    /// What was looked at.
    pub searched: Searched,
    /// The instance as tables.
    #[serde(skip)]
    pub tables: Vec<Table>,
}

/// A record displayed for readers.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Exhibit {
    /// Instance and outcome as tables.
    pub tables: Vec<Table>,
    /// The violation in a sentence.
    pub story: String,
    /// The outcome as bars, and the allocation that the witness names, each under its heading.
    pub pictures: Vec<(String, Bars)>,
    /// `true` if the mechanism runs an algorithm as printed.
    pub as_printed: bool,
}
