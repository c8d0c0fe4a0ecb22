//! Campaigns: work cut into blocks, done by any number of workers in one folder, and put together into one result.
//!
//! A block is a search, a part of a census or some lines of a batch, with all that it depends on in the file
//! `campaign.toml`; so what it comes to does not depend on when, where or after what it is run. Blocks are files, written
//! at once or not at all. Which worker does which block is settled by [`lease`]s in the folder itself: nothing else is
//! shared, no worker knows another, and the same folder is served by a batch system, by other machines or by hand. The
//! result is read off the blocks in their order, so it is the same bytes as that of one worker on one thread.
//!
//! ```text
//! DIR/campaign.toml            what is to be done
//! DIR/blocks/0/12.toml         block 12, done; 12.found.toml where it decides its cell
//! DIR/leases/NAME.worker       the diary of a worker; NAME.left.worker once it has left
//! DIR/leases/12.0              the lease of block 12: another name of its holder's diary
//! DIR/results.toml, records/   what the blocks come to
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

pub use fold::{Results, Row};
pub use plan::{Batch, Campaign, MOST_BLOCKS, Task};
pub use seal::sealed;
pub(crate) use search::read_searched;
pub use worker::{Shard, Tally, Terms};

use crate::document::{InputError, put};

/// Why a campaign cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// A file of the campaign that cannot be read, or an unknown id.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The folder cannot be read or written.
    #[error("{path}: {reason}", path = .0.display(), reason = .1)]
    Folder(PathBuf, std::io::Error),
    /// The folder holds another campaign, or is asked for what it cannot give.
    #[error("{0}: {1}")]
    Other(String, String),
    /// Two workers came to different results of one block.
    #[error(
        "{first} and {second} are two different results of one block: the programs or the machines that made them differ, \
         or a mechanism does not answer the same twice; find out which is right and remove the other",
        first = .0.display(), second = .1.display()
    )]
    Differ(PathBuf, PathBuf),
}

/// An error of the file system at this path.
fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> CampaignError {
    let path = path.to_path_buf();
    move |error| CampaignError::Folder(path, error)
}

/// Writes a file at once, and the folders above it where they are missing.
fn write(path: &Path, text: &str) -> Result<(), CampaignError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed(folder))?;
    }
    put(path, text).map_err(failed(path))
}
