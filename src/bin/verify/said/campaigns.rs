//! Documents about campaigns: results and progress.

use fairwitness::search::Searched;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

/// Work of one worker of a campaign.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Worked {
    /// Number of blocks finished.
    pub done: usize,
    /// Number of blocks that other workers finished first.
    pub again: usize,
    /// Number of blocks taken over from lost workers.
    pub taken_over: usize,
    /// `true` if the worker was stopped from outside.
    pub stopped: bool,
}

/// Result for a cell or a measure of a campaign. `property` or `measure` names the question; the other fields are
/// its results.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Merged {
    pub mechanism: String,
    pub verdict: &'static str,
    pub searched: Searched,
    #[serde(flatten)]
    pub more: serde_json::Map<String, Json>,
}

/// Progress of a campaign.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Standing {
    pub task: &'static str,
    pub blocks: StandingBlocks,
    pub taken_over: usize,
    pub repeated: usize,
    /// Files with a second, different result of a block.
    pub differing: Vec<std::path::PathBuf>,
    /// Files that do not belong to the campaign.
    pub foreign: Vec<std::path::PathBuf>,
    pub instances: u64,
    pub blocks_per_second: f64,
    pub instances_per_second: f64,
    pub seconds_left: Option<f64>,
    pub workers: Vec<StandingWorker>,
}

/// Numbers of blocks of a campaign by state.
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
    /// Seconds since the worker's last sign of life.
    pub silent: f64,
}

/// A job submitted to Slurm.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Submitted {
    pub script: std::path::PathBuf,
    /// Number of the job; null if it was not submitted.
    pub job: Option<String>,
    pub blocks: usize,
}
