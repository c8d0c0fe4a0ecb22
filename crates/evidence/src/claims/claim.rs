//! Claims: the statement of a paper, its place and voice, its evidence, and its standing.

use serde::Serialize;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::model::Hypothesis;
use crate::scalar::Rational;
use crate::sources::Reporter;
use crate::values::Computation;

/// The standing of a claim by the evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Standing {
    /// Exact evidence contradicts the claim.
    Contradicted,
    /// A theorem that a proof kernel accepts states the claim.
    Proved,
    /// A proof on paper, with a referee's notes, stands beside the claim.
    ProvedOnPaper,
    /// An argument in words stands beside the claim, for the part that no computation shows.
    Argued,
    /// The claim is about infinitely many instances, and no counterexample is known.
    Unrefuted,
    /// Everything that the claim states was computed, and agrees.
    Reproduced,
    /// No evidence settles the claim, for the reason that its [`Open`] gives.
    Open,
}

/// The reason why a claim is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Open {
    /// The claim is a statement of mathematics, and neither a proof nor a counterexample is known.
    Unknown,
    /// What the claim speaks of (a figure, a trace, a run, another paper) is not at hand.
    SourceMissing,
    /// The claim is no statement of mathematics: it compares by degree, explains, or judges the literature.
    NoMathematics,
}

impl Open {
    /// Returns the word of the reason in files and outputs.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

impl Standing {
    /// Returns the word of the standing in files and outputs.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// The direction in which a piece of evidence supports or opposes a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, IntoStaticStr, EnumString)]
#[strum(serialize_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Bearing {
    /// The evidence proves the claim.
    Proves,
    /// The evidence proves the claim on paper.
    ProvesOnPaper,
    /// The evidence argues for the claim in words.
    Argues,
    /// The evidence agrees with the claim.
    Reproduces,
    /// The evidence contradicts the claim.
    Contradicts,
    /// The evidence found no counterexample to the claim.
    Unrefuted,
}

impl Bearing {
    /// Returns the word of the bearing in files and outputs.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// The kinds of evidence; everything but an argument is computed when a standing is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The totals that a mechanism allocates on an instance.
    Run,
    /// The value of a measure on an instance.
    Measure,
    /// The judgement of a cell on an instance.
    Judgement,
    /// A violation on record.
    Record,
    /// A theorem that a proof kernel accepts.
    Theorem,
    /// A quantity that is computed exactly and compared with an expected number.
    Value,
    /// A search of many instances.
    Search,
    /// An argument or a proof in words.
    Argument,
}

/// The kinds of statements in papers.
pub const KINDS: [&str; 12] = [
    "theorem",
    "lemma",
    "proposition",
    "proof-step",
    "algorithm",
    "definition",
    "example",
    "number",
    "table",
    "figure",
    "remark",
    "misprint",
];

/// The source of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Voice {
    /// The paper makes the statement, and its text was read.
    Paper,
    /// The statement is reported: by documentation or code of a product, by an abstract, by notes, or from
    /// memory.
    Reported,
    /// The statement is a question of this project: the paper is silent, assumes otherwise, or does not mean
    /// it so.
    Question,
}

impl Voice {
    /// Returns the word of the voice in files and outputs.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// A piece of evidence; the fields have the names of the file: ids, file names, and expected values.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Evidence {
    /// A computation on file.
    Value(Box<Computation>),
    /// An argument in words; a proof, if a referee's notes on it are given.
    Argument { text: String, referee: Option<String> },
    /// The records of a cell; `violated` says that the claim expects a violation.
    Cell { mechanism: String, property: String, violated: bool },
    /// The total tasks of every user that a mechanism allocates on an instance, as the paper prints them.
    Run { mechanism: String, instance: String, tasks: Vec<Rational> },
    /// The judgement of a cell on one instance, with the expected answer.
    Judge { mechanism: String, property: String, instance: String, violated: bool },
    /// The value of a measure on one instance, with the expected value.
    Measure { mechanism: String, measure: String, instance: String, value: Rational },
    /// A record, and its bearing on the claim.
    Record { file: String, bearing: Bearing },
}

/// A statement of a paper with its place and its evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Id of the claim: citekey and a short name.
    pub id: String,
    /// Citekey of the source.
    pub source: String,
    /// Number of the group of statements of its paper to which it belongs.
    pub row: usize,
    /// The place in the paper; for a question, the statement from which it arises.
    pub locus: String,
    /// The kind of the statement, one of [`KINDS`].
    pub kind: String,
    /// The voice: the paper, a report, or a question of the project.
    pub voice: Voice,
    /// The kind and the place of the report, for a reported claim.
    pub reported: Option<(Reporter, String)>,
    /// Name of the finding (the common cause) that it shares with other claims of its paper.
    pub finding: String,
    /// The statement, in the project's words.
    pub statement: String,
    /// The stance of the claim: it asserts the statement, denies it, or leaves it open.
    pub stance: String,
    /// Id of the mechanism in the statement.
    pub mechanism: Option<String>,
    /// Id of the property in the statement.
    pub property: Option<String>,
    /// The hypothesis about instances.
    pub hypothesis: Hypothesis,
    /// The numbers that the paper prints, with their names.
    pub numbers: Vec<(String, String)>,
    /// A note on the reading of the text, or on the step at which its argument fails.
    pub note: Option<String>,
    /// The reason why the claim is open, for an open claim.
    pub open: Option<Open>,
    /// The attempts so far, if the claim is unsettled.
    pub tried: Option<String>,
    /// Evidence for and against the claim.
    pub evidence: Vec<Evidence>,
}

/// A claim with the result of its evidence.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// The claim that was weighed.
    pub claim: Claim,
    /// The standing by the evidence.
    pub standing: Standing,
    /// The result of each piece of evidence, in the order of the claim, then the theorems.
    pub found: Vec<Found>,
    /// The instances that were searched or decided, in words.
    pub extent: Option<String>,
}

impl Weighed {
    /// The standing in words for readers, with the reason if it is open: `open (source missing)`.
    pub fn words(&self) -> String {
        let open = self.claim.open.map(|open| format!(" ({})", open.word().replace('-', " ")));
        self.standing.word().to_string() + &open.unwrap_or_default()
    }
}

/// The result of a piece of evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Found {
    /// The kind of the evidence.
    pub kind: Kind,
    /// The bearing on the claim.
    #[serde(rename = "shows")]
    pub bearing: Bearing,
    /// The result in words.
    pub what: String,
    /// The extent of a search, in words.
    #[serde(skip)]
    pub extent: Option<String>,
}
