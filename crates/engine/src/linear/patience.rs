//! Work that may be cut short: how long it may take, and who may stop it, as a value that is handed down.
//!
//! Long computations call [`Patience::check`] between their steps and hand on the [`Cut`]; nothing half-done is seen. There is no
//! state beside the value: two searches in one process have each their own, and one without a deadline never reads a clock.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Instant;

/// The error of work that was cut short: its time was up, or somebody stopped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it was cut short")]
pub struct Cut;

/// A switch that stops work from outside, on any thread. Clones are the same switch.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A switch that nobody has thrown.
    pub fn new() -> Self {
        Stop::default()
    }

    /// Stops all that heeds the switch. Whether it was thrown before.
    pub fn throw(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Whether somebody has thrown it.
    pub fn is_thrown(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The clock is read at every so many calls of [`Patience::check`].
const EVERY: u32 = 16;

/// How long work may go on: until a point in time, until a switch is thrown, until either, or to its end.
///
/// Threads may share one; a clone for each keeps them out of each other's way.
#[derive(Debug)]
pub struct Patience {
    deadline: Option<Instant>,
    stop: Option<Stop>,
    /// How often it was asked, counted without a lock: where threads share it, a call may go uncounted.
    calls: AtomicU32,
}

impl Clone for Patience {
    fn clone(&self) -> Self {
        Patience { deadline: self.deadline, stop: self.stop.clone(), ..Patience::unlimited() }
    }
}

impl Patience {
    /// Work goes on to its end.
    pub const fn unlimited() -> Self {
        Patience { deadline: None, stop: None, calls: AtomicU32::new(0) }
    }

    /// Work goes on until the switch is thrown.
    pub fn with(stop: &Stop) -> Self {
        Patience { stop: Some(stop.clone()), ..Patience::unlimited() }
    }

    /// The same, and until this point in time at most, if there is one.
    #[must_use]
    pub fn until(mut self, deadline: impl Into<Option<Instant>>) -> Self {
        self.deadline = self.deadline.into_iter().chain(deadline.into()).min();
        self
    }

    /// Whether work should end.
    pub fn over(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_thrown)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// A place where work may be cut; most calls look at nothing but a counter.
    ///
    /// # Errors
    /// The work is to end here.
    #[inline]
    pub fn check(&self) -> Result<(), Cut> {
        let calls = self.calls.load(Ordering::Relaxed).wrapping_add(1);
        self.calls.store(calls, Ordering::Relaxed);
        if calls.is_multiple_of(EVERY) { self.check_now() } else { Ok(()) }
    }

    /// A place where work may be cut, after a step that took long: the clock is read at once.
    ///
    /// # Errors
    /// The work is to end here.
    pub fn check_now(&self) -> Result<(), Cut> {
        if self.over() {
            // Whoever asks next hears of it at once, too.
            self.calls.store(EVERY - 1, Ordering::Relaxed);
            return Err(Cut);
        }
        Ok(())
    }

    /// What a route found that gives up where it is cut. Nothing, where time is up, may be for want of time.
    ///
    /// # Errors
    /// Nothing was found, and the work is to end here.
    pub fn unless_cut<T>(&self, found: Option<T>) -> Result<Option<T>, Cut> {
        if found.is_none() {
            self.check_now()?;
        }
        Ok(found)
    }
}

/// Why work came to no result: it was cut short, or it failed for a reason of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt<E> {
    /// It was cut short, and says nothing.
    Cut,
    /// It went to its end, and this is why there is no result.
    Failed(E),
}

impl<E> Halt<E> {
    /// The same for another reason.
    pub fn map<F>(self, reason: impl FnOnce(E) -> F) -> Halt<F> {
        match self {
            Halt::Cut => Halt::Cut,
            Halt::Failed(error) => Halt::Failed(reason(error)),
        }
    }
}

impl<E> From<Cut> for Halt<E> {
    fn from(_: Cut) -> Self {
        Halt::Cut
    }
}

impl From<String> for Halt<String> {
    fn from(reason: String) -> Self {
        Halt::Failed(reason)
    }
}

impl<E: fmt::Display> fmt::Display for Halt<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Cut => Cut.fmt(f),
            Halt::Failed(error) => error.fmt(f),
        }
    }
}

impl<E: std::error::Error> std::error::Error for Halt<E> {}

/// Results of work that may be cut short, taken apart: `?` hands on the cut, and what is left is the work's own.
pub trait Uncut<T, E> {
    /// The work's own result.
    ///
    /// # Errors
    /// It was cut short.
    fn uncut(self) -> Result<Result<T, E>, Cut>;
}

impl<T, E> Uncut<T, E> for Result<T, Halt<E>> {
    fn uncut(self) -> Result<Result<T, E>, Cut> {
        match self {
            Ok(done) => Ok(Ok(done)),
            Err(Halt::Failed(error)) => Ok(Err(error)),
            Err(Halt::Cut) => Err(Cut),
        }
    }
}
