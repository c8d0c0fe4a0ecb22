//! The status of a campaign: which blocks are done, missing or damaged.

use std::collections::BTreeSet;
use std::path::Path;

use super::block::{State, folder_of};
use super::{Campaign, failed, wrong};
use crate::document::InputError;

/// The status of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// The blocks that are done.
    pub done: Vec<usize>,
    /// The blocks that are not done and are needed for the results.
    pub missing: Vec<usize>,
    /// The blocks that are not done and not needed: an earlier block decides their cell.
    pub spared: Vec<usize>,
    /// The blocks whose files are damaged.
    pub damaged: Vec<usize>,
    /// The damaged files, and the files that do not belong to the campaign, with reasons.
    pub faults: Vec<InputError>,
}

impl Status {
    /// The blocks to be run: missing and damaged ones.
    pub fn open(&self) -> Vec<usize> {
        let mut all = [&self.missing[..], &self.damaged].concat();
        all.sort_unstable();
        all
    }
}

impl Campaign {
    /// The status of the campaign in a folder.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn status(&self, folder: &Path) -> Result<Status, InputError> {
        let (fingerprint, mut decided) = (self.fingerprint(), BTreeSet::new());
        let mut status = Status { faults: self.strangers(folder)?, ..Status::default() };
        for unit in 0..self.units() {
            let (_, series) = self.place(unit);
            match self.state(folder, unit, &fingerprint) {
                State::Done(block) => {
                    decided.extend(block.decides().then_some(series));
                    status.done.push(unit);
                }
                State::Missing if decided.contains(&series) => status.spared.push(unit),
                State::Missing => status.missing.push(unit),
                State::Damaged(error) => {
                    status.damaged.push(unit);
                    status.faults.push(error);
                }
                State::Foreign(error) => status.faults.push(error),
            }
        }
        Ok(status)
    }

    /// The files among the blocks that are no blocks of the campaign. Files whose names begin with a dot are
    /// drafts, and no file system or copy takes them for blocks.
    pub(super) fn strangers(&self, folder: &Path) -> Result<Vec<InputError>, InputError> {
        let folder = folder_of(folder);
        let mut found = Vec::new();
        if !folder.exists() {
            return Ok(found);
        }
        for entry in std::fs::read_dir(&folder).map_err(failed(&folder))? {
            let file = entry.map_err(failed(&folder))?.path();
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let unit = name.strip_suffix(".toml").and_then(|number| number.parse::<usize>().ok());
            let ours =
                unit.filter(|unit| *unit < self.units()).map(|unit| folder.join(format!("{unit}.toml")));
            if !name.starts_with('.') && ours.as_ref() != Some(&file) {
                found.push(wrong(&file, "is no block of this campaign"));
            }
        }
        found.sort_by(|a, b| a.file.cmp(&b.file));
        Ok(found)
    }
}
