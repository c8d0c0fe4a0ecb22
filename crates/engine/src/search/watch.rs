//! The clock and the threads of one search: when to stop, and how to look at many candidates at once.

use std::time::Instant;

use rayon::prelude::*;

use super::{Ended, Limits};
use crate::linear::{Cut, Patience};

/// A search under way within its limits.
pub struct Watch<'a> {
    limits: &'a Limits<'a>,
    started: Instant,
    /// `None` where one thread is asked for, or no more can be had: everything is then done on this one.
    pool: Option<rayon::ThreadPool>,
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl<'a> Watch<'a> {
    /// Starts the clock.
    pub fn start(limits: &'a Limits<'a>) -> Self {
        let several = || rayon::ThreadPoolBuilder::new().num_threads(limits.threads).build().ok();
        let pool = if limits.threads > 1 { several() } else { None };
        Watch { limits, started: Instant::now(), pool }
    }

    /// Whether somebody has stopped the search, or its time is up.
    pub fn interrupted(&self) -> bool {
        self.ends(usize::MAX).is_some()
    }

    /// What ends the search when so many instances are left of its budget; `None` while it goes on.
    pub fn ends(&self, left: usize) -> Option<Ended> {
        if self.limits.stop.is_thrown() {
            Some(Ended::Interrupted)
        } else if self.limits.budget.over(self.started.elapsed()) {
            Some(Ended::Time)
        } else {
            (left == 0).then_some(Ended::Instances)
        }
    }

    /// How long work of the search may go on: as long as the search itself.
    pub fn patience(&self) -> Patience {
        let deadline = self.limits.budget.time.and_then(|time| self.started.checked_add(time));
        Patience::with(self.limits.stop).until(deadline)
    }

    /// What `look` says of each item, in order. Once interrupted it leaves the rest out, and cuts short what is under way:
    /// `None`.
    pub fn each<T: Sync, R: Send>(
        &self,
        items: &[T],
        look: impl Fn(&T, &Patience) -> Result<R, Cut> + Sync,
    ) -> Vec<Option<R>> {
        let one = |item| if self.interrupted() { None } else { look(item, &self.patience()).ok() };
        match &self.pool {
            Some(pool) => pool.install(|| items.par_iter().map(one).collect()),
            None => items.iter().map(one).collect(),
        }
    }
}
