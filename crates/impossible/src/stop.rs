//! The one value that ends long work: it is handed down, and asked often.

/// Says when to stop: a key was pressed, or a budget is used up. Nothing that decides reads a clock of its own.
pub trait Stop {
    /// The work is to end now; the answer must not go back to `false`.
    fn stop(&self) -> bool;
}

impl<F: Fn() -> bool> Stop for F {
    fn stop(&self) -> bool {
        self()
    }
}

/// Long work that was stopped before its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;
