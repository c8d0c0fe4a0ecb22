//! The workbench as WebAssembly. A page writes a question as JSON into the buffer of [`room`], calls [`ask`],
//! and reads the answer at [`said`].
//!
//! One question is answered at a time; a page stops a question by ending its worker.

#[cfg(not(feature = "audit"))]
mod bench;

use std::sync::{Mutex, PoisonError};

use fairwitness_engine::linear::Stop;
use fairwitness_engine::search::Progress;
#[cfg(feature = "audit")]
use fairwitness_questions::about_cluster as about;
use fairwitness_questions::{Around, error, wrong};
use serde_json::Value as Json;

#[cfg(not(feature = "audit"))]
use bench::about;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Tells the page the number of instances searched so far.
    safe fn progress(instances: f64);
}

static QUESTION: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Allocates a buffer for a question of `length` bytes and returns its address; the previous question is
/// lost.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut question = QUESTION.lock().unwrap_or_else(PoisonError::into_inner);
    question.clear();
    question.resize(length, 0);
    question.as_mut_ptr()
}

/// Answers the question in the buffer and returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let question = QUESTION.lock().unwrap_or_else(PoisonError::into_inner);
    let said = answered(&question).to_string().into_bytes();
    let length = said.len();
    *ANSWER.lock().unwrap_or_else(PoisonError::into_inner) = said;
    length
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn said() -> *const u8 {
    ANSWER.lock().unwrap_or_else(PoisonError::into_inner).as_ptr()
}

fn answered(question: &[u8]) -> Json {
    let stop = Stop::new();
    let told = |seen: Progress| progress(seen.instances as f64);
    let around = Around { stop: &stop, progress: &told, archive: &Vec::new };
    match serde_json::from_slice(question) {
        Ok(question) => about(&question, &around),
        Err(fault) => error(&wrong("question", fault)),
    }
}
