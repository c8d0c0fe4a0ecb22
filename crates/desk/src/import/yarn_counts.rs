//! Counts of applications and containers that an import from YARN tells in one sentence each.

use super::places::counted;
use super::snapshot::Snapshot;
use crate::workbench::Assumption;

/// Counts of applications that are reported in one sentence each.
#[derive(Default)]
pub(super) struct Count {
    /// Applications that ended.
    pub(super) over: usize,
    /// Applications with several containers, taken as alike.
    pub(super) alike: usize,
    /// Running containers.
    pub(super) runs: usize,
    /// Applications that wait for an unknown amount.
    pub(super) unknown: usize,
    /// Applications on nodes of several labels.
    pub(super) spread: usize,
}

impl Count {
    /// Adds the notes; where nodes are no servers (without `pool`), what runs has no place.
    pub(super) fn notes(&self, pool: bool, snapshot: &mut Snapshot) {
        let mut say = |count: usize, noun: &str, what: &str| {
            if count > 0 {
                snapshot.notes.push(format!("{} {what}", counted(count, noun)));
            }
        };
        say(self.over, "application", "left out: ended");
        let parts = "with several containers, which are taken as equal parts of what the application uses";
        say(self.alike, "application", parts);
        if self.runs > 0 && !pool {
            let note = "counted in `tasks` and not in `running`: on which node a container runs is not in these files";
            say(self.runs, "running container", note);
            snapshot.unplaced = true;
        }
    }

    /// The assumptions that were made for some applications.
    pub(super) fn assumed(&self) -> impl Iterator<Item = Assumption> {
        let waits = "waiting for an unknown amount taken as asking for nothing";
        let spread = "on nodes of several labels counted on nodes of its own label";
        let all =
            [("resourceRequests", self.unknown, waits), ("resourceUsagesByPartition", self.spread, spread)];
        all.into_iter().filter(|(_, count, _)| *count > 0).map(|(field, count, words)| {
            let words = format!("{} {words}.", counted(count, "application"));
            Assumption { field: field.to_string(), count, words }
        })
    }
}
