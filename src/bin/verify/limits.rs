//! How long a search may go on: budgets, Ctrl-C, and progress on the terminal.

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::Result;
use fairwitness::archive::record::Record;
use fairwitness::search::{Budget, Limits, Progress};
use fairwitness::workbench::Plan;

use super::args::Search;
use super::complain;

/// More threads than any machine here has cores for only cost time.
const MOST_THREADS: usize = 256;

/// Set by Ctrl-C; a second one ends the program at once.
pub fn interruption() -> Arc<AtomicBool> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let set = || {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let handler = move || {
            if flag.swap(true, Ordering::Relaxed) {
                super::outside::abort();
            }
            complain("stopping; Ctrl-C again ends at once");
            fairwitness::linear::patience::interrupt();
        };
        if let Err(error) = ctrlc::set_handler(handler) {
            complain(&format!("warning: Ctrl-C will lose what was found ({error})"));
        }
        stop
    };
    Arc::clone(STOP.get_or_init(set))
}

/// Runs a search that Ctrl-C stops and that shows its progress to a terminal.
pub fn with_limits<T>(
    budget: Budget,
    threads: Option<usize>,
    search: impl FnOnce(&Limits<'_>) -> Result<T>,
) -> Result<T> {
    let stop = interruption();
    let bar = if std::io::stderr().is_terminal() {
        indicatif::ProgressBar::new_spinner()
    } else {
        indicatif::ProgressBar::hidden()
    };
    let started = std::time::Instant::now();
    let progress = |p: Progress| {
        let rate = p.searched.instances as f64 / started.elapsed().as_secs_f64().max(1e-3);
        let nearest = p.nearest.filter(|x| x.is_finite());
        let nearest = nearest.map_or_else(String::new, |x| format!(", nearest {x:.4}"));
        bar.set_message(format!("{}: {} instances, {rate:.0}/s{nearest}", p.strategy, p.searched.instances));
        bar.tick();
    };
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let limits = Limits {
        budget,
        threads: threads.unwrap_or_else(cores).min(MOST_THREADS),
        stop: &stop,
        progress: &progress,
    };
    let found = search(&limits)?;
    bar.finish_and_clear();
    Ok(found)
}

impl Search {
    /// What is to be searched, from where.
    pub fn plan(self, strategy: &'static str, archive: Vec<Record>) -> Plan {
        Plan { strategy, scope: self.scope, seed: self.seed, archive }
    }
}

/// Runs a search within what the user allows.
pub fn within<T>(search: Search, run: impl FnOnce(&Limits<'_>) -> Result<T>) -> Result<T> {
    with_limits(search.budget, search.threads, run)
}
