//! The workbench as WebAssembly. A page puts a question as JSON into [`room`], calls [`ask`], and reads the answer at [`said`].
//!
//! One question is answered at a time; a page stops one by ending the worker that it runs in.

use std::sync::{Mutex, PoisonError};

use fairwitness_engine::linear::Stop;
use fairwitness_engine::search::Progress;
use fairwitness_engine::workbench::{Bench, model, models};
use fairwitness_kernel::document::suggest::nearest;
use fairwitness_kernel::document::{Document, InputError};
use fairwitness_questions::{Around, answer, entries, error, wrong};
use serde_json::{Map, Value as Json, json};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Tells the page how many instances a search has looked at.
    safe fn progress(instances: f64);
}

static QUESTION: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Room for a question of so many bytes; where it begins. What stood there before is gone.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut question = QUESTION.lock().unwrap_or_else(PoisonError::into_inner);
    question.clear();
    question.resize(length, 0);
    question.as_mut_ptr()
}

/// Answers the question that stands in the room; how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let question = QUESTION.lock().unwrap_or_else(PoisonError::into_inner);
    let said = answered(&question).to_string().into_bytes();
    let length = said.len();
    *ANSWER.lock().unwrap_or_else(PoisonError::into_inner) = said;
    length
}

/// Where the answer begins.
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
        Ok(bench) => answer(bench, &question, &Around { stop: &stop, progress: &told, archive: &Vec::new }),
        Err(fault) => error(&fault),
    }
}

/// The bench of the model that a question names, or that its instance or record is of.
fn bench(question: &Json) -> Result<&'static dyn Bench, InputError> {
    let known = || models().iter().map(|bench| bench.model());
    let named = |id: Option<&Json>| {
        let id = id.and_then(Json::as_str);
        let id = id.ok_or_else(|| wrong("model", "name a model, or ask about an instance that does"))?;
        model(id).ok_or_else(|| {
            let meant =
                nearest(id, known()).map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
            wrong("model", format!("there is no model `{id}`{meant}"))
        })
    };
    let about = question.get("instance").or_else(|| question.get("record"));
    match (question.get("model"), about) {
        (None, Some(Json::String(text))) => {
            let file = if text.trim_start().starts_with('{') { "instance.json" } else { "instance.toml" };
            named(Document::parse(file, text)?.root.to_json().get("model"))
        }
        (None, Some(tree)) => named(tree.get("model")),
        (model, _) => named(model),
    }
}
