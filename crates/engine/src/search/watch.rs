//! The clock and the threads of one search: when to stop, and how to examine many candidates at once.

use std::time::Instant;

use super::{Ended, Limits};
use crate::clock::Stopwatch;
use crate::linear::{Cut, Patience};
use crate::threads::Threads;

/// A search in progress within its limits.
#[derive(Debug)]
pub struct Watch<'a> {
    limits: &'a Limits<'a>,
    /// The deadline; `None` without a limit on time, in which case no clock is read.
    deadline: Option<Instant>,
    /// The threads for the work.
    threads: Threads,
}

impl<'a> Watch<'a> {
    /// Starts the clock and the threads of a search.
    pub fn start(limits: &'a Limits<'a>) -> Self {
        let deadline = limits.budget.time.and_then(|time| Stopwatch::start().at(time));
        Watch { limits, deadline, threads: Threads::new(limits.threads) }
    }

    /// The present time, if it matters: there is a deadline, or threads wait for one another.
    pub(super) fn clock(&self) -> Option<Instant> {
        (self.deadline.is_some() || self.threads.several()).then(Instant::now)
    }

    /// Returns `true` if the search was stopped or its time is up.
    pub fn interrupted(&self) -> bool {
        self.ends(usize::MAX).is_some()
    }

    /// The reason to end the search when `left` instances are left of its budget; `None` while it continues.
    pub fn ends(&self, left: usize) -> Option<Ended> {
        if self.limits.stop.is_thrown() {
            Some(Ended::Interrupted)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Ended::Time)
        } else {
            (left == 0).then_some(Ended::Instances)
        }
    }

    /// The limit on work of the search: its switch and its deadline.
    pub fn patience(&self) -> Patience {
        Patience::with(self.limits.stop).until(self.deadline)
    }

    /// The result of `look` for each item, in order. After an interruption the remaining items are skipped
    /// and the work in progress is cut short: `None`.
    pub fn each<T: Sync, R: Send>(
        &self,
        items: &[T],
        look: impl Fn(&T, &Patience) -> Result<R, Cut> + Sync,
    ) -> Vec<Option<R>> {
        self.threads
            .each(items, |item| if self.interrupted() { None } else { look(item, &self.patience()).ok() })
    }
}
