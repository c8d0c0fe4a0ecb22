//! Drafts in the folder of a campaign: files that were being written. Those of killed processes are removed.

use std::path::Path;
use std::time::{Duration, SystemTime};

use super::CampaignError;
use super::lease;
use super::shelf::names;

/// The age at which a draft counts as abandoned even if workers are active: a file is written within seconds.
const OLD: Duration = Duration::from_secs(3600);

/// The age at which a draft counts as abandoned in a campaign without a worker.
const LEFT: Duration = Duration::from_secs(10);

/// Returns `true` if `name` is that of a draft or a clock of this program: a word and six letters or digits.
fn is_draft(name: &str) -> bool {
    let rest = name.strip_prefix(".draft").or_else(|| name.strip_prefix(".clock"));
    rest.is_some_and(|rest| rest.len() == 6 && rest.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Removes the drafts in `folder` whose last write is more than `age` before `now`, by the clock of the file
/// system.
fn clear_folder(folder: &Path, age: Duration, now: SystemTime) {
    for name in names(folder).unwrap_or_default().iter().filter(|name| is_draft(name)) {
        let path = folder.join(name);
        let Ok(found) = path.symlink_metadata() else { continue };
        let old = || now.duration_since(found.modified().ok()?).ok();
        if found.is_file() && old().is_some_and(|passed| passed > age) {
            let _ = std::fs::remove_file(&path); // Somebody else may have removed it.
        }
    }
}

/// Removes the abandoned drafts from the folder of a campaign with `units` blocks.
pub(super) fn clear(folder: &Path, units: usize) -> Result<(), CampaignError> {
    let Some(now) = lease::now(folder) else { return Ok(()) };
    let leases = lease::list(folder, units)?;
    let mut at_work = false;
    for path in &leases.present {
        at_work |= lease::diary(path)?.is_some_and(|(sight, _)| !sight.is_over(now));
    }
    let age = if at_work { OLD } else { LEFT };
    // The results of a batch grow in the folder itself while they are put together, with or without a lease.
    clear_folder(folder, OLD, now);
    let blocks = folder.join("blocks");
    let shelves = names(&blocks)?.into_iter().map(|shelf| blocks.join(shelf)).filter(|shelf| shelf.is_dir());
    for inner in shelves.chain([folder.join("records"), lease::folder_of(folder)]) {
        clear_folder(&inner, age, now);
    }
    Ok(())
}
