//! Limits of a search: budgets, Ctrl-C, and progress on the terminal.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use anyhow::Result;
use fairwitness::archive::record::Record;
use fairwitness::document::{Document, Value};
use fairwitness::linear::{Halt, Patience, Stop, Uncut as _};
use fairwitness::search::{Budget, Limits, Progress};
use fairwitness::workbench::Plan;

use super::args::{Format, Search};
use super::complain;
use super::judge::seconds;

/// The largest number of threads; more than the cores of any common machine only cost time.
const MOST_THREADS: usize = 256;

/// The time for one instance if no budget is given.
const PATIENCE: Duration = Duration::from_secs(60);
/// The time for an instance whose file has more than [`LARGE`] bytes, if no budget is given.
const SHORT: Duration = Duration::from_secs(4);
const LARGE: usize = 256 << 10;
/// The time after its limit in which work can stop of its own accord.
const GRACE: Duration = Duration::from_secs(3);

/// Returns the size of a document tree, about the number of bytes in its file.
fn bytes(value: &Value) -> usize {
    match value {
        Value::Text(text) | Value::Float(text) => text.len() + 4,
        Value::List(items) => items.iter().map(bytes).sum::<usize>() + 4,
        Value::Table(fields) => fields.iter().map(|(name, field)| name.len() + bytes(field)).sum(),
        _ => 3,
    }
}

/// Returns `true` if the document is so large that it gets less time.
pub fn is_large(document: &Document) -> bool {
    let file = std::fs::metadata(&document.file).map_or(0, |file| file.len());
    file > LARGE as u64 || bytes(&document.root) > LARGE
}

/// Returns the time for the instance or record of a document: the budget's if one is given, else by its size.
pub fn patience(document: &Document, asked: Budget) -> Duration {
    let asked = asked.time.filter(|_| asked != Budget::default());
    asked.unwrap_or(if is_large(document) { SHORT } else { PATIENCE })
}

/// Returns the time for one of many instances: the budget's if one is given, else by the bytes of its text.
pub fn patience_of(bytes: usize, asked: Option<Duration>) -> Duration {
    asked.unwrap_or(if bytes > LARGE { SHORT } else { PATIENCE })
}

/// Returns the message that work on a file did not end in its time.
pub fn not_done(file: &Path, time: Duration) -> String {
    format!("{}: it was not done in {}", file.display(), seconds(time))
}

/// A guard; while it lives, the program ends if work exceeds its time and [`GRACE`].
#[derive(Debug)]
pub struct Watch {
    over: Arc<AtomicBool>,
    thread: Option<std::thread::Thread>,
}

/// Starts a guard for work that must stop of its own accord when `time` is over. If it does not, `instead`
/// runs and the program ends with the exit status of an undecided answer.
pub fn watch(time: Duration, instead: impl FnOnce() + Send + 'static) -> Watch {
    let over = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&over);
    let until = Instant::now() + time + GRACE;
    let waiting = move || {
        while let Some(left) = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
            if seen.load(Ordering::Relaxed) {
                return;
            }
            std::thread::park_timeout(left);
        }
        if !seen.swap(true, Ordering::Relaxed) {
            instead();
            super::outside::leave(super::UNDECIDED);
        }
    };
    let spawned = std::thread::Builder::new().name("watch".to_string()).spawn(waiting);
    Watch { over, thread: spawned.ok().map(|handle| handle.thread().clone()) }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let ended = self.over.swap(true, Ordering::Relaxed);
        while ended && self.thread.is_some() {
            std::thread::park(); // The program is about to end, and has said why.
        }
        if let Some(thread) = &self.thread {
            thread.unpark();
        }
    }
}

/// Returns the result of work on a file, or `None` if `time` or Ctrl-C cuts it. Work that does not stop of
/// its own accord ends the program.
pub fn patiently<T, E>(
    time: Duration,
    file: &Path,
    format: Format,
    work: impl FnOnce(&Patience) -> Result<T, Halt<E>>,
) -> Option<Result<T, E>> {
    let message = not_done(file, time);
    let _watch = watch(time, move || super::mistakes::given_up(&message, format));
    work(&for_at_most(super::outside::left(time))).uncut().ok()
}

/// Returns the patience of work that ends with Ctrl-C or after `time`.
pub fn for_at_most(time: Duration) -> Patience {
    Patience::with(&interruption()).until(Instant::now() + time)
}

/// Returns the stop switch of this program, which Ctrl-C throws; a second Ctrl-C ends the program at once.
pub fn interruption() -> Stop {
    static STOP: OnceLock<Stop> = OnceLock::new();
    let set = || {
        let stop = Stop::new();
        let switch = stop.clone();
        let handler = move || {
            if switch.throw() {
                super::outside::abort();
            }
            if IDLE.load(Ordering::Relaxed) {
                complain("interrupted while waiting for more");
                super::outside::leave(super::UNDECIDED);
            }
            complain("stopping; Ctrl-C again ends at once");
            // A caller that sends one signal and waits for the end does not wait long.
            let late = || {
                std::thread::sleep(GRACE);
                complain("interrupted, and not done since: what was not printed is lost");
                super::outside::leave(super::UNDECIDED);
            };
            let _ = std::thread::Builder::new().name("late".to_string()).spawn(late);
        };
        if let Err(error) = ctrlc::set_handler(handler) {
            complain(&format!("warning: Ctrl-C will lose what was found ({error})"));
        }
        stop
    };
    STOP.get_or_init(set).clone()
}

/// `true` if the program waits for input and has no results to print.
static IDLE: AtomicBool = AtomicBool::new(false);

/// Waits for input; a signal then ends the program at once.
pub fn waiting<T>(read: impl FnOnce() -> T) -> T {
    IDLE.store(true, Ordering::Relaxed);
    let read = read();
    IDLE.store(false, Ordering::Relaxed);
    read
}

/// Returns `true` if the user has stopped the program, after a note that the output covers only the work done
/// until then.
pub fn interrupted() -> bool {
    let stopped = interruption().is_thrown();
    if stopped {
        tell_interrupted();
    }
    stopped
}

/// Notes on stderr that the output covers only the work done before the interruption.
pub fn tell_interrupted() {
    complain("interrupted: this is what was done until then");
}

/// Runs a search that Ctrl-C stops and that shows its progress on a terminal.
pub fn with_limits<T>(
    budget: Budget,
    threads: Option<usize>,
    search: impl FnOnce(&Limits<'_>) -> Result<T>,
) -> Result<T> {
    let stop = interruption();
    let bar = indicatif::ProgressBar::new_spinner();
    let started = std::time::Instant::now();
    let progress = |p: Progress| {
        let rate = p.instances as f64 / started.elapsed().as_secs_f64().max(1e-3);
        let nearest = p.nearest.filter(|x| x.is_finite());
        let nearest = nearest.map_or_else(String::new, |x| format!(", nearest {x:.4}"));
        bar.set_message(format!("{}: {} instances, {rate:.0}/s{nearest}", p.strategy, p.instances));
        bar.tick();
    };
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let limits = Limits {
        budget: Budget { time: budget.time.map(super::outside::left), ..budget },
        threads: threads.unwrap_or_else(cores).min(MOST_THREADS),
        stop: &stop,
        progress: &progress,
    };
    let found = search(&limits)?;
    bar.finish_and_clear();
    Ok(found)
}

impl Search {
    /// Returns the plan of the search with this strategy and archive.
    pub fn plan(self, strategy: &'static str, archive: Vec<Record>) -> Plan {
        Plan { strategy, scope: self.scope, seed: self.seed, archive }
    }
}

/// Runs a search within the user's limits.
pub fn within<T>(search: Search, run: impl FnOnce(&Limits<'_>) -> Result<T>) -> Result<T> {
    with_limits(search.budget, search.threads, run)
}
