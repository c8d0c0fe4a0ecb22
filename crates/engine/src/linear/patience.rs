//! Work that may be cut short. Long computations call [`check`] between their steps; once the time is up, or somebody has
//! interrupted the program, the call does not return, and whoever set the limit goes on without a result.
//!
//! Nothing half-done is seen: the cut unwinds to [`within`] or [`attempt`], which say `None`.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What a cut carries up the stack.
struct Cut;

/// What limits the work of a thread.
#[derive(Clone, Copy)]
enum Limit {
    /// Nothing: it is never cut.
    Free,
    /// An interruption, and this point in time if there is one.
    Until(Option<Instant>),
}

thread_local! {
    static LIMIT: Cell<Limit> = const { Cell::new(Limit::Free) };
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// Set for the whole program, by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The clock is read at every so many calls of [`check`].
const EVERY: u32 = 16;

/// Cuts all limited work short, now and from now on.
pub fn interrupt() {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// Takes the interruption back, for a program that goes on after the work that was cut.
pub fn resume() {
    INTERRUPTED.store(false, Ordering::Relaxed);
}

/// Whether somebody has interrupted the program.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Whether limited work on this thread should end.
pub fn over() -> bool {
    match LIMIT.get() {
        Limit::Free => false,
        Limit::Until(deadline) => {
            INTERRUPTED.load(Ordering::Relaxed) || deadline.is_some_and(|at| Instant::now() >= at)
        }
    }
}

/// A place where work may be cut.
pub fn check() {
    let calls = CALLS.get().wrapping_add(1);
    CALLS.set(calls);
    if calls.is_multiple_of(EVERY) && over() {
        resume_unwind(Box::new(Cut));
    }
}

/// The same place after a long wait: the clock is read at once.
pub fn check_now() {
    if over() {
        resume_unwind(Box::new(Cut));
    }
}

/// The work's result; `None` when it was cut. Without a limit of its own it obeys the one that is set.
pub fn attempt<R>(work: impl FnOnce() -> R) -> Option<R> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|cause| if cause.is::<Cut>() { Cut } else { resume_unwind(cause) })
        .ok()
}

/// The work's result, or `None` when it was not done by the deadline or somebody interrupted it.
pub fn within<R>(deadline: Option<Instant>, work: impl FnOnce() -> R) -> Option<R> {
    let before = LIMIT.replace(Limit::Until(deadline));
    let result = attempt(work);
    LIMIT.set(before);
    result
}
