//! Campaigns: work divided into blocks, done by any number of workers in one folder, and combined into one result.
//!
//! A block is a search, a part of a census or some lines of a batch, and everything that it depends on is in the
//! file `campaign.toml`; so its result does not depend on when, where or after which block it is run. Blocks are
//! files, written completely or not at all. [`lease`]s in the folder itself assign blocks to workers: nothing else
//! is shared, no worker knows another, and one folder can be served by a batch system, by several machines or by
//! hand. The result is read from the blocks in order, so its bytes are those of one worker on one thread.
//!
//! ```text
//! DIR/campaign.toml            the question
//! DIR/blocks/0/12.toml         block 12, finished; 12.found.toml if it decides its cell
//! DIR/leases/NAME.worker       the diary of a worker; NAME.left.worker once it has left
//! DIR/leases/12.0              the lease of block 12: another name of its holder's diary
//! DIR/results.toml, records/   the combined results
//! ```

mod batch;
mod census;
mod draft;
mod fold;
pub mod lease;
mod life;
mod merge;
mod plan;
mod seal;
mod search;
mod shelf;
pub mod slurm;
pub mod status;
mod worker;
mod worst;

use std::path::{Path, PathBuf};

pub use fold::{CellRow, Results};
pub use plan::{Batch, Campaign, MOST_BLOCKS, Task};
pub use seal::sealed;
pub(crate) use search::read_searched;
pub use worker::{Shard, Terms, WorkerTally};

use crate::document::{InputError, put};

/// Reasons why a campaign cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// A file of the campaign that cannot be read, or an unknown id.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A folder that cannot be read or written.
    #[error("{path}: {reason}", path = .0.display(), reason = .1)]
    Folder(PathBuf, std::io::Error),
    /// A folder that holds another campaign, or cannot provide what the caller requires.
    #[error("{0}: {1}")]
    Other(String, String),
    /// Two different results of one block.
    #[error(
        "{first} and {second} are two different results of one block: the programs or the machines that made them differ, \
         or a mechanism does not answer the same twice; find out which is right and remove the other",
        first = .0.display(), second = .1.display()
    )]
    Differ(PathBuf, PathBuf),
}

/// Converts an error of the file system at `path`.
fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> CampaignError {
    let path = path.to_path_buf();
    move |error| CampaignError::Folder(path, error)
}

/// Writes a file completely or not at all, and creates missing parent folders.
fn write(path: &Path, text: &str) -> Result<(), CampaignError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed(folder))?;
    }
    put(path, text).map_err(failed(path))
}
