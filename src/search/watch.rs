//! The clock and the threads of one search: when to stop, and how to look at many candidates at once.

use std::sync::atomic::Ordering;
use std::time::Instant;

use rayon::prelude::*;

use super::{Ended, Limits};
use crate::patience;

/// A search under way within its limits.
pub struct Watch<'a> {
    limits: &'a Limits<'a>,
    started: Instant,
    /// `None` where threads cannot be had: everything is then done on this one.
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
        let pool = rayon::ThreadPoolBuilder::new().num_threads(limits.threads.max(1)).build().ok();
        Watch { limits, started: Instant::now(), pool }
    }

    /// Whether somebody has stopped the search, or its time is up.
    pub fn interrupted(&self) -> bool {
        self.ends().is_some()
    }

    /// What has interrupted the search: somebody, or the time.
    pub fn ends(&self) -> Option<Ended> {
        if self.limits.stop.load(Ordering::Relaxed) {
            Some(Ended::Interrupted)
        } else {
            self.limits.budget.over(self.started.elapsed()).then_some(Ended::Time)
        }
    }

    /// When the time is up, if it is limited.
    pub fn deadline(&self) -> Option<Instant> {
        self.limits.budget.time.and_then(|time| self.started.checked_add(time))
    }

    /// What `look` says of each item, in order. Once interrupted it leaves the rest out, and cuts short what is under way:
    /// `None`.
    pub fn each<T: Sync, R: Send>(&self, items: &[T], look: impl Fn(&T) -> R + Sync) -> Vec<Option<R>> {
        let patient = |item| patience::within(self.deadline(), || look(item));
        let one = |item| (!self.interrupted()).then(|| patient(item)).flatten();
        match &self.pool {
            Some(pool) => pool.install(|| items.par_iter().map(one).collect()),
            None => items.iter().map(one).collect(),
        }
    }
}
