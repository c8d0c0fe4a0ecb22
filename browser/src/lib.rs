//! The workbench as WebAssembly. A page writes a question as JSON into the buffer of [`room`], calls [`ask`],
//! and reads the answer at [`said`].
//!
//! One question is answered at a time; a page stops a question by ending its worker.

use std::sync::{Mutex, PoisonError};

use fairwitness_kernel::document::Document;
use fairwitness_engine::linear::Stop;
use fairwitness_engine::search::Progress;
use fairwitness_engine::workbench::{Bench, model, models};
use fairwitness_questions::{Around, answer, entries, error, wrong};
use serde_json::{Map, Value as Json, json};

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
    let question: Json = match serde_json::from_slice(question) {
        Ok(question) => question,
        Err(fault) => return error(&wrong("question", fault)),
    };
    if question.get("ask") == Some(&json!("list")) {
        let all = models().iter().map(|bench| (bench.model().to_string(), entries(*bench)));
        return Json::Object(all.collect::<Map<_, _>>());
    }
    let stop = Stop::new();
    let told = |seen: Progress| progress(seen.searched.instances as f64);
    match bench(&question) {
        Some(bench) => answer(bench, &question, &Around { stop: &stop, progress: &told, archive: &Vec::new }),
        None => error(&wrong("model", "name a model, or ask about an instance that does")),
    }
}

/// Returns the bench of the model that a question names, or of the model of its instance or record.
fn bench(question: &Json) -> Option<&'static dyn Bench> {
    if let Some(id) = question.get("model").and_then(Json::as_str) {
        return model(id);
    }
    let named = |tree: &Json| tree.get("model").and_then(Json::as_str).and_then(model);
    let written = |text: &str| {
        let file = if text.trim_start().starts_with('{') { "it.json" } else { "it.toml" };
        named(&Document::parse(file, text).ok()?.root.to_json())
    };
    match question.get("instance").or_else(|| question.get("record"))? {
        Json::String(text) => written(text),
        tree => named(tree),
    }
}
