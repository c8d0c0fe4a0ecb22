//! The signal that ends long work: callers pass it as a parameter, and long loops ask it often.

/// A signal to stop: a key was pressed, or a budget is used up. No decision procedure reads a clock.
pub trait Stop {
    /// Returns `true` if the work is to end now; later answers must not go back to `false`.
    fn stop(&self) -> bool;
}

impl<F: Fn() -> bool> Stop for F {
    fn stop(&self) -> bool {
        self()
    }
}

/// The outcome of long work that was stopped before its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;
