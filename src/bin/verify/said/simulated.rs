//! Documents about simulated rows and figures of papers.

use fairwitness::library::printed::{Comparison, Printed, PrintedRow};
use fairwitness::simulator::figure::FigureRow;
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
    pub comparisons: Vec<Comparison>,
}

/// Printed numbers of a row.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SimulatedPrinted {
    pub under: Printed,
    pub over: Printed,
}

impl Simulated {
    /// Returns the document of a row after `runs` runs from `seed`.
    pub fn of(row: &PrintedRow, runs: i64, seed: u64, comparisons: &[Comparison]) -> Self {
        let printed = SimulatedPrinted { under: row.under, over: row.over };
        Simulated { id: row.id, about: row.about, runs, seed, printed, comparisons: comparisons.to_vec() }
    }
}

/// Simulation of a figure of a paper.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Drawn {
    pub id: String,
    pub about: String,
    pub runs: usize,
    pub seed: u64,
    pub rows: Vec<FigureRow>,
    pub notes: Vec<DrawnNote>,
}

/// A remark of a run of a figure.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DrawnNote {
    pub run: u64,
    pub note: String,
}
