//! The state of a run at an instant.

use std::collections::VecDeque;

use crate::workload::{Time, Workload};

/// The state that a sample receives.
#[derive(Debug)]
pub struct State {
    /// The time since the beginning, in milliseconds.
    pub now: Time,
    /// Units of each resource in use.
    pub used: Vec<i64>,
    /// Resources in use (users x resources).
    pub held: Vec<Vec<i64>>,
    /// Number of running tasks of each user.
    pub running: Vec<u32>,
    /// Number of waiting tasks of each user.
    pub waiting: Vec<u64>,
    /// The batches with waiting tasks of each user, first come first.
    pub queues: Vec<VecDeque<u32>>,
    /// Number of tasks of user `u` on server `s`, at index `u * servers + s`; empty unless the setting asks
    /// for it.
    pub placed: Vec<u32>,
    /// The kind of the running tasks of each user.
    pub(super) kinds: Vec<RunningDemand>,
}

/// The error for a user whose tasks have different demands, so that no instance describes the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mixed;

/// The demand of the running tasks of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunningDemand {
    /// The user has no running tasks.
    None,
    /// All running tasks have the demand of this batch.
    One(u32),
    /// The running tasks have different demands.
    Mixed,
}

impl State {
    /// Returns `true` if tasks of the user run or wait.
    pub fn is_there(&self, user: usize) -> bool {
        self.running[user] > 0 || !self.queues[user].is_empty()
    }

    /// Returns the common demand of all running and waiting tasks of a user, or `None` if it has no tasks.
    ///
    /// # Errors
    /// [`Mixed`] if the tasks have different demands.
    pub fn demand<'a>(&self, workload: &'a Workload, user: usize) -> Result<Option<&'a [i64]>, Mixed> {
        let mut found: Option<&[i64]> = None;
        let running = match self.kinds[user] {
            RunningDemand::Mixed => return Err(Mixed),
            RunningDemand::One(batch) => Some(batch),
            RunningDemand::None => None,
        };
        for batch in self.queues[user].iter().copied().chain(running) {
            let demand = &workload.batches[batch as usize].demand[..];
            if found.is_some_and(|found| found != demand) {
                return Err(Mixed);
            }
            found = Some(demand);
        }
        Ok(found)
    }
}
