//! Documents about campaigns: plans, blocks, progress, results.

use fairwitness::search::Searched;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

/// The plan of a campaign.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Plan {
    pub folder: std::path::PathBuf,
    /// Number of blocks in all.
    pub blocks: usize,
    /// Number of cells: pairs of a mechanism and a property or measure.
    pub cells: usize,
}

/// Blocks that were run, as ranges such as `0-9,12`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Worked {
    /// Blocks that were done and written.
    pub done: String,
    /// Blocks that were there already.
    pub known: String,
    /// `true` if the run was stopped from outside.
    pub stopped: bool,
}

/// Progress of a campaign; blocks are ranges such as `0-9,12`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Standing {
    /// Number of blocks in all.
    pub blocks: usize,
    pub done: Blocks,
    /// Blocks to be run.
    pub missing: Blocks,
    /// Blocks that are not needed, because an earlier block decides their cell.
    pub spared: Blocks,
    /// Blocks whose files are damaged, to be run again.
    pub damaged: Blocks,
    /// Files that are damaged or do not belong to the campaign, with the reason.
    pub faults: Vec<String>,
}

/// Some blocks of a campaign.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Blocks {
    pub count: usize,
    /// Numbers as ranges such as `0-9,12`, for `--array=` of Slurm and `--block`.
    pub numbers: String,
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

/// A job that runs the blocks of a campaign.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Job {
    /// Number of processes.
    pub processes: usize,
    /// The script, or the manifest as an object.
    pub job: Json,
}
