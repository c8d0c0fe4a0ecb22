//! Rows and figures of papers drawn again.

use fairwitness::library::printed::{Comparison, Row, Sample};
use schemars::JsonSchema;
use serde::Serialize;

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
