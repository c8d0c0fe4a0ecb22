//! Many things looked at together, where the feature `threads` is on; one after the other where it is off, as in a browser. What
//! comes back stands in the order of what went in either way.

#[cfg(feature = "threads")]
use rayon::prelude::*;

/// The threads of one piece of work; with none of its own it is done on the caller's.
#[derive(Debug)]
pub struct Threads {
    #[cfg(feature = "threads")]
    pool: Option<rayon::ThreadPool>,
}

impl Threads {
    /// As many threads as `count` says; none where that is one, or where no more can be had.
    #[cfg(feature = "threads")]
    pub fn new(count: usize) -> Self {
        let several = || rayon::ThreadPoolBuilder::new().num_threads(count).build().ok();
        Threads { pool: if count > 1 { several() } else { None } }
    }

    /// None, whatever `count` says.
    #[cfg(not(feature = "threads"))]
    pub fn new(_count: usize) -> Self {
        Threads {}
    }

    /// Whether several threads wait for each other.
    pub fn several(&self) -> bool {
        #[cfg(feature = "threads")]
        return self.pool.is_some();
        #[cfg(not(feature = "threads"))]
        false
    }

    /// What `look` says of each item, in order.
    pub fn each<T: Sync, R: Send>(&self, items: &[T], look: impl Fn(&T) -> R + Sync) -> Vec<R> {
        #[cfg(feature = "threads")]
        if let Some(pool) = &self.pool {
            return pool.install(|| items.par_iter().map(&look).collect());
        }
        items.iter().map(look).collect()
    }
}

/// What `look` says of each item, in order, on all threads of the process.
#[cfg(feature = "curate")]
pub fn each<T: Sync, R: Send>(items: &[T], look: impl Fn(&T) -> R + Sync) -> Vec<R> {
    #[cfg(feature = "threads")]
    return items.par_iter().map(&look).collect();
    #[cfg(not(feature = "threads"))]
    items.iter().map(look).collect()
}
