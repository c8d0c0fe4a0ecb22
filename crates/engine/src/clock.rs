//! The clock, if there is one. WebAssembly in a page has none: there no work ends by time, and the page ends
//! the worker.

use std::time::{Duration, Instant};

/// The present time, if there is a clock.
pub fn now() -> Option<Instant> {
    if cfg!(all(target_arch = "wasm32", target_os = "unknown")) { None } else { Some(Instant::now()) }
}

/// The time since a start; zero without a clock.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Option<Instant>);

impl Stopwatch {
    /// A stopwatch that starts now, at zero.
    pub fn start() -> Self {
        Stopwatch(now())
    }

    /// The point in time at which `time` has passed since the start; `None` without a clock, or beyond its
    /// range.
    pub fn at(self, time: Duration) -> Option<Instant> {
        self.0.and_then(|started| started.checked_add(time))
    }

    /// The time since the start.
    pub fn elapsed(self) -> Duration {
        self.0.map_or(Duration::ZERO, |started| started.elapsed())
    }
}
