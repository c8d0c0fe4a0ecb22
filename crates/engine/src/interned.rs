//! Ids that are no constants of the program, such as that of a reader's own rule.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Returns the text as an id that lives as long as the process. Each text is kept once, however often it is asked for.
pub fn interned(text: &str) -> &'static str {
    static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(text) {
        return known;
    }
    let new: &'static str = String::leak(text.to_string());
    kept.insert(new);
    new
}
