//! Documents about simulated rows and figures of papers.

use fairwitness::library::printed::{Comparison, PrintedRow, Sample};
use schemars::JsonSchema;
use serde::Serialize;

/// Simulation of a row of a table of pdrf.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Simulated {
    pub id: &'static str,
    pub about: &'static str,
    pub runs: i64,
    pub seed: u64,
    pub printed: SimulatedPrinted,
    pub comparisons: Vec<SimulatedComparison>,
}

/// Printed numbers of a row.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SimulatedPrinted {
    pub under: SimulatedSpread,
    pub over: SimulatedSpread,
}

/// A printed mean with its standard deviation.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SimulatedSpread {
    pub mean: f64,
    pub deviation: f64,
}

/// Comparison of a row with one way of filling.
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
    /// Difference from the printed mean, in standard errors.
    pub z: f64,
}

impl Simulated {
    /// Returns the document of a row after `runs` runs from `seed`.
    pub fn of(row: &PrintedRow, runs: i64, seed: u64, comparisons: &[Comparison]) -> Self {
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

/// Simulation of a figure of a paper.
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
    /// Printed value; null if the paper prints none.
    pub printed: Option<f64>,
    pub simulated: f64,
    /// Lower end of the 95 % confidence interval of the mean over seeds.
    pub low: f64,
    /// Upper end of the 95 % confidence interval of the mean over seeds.
    pub high: f64,
    pub runs: usize,
    pub least: f64,
    pub most: f64,
}

/// A remark of a run of a figure.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DrawnNote {
    pub run: u64,
    pub note: String,
}
