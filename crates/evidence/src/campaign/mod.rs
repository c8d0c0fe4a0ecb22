//! Campaigns: questions divided into numbered blocks, for any engine that runs numbered processes.
//!
//! `campaign.toml` holds the question. A block depends on this file and on its own number alone, so its bytes do
//! not depend on when, where or after which block it runs. A block is one file, written completely or not at
//! all. The engine (Slurm, Kubernetes, GNU parallel, a loop of the shell) places processes, and repeats those
//! that were lost; the results of all blocks, taken in order, are judged again.
//!
//! ```text
//! DIR/campaign.toml            the question
//! DIR/blocks/12.toml           block 12, numbered from 0
//! DIR/results.toml, records/   the results of all blocks
//! DIR/verdicts.jsonl           for a batch, the verdicts of its lines
//! ```

mod batch;
mod block;
mod found;
pub mod job;
mod merge;
mod plan;
mod status;

pub use batch::Batch;
pub use block::{Ran, sealed};
pub(crate) use found::Counts;
pub use found::Found;
pub use merge::{CellRow, Results};
pub use plan::{Campaign, MOST_BLOCKS, PROGRAM, Task, numbers, ranges};
pub use status::Status;

use std::path::Path;

use crate::document::{InputError, put};

/// The error for a file or folder as a whole.
fn wrong(path: &Path, reason: impl Into<String>) -> InputError {
    InputError { file: path.display().to_string(), field: String::new(), reason: reason.into() }
}

/// Converts an error of the file system at `path`.
fn failed(path: &Path) -> impl Fn(std::io::Error) -> InputError {
    move |error| InputError::unread(path, &error)
}

/// Writes a file completely or not at all, and creates missing parent folders.
fn write(path: &Path, text: &str) -> Result<(), InputError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed(folder))?;
    }
    put(path, text).map_err(failed(path))
}
