//! Median times of calls that are too short to be timed singly.

use std::time::Instant;

/// Seconds per call: the median of several batches.
pub fn seconds(mut call: impl FnMut(usize)) -> f64 {
    let mut rounds = 1;
    loop {
        let start = Instant::now();
        (0..rounds).for_each(&mut call);
        if start.elapsed().as_secs_f64() > 0.05 {
            break;
        }
        rounds *= 2;
    }
    let mut batches: Vec<f64> = (0..9)
        .map(|_| {
            let start = Instant::now();
            (0..rounds).for_each(&mut call);
            start.elapsed().as_secs_f64() / rounds as f64
        })
        .collect();
    batches.sort_by(f64::total_cmp);
    batches[4]
}
