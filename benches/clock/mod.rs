//! Time measurement for benches: the shortest of a few runs.

use std::time::Instant;

/// The shortest of a few runs, in milliseconds.
pub fn time(repeat: u32, mut work: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..repeat {
        let started = Instant::now();
        work();
        best = best.min(started.elapsed().as_secs_f64() * 1e3);
    }
    best
}
