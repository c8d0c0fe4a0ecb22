//! The state of a run at an instant.

use std::collections::VecDeque;

use crate::workload::{Time, Workload};

/// What a sample sees.
#[derive(Debug)]
pub struct State {
    /// Milliseconds since the beginning.
    pub now: Time,
    /// Units of each resource in use.
    pub used: Vec<i64>,
    /// What each user holds of each resource.
    pub held: Vec<Vec<i64>>,
    /// Tasks of each user that run.
    pub running: Vec<u32>,
    /// Tasks of each user that wait.
    pub waiting: Vec<u64>,
    /// The batches of each user that have tasks waiting, first come first.
    pub queues: Vec<VecDeque<u32>>,
    /// Tasks of user `u` on server `s`, at `u * servers + s`; empty unless they are kept.
    pub placed: Vec<u32>,
    /// The batch that a user's running tasks are of, if all are alike in what they demand; a batch where they are not.
    pub(super) kinds: Vec<Kind>,
}

/// Tasks of one user differ in what they take, so that no instance describes the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mixed;

/// What the running tasks of a user demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing runs.
    None,
    /// All demand what the tasks of this batch demand.
    One(u32),
    /// Not all demand as much.
    Mixed,
}

impl State {
    /// True if tasks of the user run or wait.
    pub fn is_there(&self, user: usize) -> bool {
        self.running[user] > 0 || !self.queues[user].is_empty()
    }

    /// The demand that all running and waiting tasks of a user share, if they do; `None` inside of a user that has none.
    pub fn demand<'a>(&self, workload: &'a Workload, user: usize) -> Result<Option<&'a [i64]>, Mixed> {
        let mut found: Option<&[i64]> = None;
        let running = match self.kinds[user] {
            Kind::Mixed => return Err(Mixed),
            Kind::One(batch) => Some(batch),
            Kind::None => None,
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
