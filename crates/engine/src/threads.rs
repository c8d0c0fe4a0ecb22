//! Parallel work on many items with the feature `threads`, sequential work without it, as in a browser. Results are
//! in the order of the items in both cases.

#[cfg(feature = "threads")]
use std::sync::Mutex;

#[cfg(feature = "threads")]
use rayon::prelude::*;

/// A pool of threads for one piece of work. Without a pool the calling thread does the work.
#[derive(Debug)]
pub struct Threads {
    #[cfg(feature = "threads")]
    pool: Option<rayon::ThreadPool>,
}

impl Threads {
    /// Starts `count` threads; no pool is started for one thread or if the system refuses.
    #[cfg(feature = "threads")]
    pub fn new(count: usize) -> Self {
        let several = || rayon::ThreadPoolBuilder::new().num_threads(count).build().ok();
        Threads { pool: if count > 1 { several() } else { None } }
    }

    /// Starts no pool for any `count`, because the feature `threads` is off.
    #[cfg(not(feature = "threads"))]
    pub fn new(_count: usize) -> Self {
        Threads {}
    }

    /// Returns `true` if there is a pool of several threads.
    pub fn several(&self) -> bool {
        #[cfg(feature = "threads")]
        return self.pool.is_some();
        #[cfg(not(feature = "threads"))]
        false
    }

    /// Applies `look` to each item; results are in the order of `items`.
    pub fn each<T: Sync, R: Send>(&self, items: &[T], look: impl Fn(&T) -> R + Sync) -> Vec<R> {
        #[cfg(feature = "threads")]
        if self.pool.is_some() {
            return gathered(self.pool.as_ref(), items, look);
        }
        items.iter().map(look).collect()
    }
}

/// Applies `look` to each item on all threads of the process; results are in the order of `items`.
pub fn each<T: Sync, R: Send>(items: &[T], look: impl Fn(&T) -> R + Sync) -> Vec<R> {
    #[cfg(feature = "threads")]
    return gathered(None, items, look);
    #[cfg(not(feature = "threads"))]
    items.iter().map(look).collect()
}

/// Applies `look` to each item on the threads of `pool`, or of the process without one.
#[cfg(feature = "threads")]
fn gathered<T: Sync, R: Send>(
    pool: Option<&rayon::ThreadPool>,
    items: &[T],
    look: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::default()).collect();
    at_each(pool, items.len(), &|at| {
        let result = look(&items[at]);
        if let Ok(mut place) = results[at].lock() {
            *place = Some(result);
        }
    });
    results.into_iter().filter_map(|place| place.into_inner().ok().flatten()).collect()
}

/// Calls `work` with each index below `count`. This function has no type parameters, because rayon takes long to
/// compile and would be compiled for each type of items.
#[cfg(feature = "threads")]
fn at_each(pool: Option<&rayon::ThreadPool>, count: usize, work: &(dyn Fn(usize) + Sync)) {
    let all = || (0..count).into_par_iter().for_each(work);
    match pool {
        Some(pool) => pool.install(all),
        None => all(),
    }
}
