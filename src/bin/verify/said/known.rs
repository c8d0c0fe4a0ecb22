//! Documents about the state of knowledge: cells of the matrix, claims, scorecards, queries.

use fairwitness::library::claims::{Found, Open, Weighed};
use fairwitness::library::matrix::{CellState, MatrixCell};
use fairwitness::library::query::Truth;
use fairwitness::library::searches::Extent;
use schemars::JsonSchema;
use serde::Serialize;

/// A cell of a matrix.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Cell {
    pub mechanism: &'static str,
    pub property: &'static str,
    pub model: &'static str,
    /// Hypothesis about the instances.
    pub hypothesis: &'static str,
    /// `violated`, `proved`, `unrefuted`, `undecided` or `out-of-scope`; the evidence says who checked a proof.
    pub state: &'static str,
    pub evidence: CellEvidence,
    /// Existence of an outcome on every instance of the mechanism's domain: `proved`, `on-paper`, `may-not-end` or
    /// `unknown`.
    pub existence: &'static str,
}

/// Evidence for the state of a cell.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum CellEvidence {
    /// A violation on record.
    Record { record: String },
    /// A violation of another property that implies a violation of this one.
    Derived { from: String, record: String, reason: String },
    /// A theorem about exactly this cell, or a clause of the specification.
    Proved { theorem: String, file: String, cell: String, by: &'static str },
    /// The file of a proof on paper, which no proof kernel has checked.
    OnPaper { paper: String, by: &'static str },
    /// Counts of the instances searched.
    Searched { decided: u64, undecided: u64, instances: u64, exhausted: Option<String> },
}

impl From<&MatrixCell> for Cell {
    fn from(cell: &MatrixCell) -> Self {
        let searched = |extent: &Extent| CellEvidence::Searched {
            decided: extent.decided,
            undecided: extent.undecided,
            instances: extent.instances,
            exhausted: extent.exhausted.clone(),
        };
        let (state, evidence) = match &cell.state {
            CellState::Violated { record } => ("violated", CellEvidence::Record { record: record.clone() }),
            CellState::Derived { from, record, reason } => (
                "violated",
                CellEvidence::Derived {
                    from: from.to_string(),
                    record: record.clone(),
                    reason: reason.to_string(),
                },
            ),
            CellState::Proved { theorem, file, cell, by_definition } => (
                "proved",
                CellEvidence::Proved {
                    theorem: theorem.to_string(),
                    file: file.to_string(),
                    cell: cell.to_string(),
                    by: if *by_definition { "definition" } else { "theorem" },
                },
            ),
            CellState::ProvedOnPaper { file } => {
                ("proved", CellEvidence::OnPaper { paper: file.clone(), by: "paper" })
            }
            CellState::Unrefuted(extent) => ("unrefuted", searched(extent)),
            CellState::Undecided(extent) => ("undecided", searched(extent)),
            CellState::OutOfScope(extent) => ("out-of-scope", searched(extent)),
        };
        let MatrixCell { mechanism, property, model, hypothesis, existence, .. } = *cell;
        let (hypothesis, existence) = (hypothesis.id(), existence.word());
        Cell { mechanism, property, model, hypothesis, state, evidence, existence }
    }
}

/// A claim and its standing by the evidence.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Claimed {
    pub id: String,
    pub source: String,
    /// Place in the source.
    pub locus: String,
    pub kind: String,
    pub voice: String,
    /// For a claim whose source was not read: the report of the claim.
    pub reported: Option<Reported>,
    pub finding: String,
    pub statement: String,
    pub mechanism: Option<String>,
    pub property: Option<String>,
    pub hypothesis: String,
    pub stance: String,
    pub standing: String,
    /// For an open claim, the reason: `unknown`, `source-missing` or `no-mathematics`.
    pub open: Option<&'static str>,
    pub extent: Option<String>,
    pub note: Option<String>,
    pub tried: Option<String>,
    pub evidence: Vec<Found>,
}

/// A report of a claim.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Reported {
    /// Kind of the report: `documentation`, `code`, `abstract`, `notes` or `memory`.
    pub by: &'static str,
    /// Place of the report.
    pub at: String,
}

impl From<&Weighed> for Claimed {
    fn from(weighed: &Weighed) -> Self {
        let Weighed { claim, standing, found, extent } = weighed.clone();
        Claimed {
            id: claim.id,
            source: claim.source,
            locus: claim.locus,
            kind: claim.kind,
            voice: claim.voice.word().to_string(),
            reported: claim.reported.map(|(by, at)| Reported { by: by.word(), at }),
            finding: claim.finding,
            statement: claim.statement,
            mechanism: claim.mechanism,
            property: claim.property,
            hypothesis: claim.hypothesis.id().to_string(),
            stance: claim.stance,
            standing: standing.word().to_string(),
            open: claim.open.map(Open::word),
            extent,
            note: claim.note,
            tried: claim.tried,
            evidence: found,
        }
    }
}

/// Every claim is weighed again, and its standing is compared with the one on file.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClaimsChecked {
    /// Number of claims.
    pub claims: usize,
    /// Claims whose standing by the evidence is not the one on file.
    pub differ: Vec<Differs>,
}

/// A claim whose standing differs.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Differs {
    pub id: String,
    /// Standing on file; `null` for a claim that is not there.
    pub filed: Option<String>,
    /// Standing by the evidence; `null` for a claim that is on file only.
    pub found: Option<String>,
}

/// Answers to a query, one per mechanism.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Queried {
    pub query: String,
    pub model: String,
    /// Hypothesis about demands; null for a query about one instance.
    pub demands: Option<String>,
    pub instance: Option<String>,
    pub mechanisms: Vec<QueriedRow>,
}

/// Answer for one mechanism.
#[derive(Debug, Serialize, JsonSchema)]
pub struct QueriedRow {
    pub mechanism: &'static str,
    /// Existence of an outcome on every instance of the mechanism's domain; null for a query about one instance.
    pub existence: Option<&'static str>,
    pub answer: &'static str,
    pub literals: Vec<QueriedLiteral>,
}

/// State of one property of a mechanism.
#[derive(Debug, Serialize, JsonSchema)]
pub struct QueriedLiteral {
    pub property: &'static str,
    pub state: &'static str,
    /// `true` if the state is direct evidence, `false` if it follows from the state of another property.
    pub asserted: bool,
    pub reason: String,
    /// What the state says about the query.
    #[serde(skip)]
    pub keeps: Truth,
}
