//! What commands print with `--format json`, as types. What the engine returns is printed as it is; here is the rest.

use std::borrow::Cow;

use fairwitness::document::Value;
use fairwitness::library::claims::{Bearing, Weighed};
use fairwitness::library::matrix::{CellState, MatrixCell};
use fairwitness::library::printed::{Comparison, Row, Sample};
use fairwitness::library::score::{Line, Score};
use fairwitness::library::searches::Extent;
use fairwitness::scalar::Rational;
use fairwitness::search::Searched;
use fairwitness::workbench::shape::{Exact, Tree};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::Value as Json;

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

/// Ids by kind, in the order of kinds: mechanisms, properties and so on. A row has an id, and what its kind has besides.
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
    /// A record that is right.
    pub fn verified(record: &str) -> Self {
        ReplayedOne { record: record.to_string(), verified: true, reason: None }
    }

    /// A record that is not, and why.
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

/// A cell of a matrix.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Cell {
    pub mechanism: &'static str,
    pub property: &'static str,
    pub model: &'static str,
    /// What is assumed of instances.
    pub hypothesis: &'static str,
    /// `violated`, `proved`, `unrefuted`, `undecided` or `out-of-scope`.
    pub state: &'static str,
    pub evidence: CellEvidence,
}

/// What the state of a cell rests on.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum CellEvidence {
    /// A violation on record.
    Record { record: String },
    /// A violation of another property, which is one of this.
    Derived { from: String, record: String, reason: String },
    /// A theorem of exactly the cell's type, or a clause of the specification.
    Proved { theorem: String, file: String, cell: String, by: &'static str },
    /// What was searched.
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
            CellState::Unrefuted(extent) => ("unrefuted", searched(extent)),
            CellState::Undecided(extent) => ("undecided", searched(extent)),
            CellState::OutOfScope(extent) => ("out-of-scope", searched(extent)),
        };
        let MatrixCell { mechanism, property, model, hypothesis, .. } = *cell;
        Cell { mechanism, property, model, hypothesis: hypothesis.id(), state, evidence }
    }
}

/// A claim, and where the evidence leaves it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Claimed {
    pub id: String,
    pub source: String,
    /// Where in the source it stands.
    pub locus: String,
    pub kind: String,
    pub voice: String,
    pub finding: String,
    pub statement: String,
    pub mechanism: Option<String>,
    pub property: Option<String>,
    pub hypothesis: String,
    pub stance: String,
    pub standing: String,
    pub extent: Option<String>,
    pub note: Option<String>,
    pub tried: Option<String>,
    pub evidence: Vec<Shows>,
}

/// A piece of evidence on a claim.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Shows {
    /// `proves`, `reproduces`, `contradicts` or `unrefuted`.
    pub shows: &'static str,
    pub what: String,
}

impl From<&Weighed> for Claimed {
    fn from(weighed: &Weighed) -> Self {
        let Weighed { claim, standing, found, extent } = weighed.clone();
        let shows = |(bearing, what): (Bearing, String)| Shows { shows: bearing.word(), what };
        Claimed {
            id: claim.id,
            source: claim.source,
            locus: claim.locus,
            kind: claim.kind,
            voice: claim.voice.word().to_string(),
            finding: claim.finding,
            statement: claim.statement,
            mechanism: claim.mechanism,
            property: claim.property,
            hypothesis: claim.hypothesis.id().to_string(),
            stance: claim.stance,
            standing: standing.word().to_string(),
            extent,
            note: claim.note,
            tried: claim.tried,
            evidence: found.into_iter().map(shows).collect(),
        }
    }
}

/// A scorecard.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Card {
    pub mechanism: &'static str,
    pub model: &'static str,
    pub properties: Vec<CardLine>,
    pub worst: Vec<CardWorst>,
}

/// A property on a scorecard.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CardLine {
    pub property: String,
    pub state: &'static str,
    pub margin: Option<String>,
    pub instance: Option<String>,
    /// The part of the decided instances that violates the property.
    #[schemars(with = "Option<Exact>")]
    pub rate: Option<Rational>,
    pub decided: Option<u64>,
    pub extent: String,
}

/// A measure on a scorecard.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CardWorst {
    pub measure: String,
    #[schemars(with = "Exact")]
    pub value: Rational,
    pub agents: Option<usize>,
}

impl From<&Score> for Card {
    fn from(score: &Score) -> Self {
        let line = |line: &Line| CardLine {
            property: line.property.to_string(),
            state: line.state.word(),
            margin: line.margin.clone(),
            instance: line.instance.clone(),
            rate: line.rate.map(|(violated, decided)| super::score::ratio(violated, decided)),
            decided: line.rate.map(|(_, decided)| decided),
            extent: line.extent.clone(),
        };
        let worst = |(measure, value, agents): &(String, Rational, Option<usize>)| CardWorst {
            measure: measure.clone(),
            value: value.clone(),
            agents: *agents,
        };
        Card {
            mechanism: score.mechanism,
            model: score.model,
            properties: score.lines.iter().map(line).collect(),
            worst: score.worst.iter().map(worst).collect(),
        }
    }
}

/// What solvers say.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Proved {
    pub mechanism: &'static str,
    pub property: &'static str,
    /// The size, or the file of the instance.
    pub scope: String,
    /// `proved`, `violated`, `undecided` or `out-of-scope`.
    pub verdict: &'static str,
    /// What an instance may have and the form does not encode.
    pub hypothesis: Vec<String>,
    pub reason: Option<String>,
    pub queries: Vec<Asked>,
    #[schemars(with = "Option<Tree>")]
    pub instance: Option<Value>,
    #[schemars(with = "Option<Tree>")]
    pub witness: Option<Value>,
    pub record: Option<String>,
}

/// A query to a solver.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Asked {
    pub name: String,
    pub solver: String,
    pub version: String,
    pub answer: &'static str,
    pub seconds: f64,
}

/// What an expression of properties comes to, mechanism by mechanism.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Queried {
    pub query: String,
    pub model: String,
    /// What is assumed of demands; null on one instance.
    pub demands: Option<String>,
    pub instance: Option<String>,
    pub mechanisms: Vec<QueriedRow>,
}

/// A mechanism's answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct QueriedRow {
    pub mechanism: &'static str,
    pub answer: &'static str,
    pub literals: Vec<QueriedLiteral>,
}

/// What is known of one property of a mechanism.
#[derive(Debug, Serialize, JsonSchema)]
pub struct QueriedLiteral {
    pub property: &'static str,
    pub state: &'static str,
    /// Seen itself; else it follows from what was seen of another property.
    pub asserted: bool,
    pub reason: String,
}

/// What a worker of a campaign did.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Worked {
    /// Blocks done.
    pub done: usize,
    /// Blocks that others did meanwhile.
    pub again: usize,
    /// Blocks taken over from lost workers.
    pub taken_over: usize,
    /// Whether somebody stopped it.
    pub stopped: bool,
}

/// A cell or a measure of a campaign. `property` or `measure` says what was asked; what the task found stands beside.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Merged {
    pub mechanism: String,
    pub verdict: &'static str,
    pub searched: Searched,
    #[serde(flatten)]
    pub more: serde_json::Map<String, Json>,
}

/// How far a campaign is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Standing {
    pub task: &'static str,
    pub blocks: StandingBlocks,
    pub taken_over: usize,
    pub repeated: usize,
    /// Files that hold another result of a block.
    pub differing: Vec<std::path::PathBuf>,
    /// Files that do not belong to the campaign.
    pub foreign: Vec<std::path::PathBuf>,
    pub instances: u64,
    pub blocks_per_second: f64,
    pub instances_per_second: f64,
    pub seconds_left: Option<f64>,
    pub workers: Vec<StandingWorker>,
}

/// Blocks of a campaign by state.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StandingBlocks {
    pub all: usize,
    pub done: usize,
    pub spared: usize,
    pub leased: usize,
    pub lost: usize,
    pub open: usize,
}

/// A worker of a campaign.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StandingWorker {
    pub name: String,
    /// `works`, `waits`, `left` or `lost`.
    pub state: &'static str,
    pub block: Option<usize>,
    pub done: usize,
    pub again: usize,
    pub taken_over: usize,
    pub instances: u64,
    pub seconds: f64,
    /// Since it was last heard of.
    pub silent: f64,
}

/// A job for Slurm.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Submitted {
    pub script: std::path::PathBuf,
    /// The number of the job; null where it was not submitted.
    pub job: Option<String>,
    pub blocks: usize,
}

/// A row of a table of pdrf drawn again.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Simulated {
    pub id: &'static str,
    pub about: &'static str,
    pub runs: i64,
    pub seed: u64,
    pub printed: SimulatedPrinted,
    pub comparisons: Vec<SimulatedComparison>,
}

/// What the paper prints of a row.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SimulatedPrinted {
    pub under: SimulatedSpread,
    pub over: SimulatedSpread,
}

/// A printed mean.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SimulatedSpread {
    pub mean: f64,
    pub deviation: f64,
}

/// A row against one way of filling.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SimulatedComparison {
    pub reference: &'static str,
    pub under: SimulatedSample,
    pub over: SimulatedSample,
    /// Mean numbers of users with 1, 2 and more tasks too few.
    pub short: [f64; 3],
    /// Mean numbers of users with 1, 2 and more tasks too many.
    pub ahead: [f64; 3],
    pub most: [i64; 2],
}

/// A simulated mean.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SimulatedSample {
    pub mean: f64,
    pub deviation: f64,
    pub error: f64,
    /// Standard errors between the printed mean and this.
    pub z: f64,
}

impl Simulated {
    /// A row with what `runs` runs from the seed came to.
    pub fn of(row: &Row, runs: i64, seed: u64, comparisons: &[Comparison]) -> Self {
        let spread = |mean, deviation| SimulatedSpread { mean, deviation };
        let sample =
            |s: &Sample| SimulatedSample { mean: s.mean, deviation: s.deviation, error: s.error, z: s.z };
        let comparison = |c: &Comparison| SimulatedComparison {
            reference: c.reference,
            under: sample(&c.under),
            over: sample(&c.over),
            short: c.short,
            ahead: c.ahead,
            most: [c.most.0, c.most.1],
        };
        Simulated {
            id: row.id,
            about: row.about,
            runs,
            seed,
            printed: SimulatedPrinted {
                under: spread(row.under.mean, row.under.deviation),
                over: spread(row.over.mean, row.over.deviation),
            },
            comparisons: comparisons.iter().map(comparison).collect(),
        }
    }
}

/// A figure of a paper drawn again.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Drawn {
    pub id: String,
    pub about: String,
    pub runs: usize,
    pub seed: u64,
    pub rows: Vec<DrawnRow>,
    pub notes: Vec<DrawnNote>,
}

/// A quantity of a figure.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DrawnRow {
    pub label: String,
    pub quantity: String,
    /// What the paper prints; null where it prints nothing.
    pub printed: Option<f64>,
    pub simulated: f64,
    /// The mean over seeds is at least this, at 95 %.
    pub low: f64,
    /// The mean over seeds is at most this, at 95 %.
    pub high: f64,
    pub runs: usize,
    pub least: f64,
    pub most: f64,
}

/// What a run of a figure noted.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DrawnNote {
    pub run: u64,
    pub note: String,
}
