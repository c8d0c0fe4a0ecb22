//! Work that may be cut short: deadline and stop switch as a value that is passed down.
//!
//! Long computations call [`Patience::check`] between their steps and pass on the [`Cut`]; no partial result
//! is returned. There is no state outside the value: two searches in one process each have their own, and a
//! search without a deadline never reads a clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Instant;

/// The error of work that was cut short, by its deadline or by its switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it was cut short")]
pub struct Cut;

/// What work found in its time.
pub type Timely<T> = Result<T, Cut>;

/// A switch that stops work from outside, on any thread. Clones share the switch.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A new switch, not thrown.
    pub fn new() -> Self {
        Stop::default()
    }

    /// Throws the switch, which stops all work that checks it. Returns `true` if it was thrown before.
    pub fn throw(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Returns `true` if the switch was thrown.
    pub fn is_thrown(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The number of calls of [`Patience::check`] between two readings of the clock.
const EVERY: u32 = 16;

/// A limit on work: a deadline, a switch, both, or none.
///
/// Threads may share a value; a clone for each thread avoids contention.
#[derive(Debug)]
pub struct Patience {
    deadline: Option<Instant>,
    stop: Option<Stop>,
    /// The number of calls, counted without a lock: if threads share the value, a call may go uncounted.
    calls: AtomicU32,
}

impl Clone for Patience {
    fn clone(&self) -> Self {
        Patience { deadline: self.deadline, stop: self.stop.clone(), ..Patience::unlimited() }
    }
}

impl Patience {
    /// No limit: work runs to its end.
    pub const fn unlimited() -> Self {
        Patience { deadline: None, stop: None, calls: AtomicU32::new(0) }
    }

    /// The limit of the switch: work runs until it is thrown.
    pub fn with(stop: &Stop) -> Self {
        Patience { stop: Some(stop.clone()), ..Patience::unlimited() }
    }

    /// This limit and, if there is one, the point in time `deadline`.
    #[must_use]
    pub fn until(mut self, deadline: impl Into<Option<Instant>>) -> Self {
        self.deadline = self.deadline.into_iter().chain(deadline.into()).min();
        self
    }

    /// This limit with the first `part` of the remaining time, between zero and one.
    #[must_use]
    pub fn part(&self, part: f64) -> Self {
        let now = self.deadline.map(|_| Instant::now());
        let sooner =
            |(deadline, now): (Instant, Instant)| now + deadline.saturating_duration_since(now).mul_f64(part);
        self.clone().until(self.deadline.zip(now).map(sooner))
    }

    /// Returns `true` if the switch is thrown or the deadline has passed.
    pub fn over(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_thrown)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Ends work that is over; most calls only increase a counter.
    ///
    /// # Errors
    /// The work is to end here.
    #[inline]
    pub fn check(&self) -> Timely<()> {
        let calls = self.calls.load(Ordering::Relaxed).wrapping_add(1);
        self.calls.store(calls, Ordering::Relaxed);
        if calls.is_multiple_of(EVERY) { self.check_now() } else { Ok(()) }
    }

    /// Ends work that is over, after a long step: the clock is read at once.
    ///
    /// # Errors
    /// The work is to end here.
    pub fn check_now(&self) -> Timely<()> {
        if self.over() {
            // The next call of `check` then reads the clock at once, too.
            self.calls.store(EVERY - 1, Ordering::Relaxed);
            return Err(Cut);
        }
        Ok(())
    }

    /// The result of a route that returns `None` when cut short: when time is up, `None` may be due to the
    /// lack of time.
    ///
    /// # Errors
    /// There is no result, and the work is to end here.
    pub fn unless_cut<T>(&self, found: Option<T>) -> Timely<Option<T>> {
        if found.is_none() {
            self.check_now()?;
        }
        Ok(found)
    }
}
