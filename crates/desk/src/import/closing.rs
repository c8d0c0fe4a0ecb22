//! Machines that take no new tasks, such as nodes that are being drained: each has what runs there, and room for nothing else.

use std::collections::BTreeMap;

use super::amounts::{Amounts, add};
use super::omitted::Omitted;
use super::snapshot::Snapshot;

/// The machines that take no new tasks, and what runs on them. Sets of eligible machines must not have them: a task that runs
/// on one is eligible there in addition, as [`Snapshot::task`] does.
#[derive(Debug, Default)]
pub(super) struct Closing {
    why: BTreeMap<usize, String>,
    held: Omitted,
}

impl Closing {
    /// Adds a machine on which something runs, with the reason `why` it takes nothing else, such as `in the state DRAIN`.
    pub(super) fn machine(&mut self, name: &str, why: &str, snapshot: &mut Snapshot) {
        snapshot.machine(name, Amounts::new());
        self.why.extend(snapshot.named(name).map(|machine| (machine, why.to_string())));
    }

    /// Makes room for a task of `team` that runs on `machine`, if that is one of these.
    pub(super) fn hold(&mut self, machine: usize, team: &str, asks: &Amounts, snapshot: &mut Snapshot) {
        let Some(why) = self.why.get(&machine) else { return };
        let said =
            format!("on {}s {why}, which have what runs there and room for nothing else", snapshot.machine);
        self.held.add(&said, team, 1, asks);
        add(snapshot.has(machine), asks);
    }

    /// One sentence for each reason, with owners and amounts; `task` is the word for a task.
    pub(super) fn told(&self, task: &str) -> Vec<String> {
        self.held.told_as(task, "counted")
    }
}
