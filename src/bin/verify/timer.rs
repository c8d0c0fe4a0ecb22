//! Timers: the stop of a simulation after a time, and its progress on the terminal.

use std::io::IsTerminal as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{JoinHandle, park_timeout};
use std::time::{Duration, Instant};

use fairwitness::linear::Stop;

/// Repeats an action at short intervals on a separate thread until dropped.
#[derive(Debug)]
pub struct Timer {
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Timer {
    fn every(interval: Duration, mut work: impl FnMut() + Send + 'static) -> Timer {
        let ended = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&ended);
        let beat = move || {
            while !seen.load(Ordering::Relaxed) {
                work();
                park_timeout(interval);
            }
        };
        let thread = std::thread::Builder::new().name("timer".to_string()).spawn(beat).ok();
        Timer { ended, thread }
    }

    /// Returns a switch that is thrown once `time` is over or `program` is thrown, with its timer; without a
    /// time, returns `program` itself and no timer.
    pub fn until(time: Option<Duration>, program: &Stop) -> (Stop, Option<Timer>) {
        let Some(time) = time else { return (program.clone(), None) };
        let (stop, began) = (Stop::new(), Instant::now());
        let (own, program) = (stop.clone(), program.clone());
        let timer = Timer::every(Duration::from_millis(20).min(time), move || {
            if program.is_thrown() || began.elapsed() >= time {
                own.throw();
            }
        });
        (stop, Some(timer))
    }

    /// Shows the simulated time in seconds on a terminal, out of `end` (in milliseconds) if the end is known.
    pub fn showing(reached: &Arc<AtomicU64>, end: Option<u64>) -> Option<Timer> {
        if !std::io::stderr().is_terminal() {
            return None;
        }
        let (reached, bar) = (Arc::clone(reached), indicatif::ProgressBar::new_spinner());
        Some(Timer::every(Duration::from_millis(200), move || {
            let seconds = reached.load(Ordering::Relaxed) / 1000;
            let of = end.map_or_else(String::new, |end| format!(" of {}", end / 1000));
            bar.set_message(format!("{seconds}{of} s simulated"));
            bar.tick();
        }))
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join(); // It does nothing but what is given above.
        }
    }
}
