//! Reports: the results that a workbench returns, with values as documents in place of the types of a model.

use serde::Serialize;

use super::assumed::Assumption;
use super::program::OfProgram;
use crate::document::{Document, Value};
use crate::model::refusal::Refusal;
use crate::model::{Bars, Hypothesis, Table};
use crate::scalar::Rational;
use crate::search::Searched;
use crate::search::separate;
use crate::trace::Step;

/// An id with its page.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The id, such as `drfh`.
    pub id: &'static str,
    /// The page: Markdown with a TOML block at its head.
    pub page: &'a str,
}

impl Entry<'_> {
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

/// Answer to a question about a mechanism and a property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// A violation was found and confirmed.
    Violated,
    /// A search found no violation.
    Unrefuted,
    /// The property holds on the one instance judged.
    Holds,
    /// The property is not defined for the one instance judged.
    OutOfScope,
    /// Neither a violation nor its absence was shown on the one instance judged.
    #[default]
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
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellReport {
    /// Id of the mechanism.
    pub mechanism: &'static str,
    /// Id of the property.
    pub property: &'static str,
    /// Id of the model.
    pub model: &'static str,
    /// Answer to the question.
    #[serde(rename = "verdict")]
    pub answer: Answer,
    /// Reason for the answer, if it needs one.
    pub reason: Option<String>,
    /// Instance that was judged, or that violates the property.
    pub instance: Option<Value>,
    /// Allocation that the mechanism returned for the instance.
    pub outcome: Option<Value>,
    /// The witness of a violation, with its margin.
    pub witness: Option<Value>,
    /// Violation in sentences.
    pub story: Option<String>,
    /// Id of the strategy that found the violation.
    pub strategy: Option<&'static str>,
    /// Path of the record of the violation, if there is one. The engine reads no files, so the caller fills this
    /// field.
    pub record: Option<String>,
    /// Counts of the instances examined.
    pub searched: Searched,
    /// Remarks on records of the cell: a smaller one, one that the search did not find again, one outside the scope. The
    /// caller fills this field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Meaning of the verdict on an external program, and the program's behaviour; null for built-in mechanisms.
    #[serde(flatten)]
    pub program: Option<OfProgram>,
    /// For a violation, the certificate that the outcome meets the specification; null for a mechanism that is run
    /// as printed.
    #[serde(skip)]
    pub certificate: Option<Value>,
    /// For a violation whose witness compares two runs, the second outcome with its certificate.
    #[serde(skip)]
    pub other: Option<Value>,
    /// `true` if the mechanism runs an algorithm as its paper prints it.
    #[serde(skip)]
    pub as_printed: bool,
    /// `true` if the mechanism is an external program or function.
    #[serde(skip)]
    pub outside: bool,
    /// Command of the external program, or name of the external function.
    #[serde(skip)]
    pub command: Option<String>,
    /// Tolerance for margins, relative to the amounts compared, if the mechanism's numbers are rounded.
    #[serde(skip)]
    pub slack: Option<Rational>,
    /// Command of the program, or name of the function, that is the property.
    #[serde(skip)]
    pub judge: Option<String>,
    /// Instance and outcome as tables.
    #[serde(skip)]
    pub tables: Vec<Table>,
    /// Hypothesis that the searched instances meet.
    #[serde(skip)]
    pub hypothesis: Hypothesis,
    /// Size of the instance in short, such as `2u2s2r`.
    #[serde(skip)]
    pub size: Option<String>,
    /// Extent to which the instance is proved to be small.
    #[serde(skip)]
    pub minimality: &'static str,
}

/// Answer for one property on one of many instances.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ruling {
    /// Answer of the property.
    #[serde(rename = "verdict")]
    pub answer: Answer,
    /// Margin of the violation.
    pub margin: Option<Rational>,
    /// Reason for the answer, if it needs one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Parts of a run's report that are computed for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    /// The outcome without tables and bars.
    Outcome,
    /// The outcome and its tables.
    Tables,
    /// The outcome, its tables and its bars.
    Bars,
}

/// The steps of a run, or the reason why they are not listed.
pub type Steps = Result<Vec<Step>, Refusal>;

/// An allocation and the check of its certificate; serialised, the document of `--format json`.
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
    /// The assumptions of the import of the instance.
    pub assumed: Vec<Assumption>,
    /// Names, and amounts as the product counts them.
    pub beside: Vec<(String, Value)>,
}

impl RunReport {
    /// The report of this outcome alone.
    pub fn of(mechanism: &'static str, model: &'static str, outcome: Result<Value, Refusal>) -> Self {
        let (certified, reason, bars) = (None, None, None);
        let (tables, assumed, beside) = (Vec::new(), Vec::new(), Vec::new());
        RunReport { mechanism, model, outcome, certified, reason, tables, bars, assumed, beside }
    }

    /// The report without the word *certified* where the instance rests on assumptions: a certificate then stands for the
    /// state that was assumed.
    pub(super) fn under_assumptions(self) -> Self {
        if self.assumed.is_empty() || self.certified != Some(true) {
            return self;
        }
        let meets =
            format!("the allocation meets the specification of {} under these assumptions", self.mechanism);
        let told = format!("{}; without them the answer cannot be known", self.reason.unwrap_or(meets));
        RunReport { certified: None, reason: Some(told), ..self }
    }
}

/// The document of a run.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RunReport"))]
struct RunDocument {
    mechanism: &'static str,
    model: &'static str,
    /// `true` if a certificate was accepted; null if there is none to check, or it stands under the assumptions alone.
    certified: Option<bool>,
    /// Allocation; null if the mechanism returned none.
    outcome: Option<Value>,
    /// Reason why there is no allocation, or why it is not certified.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Assumptions of the import of the instance.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumed: Vec<Assumption>,
    /// Names of what the outcome has by index.
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<Value>,
    /// Shares of queues after the decision: exact, and in thousandths as the product writes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    share: Option<Value>,
}

impl From<RunReport> for RunDocument {
    fn from(report: RunReport) -> Self {
        let RunReport { mechanism, model, certified, outcome, reason, assumed, beside, .. } = report;
        let found =
            |name: &str| beside.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
        let (names, share) = (found("names"), found("share"));
        let (outcome, reason) = match outcome {
            Ok(outcome) => (Some(outcome), reason),
            Err(refusal) => (None, Some(refusal.to_string())),
        };
        RunDocument { mechanism, model, certified, outcome, reason, assumed, names, share }
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

/// The worst value of a measure that a search found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct WorstReport {
    /// Id of the mechanism.
    pub mechanism: &'static str,
    /// Id of the model.
    pub model: &'static str,
    /// Id of the measure.
    pub measure: &'static str,
    /// The worst value; null if no instance had a value.
    pub value: Option<Rational>,
    /// The smallest instance found that has the worst value.
    pub instance: Option<Value>,
    /// The worst value found for each number of agents.
    pub by_size: Vec<WorstOfSize>,
    /// The reason why there is no value.
    pub reason: Option<String>,
    /// Counts of the instances examined.
    pub searched: Searched,
    /// The instance of the worst value and its outcome as tables.
    #[serde(skip)]
    pub tables: Vec<Table>,
    /// Word for an agent in the singular, such as `user`.
    #[serde(skip)]
    pub agent: &'static str,
}

/// The worst value found for one number of agents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorstOfSize {
    /// Number of agents.
    pub agents: usize,
    /// The worst value, exact.
    pub value: Rational,
}

/// Counts of verdicts for the cells of a model over a whole scope.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CensusReport {
    /// Id of the model.
    pub model: &'static str,
    /// One entry per mechanism.
    pub mechanisms: Vec<MechanismCensus>,
    /// The reason why no property was decided on any instance; null if one was.
    pub reason: Option<String>,
    /// Counts of the instances examined.
    pub searched: Searched,
}

/// Counts of one mechanism.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MechanismCensus {
    /// Id of the mechanism.
    pub mechanism: &'static str,
    /// Number of instances outside the mechanism's domain.
    pub refused: u64,
    /// Number of instances in the domain for which the mechanism returns no outcome.
    pub without_outcome: u64,
    /// One entry per property.
    pub properties: Vec<PropertyCensus>,
}

/// Counts of one property for one mechanism.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PropertyCensus {
    /// Id of the property.
    pub property: &'static str,
    /// Number of instances that violate the property.
    pub violated: u64,
    /// Number of instances on which the property holds.
    pub holds: u64,
    /// Number of instances left undecided.
    pub undecided: u64,
    /// Number of instances for which the property is not defined.
    pub out_of_scope: u64,
    /// The first instance that violates the property.
    pub first: Option<Value>,
    /// Number of instances before the first violation.
    #[serde(skip)]
    pub before: Option<u64>,
}

/// A difference between two mechanisms or two properties.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SeparationReport {
    /// The question in words: the two mechanisms or properties.
    pub question: String,
    /// The instance, if one was found.
    pub instance: Option<Value>,
    /// The difference on the instance.
    pub how: Option<separate::How>,
    /// The reason why nothing was decided on any instance; null if something was.
    pub reason: Option<String>,
    /// Counts of the instances examined.
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
