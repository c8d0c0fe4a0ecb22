//! What comes back over the seam between typed models and names: reports, with values as documents.

use crate::document::{Document, Value};
use crate::model::refusal::Refusal;
use crate::model::{Bars, Hypothesis, Table};
use crate::scalar::Rational;
use crate::search::Searched;
use crate::search::separate;

/// An id with its page.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The id.
    pub id: &'static str,
    /// The page: Markdown with a TOML block at its head.
    pub page: &'static str,
}

impl Entry {
    /// A field of the page's TOML block.
    pub fn field(&self, name: &str) -> Option<String> {
        let block = self.page.split_once("```toml")?.1.split_once("```")?.0;
        match Document::parse("page", block).ok()?.root.get(name)? {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    /// The name in the field's words.
    pub fn name(&self) -> String {
        self.field("name").unwrap_or_else(|| self.id.to_string())
    }
}

/// How a question about a cell ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The word for it.
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

/// The answer to a question about a cell, with its evidence.
#[derive(Clone, Debug)]
pub struct Report {
    /// The mechanism's id.
    pub mechanism: &'static str,
    /// The property's id.
    pub property: &'static str,
    /// The model's id.
    pub model: &'static str,
    /// The answer.
    pub answer: Answer,
    /// Why, where the answer needs a reason.
    pub reason: Option<String>,
    /// The instance it rests on.
    pub instance: Option<Value>,
    /// What the mechanism handed out.
    pub outcome: Option<Value>,
    /// The witness of a violation, with its margin.
    pub witness: Option<Value>,
    /// Of a violation, why the outcome meets the specification; nothing of a mechanism that is run as printed.
    pub certificate: Option<Value>,
    /// Of a violation whose witness compares two runs, the other one.
    pub other: Option<Value>,
    /// Whether the mechanism runs an algorithm as printed.
    pub as_printed: bool,
    /// Whether it is a program outside.
    pub outside: bool,
    /// The command of that program, or the name of a function outside.
    pub command: Option<String>,
    /// Up to where margins count for nothing, relative to their scale, where the mechanism's numbers are rounded.
    pub slack: Option<Rational>,
    /// The violation in words.
    pub story: Option<String>,
    /// Instance and outcome as tables.
    pub tables: Vec<Table>,
    /// Which strategy found it.
    pub strategy: Option<&'static str>,
    /// What was assumed of the instances searched.
    pub hypothesis: Hypothesis,
    /// How large the instance is, in short.
    pub size: Option<String>,
    /// How small it is proved to be.
    pub minimality: &'static str,
    /// What was looked at.
    pub searched: Searched,
}

/// What one property comes to on one of many instances.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruling {
    /// The answer.
    pub answer: Answer,
    /// By how much it is violated.
    pub margin: Option<Rational>,
    /// Why, where the answer needs a reason.
    pub reason: Option<String>,
}

/// How much of a run is made for a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    /// The outcome alone.
    Outcome,
    /// Its tables too.
    Tables,
    /// And its bars.
    Bars,
}

/// An allocation and whether it meets its specification.
#[derive(Clone, Debug)]
pub struct RunReport {
    /// The mechanism's id.
    pub mechanism: &'static str,
    /// The model's id.
    pub model: &'static str,
    /// What was handed out, or why nothing was.
    pub outcome: Result<Value, Refusal>,
    /// Whether a certificate checks.
    pub certified: Option<bool>,
    /// Why it does not.
    pub reason: Option<String>,
    /// Instance and outcome as tables, and how the outcome came about.
    pub tables: Vec<Table>,
    /// The outcome as bars, where it consists of numbers.
    pub bars: Option<Bars>,
}

/// The worst value found of a measure.
#[derive(Clone, Debug)]
pub struct WorstReport {
    /// The mechanism's id.
    pub mechanism: &'static str,
    /// The measure's id.
    pub measure: &'static str,
    /// The model's id.
    pub model: &'static str,
    /// The worst value, if any instance had one.
    pub value: Option<Rational>,
    /// The smallest instance found that has it.
    pub instance: Option<Value>,
    /// That instance and its outcome as tables.
    pub tables: Vec<Table>,
    /// What the agents are called, in the singular.
    pub agent: &'static str,
    /// The worst value found for each number of agents.
    pub by_size: Vec<(usize, Rational)>,
    /// What was looked at.
    pub searched: Searched,
}

/// What the cells of a model come to over a whole scope.
#[derive(Clone, Debug)]
pub struct CensusReport {
    /// The model's id.
    pub model: &'static str,
    /// One a mechanism.
    pub mechanisms: Vec<MechanismCensus>,
    /// What was looked at.
    pub searched: Searched,
}

/// What the properties came to for one mechanism.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
pub struct PropertyCensus {
    /// The property's id.
    pub property: &'static str,
    /// Instances on which it holds.
    pub holds: u64,
    /// Instances that violate it.
    pub violated: u64,
    /// Instances left undecided.
    pub undecided: u64,
    /// Instances of which it says nothing.
    pub out_of_scope: u64,
    /// The first that violates it.
    pub first: Option<Value>,
    /// How many instances came before that one.
    pub before: Option<u64>,
}

/// What tells two mechanisms or two properties apart.
#[derive(Clone, Debug)]
pub struct SeparationReport {
    /// In words: what is told apart.
    pub question: String,
    /// The instance, if one was found.
    pub instance: Option<Value>,
    /// How it tells them apart.
    pub how: Option<separate::How>,
    /// The instance as tables.
    pub tables: Vec<Table>,
    /// What was looked at.
    pub searched: Searched,
}

/// A record laid out for a reader.
#[derive(Clone, Debug)]
pub struct Exhibit {
    /// Instance and outcome as tables.
    pub tables: Vec<Table>,
    /// The violation in words.
    pub story: String,
    /// The outcome as bars, and what would be instead where the witness names it; each under its heading.
    pub pictures: Vec<(String, Bars)>,
    /// Whether the mechanism runs an algorithm as printed.
    pub as_printed: bool,
}
