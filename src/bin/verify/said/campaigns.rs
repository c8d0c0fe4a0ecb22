//! Documents about campaigns: results and progress.

use fairwitness::search::Searched;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

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
