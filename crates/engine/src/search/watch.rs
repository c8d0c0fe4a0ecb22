//! The clock and the threads of one search: when to stop, and how to look at many candidates at once.

use std::time::Instant;

use super::{Ended, Limits};
use crate::clock::Stopwatch;
use crate::linear::{Cut, Patience};
use crate::threads::Threads;

/// A search under way within its limits.
pub struct Watch<'a> {
    limits: &'a Limits<'a>,
    /// `None` where no time is named: then no clock is read.
    deadline: Option<Instant>,
    threads: Threads,
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl<'a> Watch<'a> {
    /// Starts the clock.
    pub fn start(limits: &'a Limits<'a>) -> Self {
        let deadline = limits.budget.time.and_then(|time| Stopwatch::start().at(time));
        Watch { limits, deadline, threads: Threads::new(limits.threads) }
    }

    /// The time, where it plays a part: there is a deadline, or threads wait for each other.
    pub(super) fn clock(&self) -> Option<Instant> {
        (self.deadline.is_some() || self.threads.several()).then(Instant::now)
    }

    /// Whether somebody has stopped the search, or its time is up.
    pub fn interrupted(&self) -> bool {
        self.ends(usize::MAX).is_some()
    }

    /// What ends the search when so many instances are left of its budget; `None` while it goes on.
    pub fn ends(&self, left: usize) -> Option<Ended> {
        if self.limits.stop.is_thrown() {
            Some(Ended::Interrupted)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Ended::Time)
        } else {
            (left == 0).then_some(Ended::Instances)
        }
    }

    /// How long work of the search may go on: as long as the search itself.
    pub fn patience(&self) -> Patience {
        Patience::with(self.limits.stop).until(self.deadline)
    }

    /// What `look` says of each item, in order. Once interrupted it leaves the rest out, and cuts short what is under way:
    /// `None`.
    pub fn each<T: Sync, R: Send>(
        &self,
        items: &[T],
        look: impl Fn(&T, &Patience) -> Result<R, Cut> + Sync,
    ) -> Vec<Option<R>> {
        self.threads
            .each(items, |item| if self.interrupted() { None } else { look(item, &self.patience()).ok() })
    }
}
