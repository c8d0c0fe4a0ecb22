//! Shelves: the blocks of a campaign as files, a thousand per folder, so that listing a folder shows which
//! blocks are finished.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{CampaignError, failed, write};
use crate::document::put_new;

/// The number of blocks on a shelf.
pub(super) const SHELF: usize = 1000;

/// The contents of a shelf.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// The finished blocks, with `true` if the block decides its series.
    pub done: BTreeMap<usize, bool>,
    /// Second results of a block that differ from the first.
    pub differing: Vec<(usize, PathBuf)>,
    /// Files that do not belong there.
    pub foreign: Vec<PathBuf>,
}

fn folder_of(folder: &Path, shelf: usize) -> PathBuf {
    folder.join("blocks").join(shelf.to_string())
}

/// The file of a block.
pub(super) fn path(folder: &Path, unit: usize, found: bool) -> PathBuf {
    let name = if found { format!("{unit}.found.toml") } else { format!("{unit}.toml") };
    folder_of(folder, unit / SHELF).join(name)
}

/// The names in a folder; empty if the folder does not exist.
pub(super) fn names(folder: &Path) -> Result<Vec<String>, CampaignError> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(CampaignError::Folder(folder.to_path_buf(), error)),
    };
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.map(|entry| entry.file_name().to_string_lossy().into_owned()).map_err(failed(folder))
    };
    entries.map(name).collect()
}

/// Reads a number in the form in which this program writes it.
pub(super) fn number(text: &str) -> Option<usize> {
    text.parse::<usize>().ok().filter(|n| n.to_string() == text)
}

/// Lists a shelf of a campaign with `units` blocks. Files whose name begins with a dot are drafts, and are
/// ignored.
pub(super) fn list(folder: &Path, shelf: usize, units: usize) -> Result<Listing, CampaignError> {
    let at = folder_of(folder, shelf);
    let mut listing = Listing::default();
    for name in names(&at)? {
        if name.starts_with('.') {
            continue;
        }
        let parts = name.split_once('.').and_then(|(unit, rest)| Some((number(unit)?, rest)));
        let ours = parts.filter(|(unit, _)| unit / SHELF == shelf && *unit < units);
        match ours {
            Some((unit, "toml")) => {
                listing.done.entry(unit).or_insert(false);
            }
            Some((unit, "found.toml")) => {
                listing.done.insert(unit, true);
            }
            Some((unit, rest)) if rest.starts_with("other-") && rest.ends_with(".toml") => {
                listing.differing.push((unit, at.join(name)));
            }
            _ => listing.foreign.push(at.join(name)),
        }
    }
    listing.differing.sort();
    listing.foreign.sort();
    Ok(listing)
}

/// Returns `true` if a block is finished.
pub(super) fn is_done(folder: &Path, unit: usize) -> bool {
    path(folder, unit, false).exists() || path(folder, unit, true).exists()
}

/// The result of publishing a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Published {
    /// The block was the first.
    First,
    /// A file with identical bytes existed.
    Same,
}

/// Writes a block to its shelf, unless it is there. A different result is kept beside it, under the name of
/// its maker, and is an error.
pub(super) fn publish(
    folder: &Path,
    unit: usize,
    found: bool,
    text: &str,
    maker: &str,
) -> Result<Published, CampaignError> {
    let (own, other) = (path(folder, unit, found), path(folder, unit, !found));
    let shelf = folder_of(folder, unit / SHELF);
    std::fs::create_dir_all(&shelf).map_err(failed(&shelf))?;
    let first = put_new(&own, text).map_err(failed(&own))?;
    let differs = |known: &Path| {
        let second = shelf.join(format!("{unit}.other-{maker}.toml"));
        write(&second, text)?;
        Err(CampaignError::Differ(known.to_path_buf(), second))
    };
    // If two processes publish both kinds at once, at least one of them sees the file of the other.
    if other.exists() {
        return differs(&other);
    }
    if first {
        return Ok(Published::First);
    }
    let known = std::fs::read(&own).map_err(failed(&own))?;
    if known == text.as_bytes() { Ok(Published::Same) } else { differs(&own) }
}
