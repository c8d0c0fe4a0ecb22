//! The clock, where there is one. WebAssembly in a page has none: there nothing ends by time, and whoever asks ends the worker.

use std::time::{Duration, Instant};

/// The present, where there is a clock.
pub fn now() -> Option<Instant> {
    if cfg!(all(target_arch = "wasm32", target_os = "unknown")) { None } else { Some(Instant::now()) }
}

/// The time since it was started; none passes without a clock.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Option<Instant>);

impl Stopwatch {
    /// Starts at zero.
    pub fn start() -> Self {
        Stopwatch(now())
    }

    /// The point in time at which so much has passed since the start; none without a clock, nor beyond what a clock can say.
    pub fn at(self, time: Duration) -> Option<Instant> {
        self.0.and_then(|started| started.checked_add(time))
    }

    /// The time that has passed.
    pub fn elapsed(self) -> Duration {
        self.0.map_or(Duration::ZERO, |started| started.elapsed())
    }
}
