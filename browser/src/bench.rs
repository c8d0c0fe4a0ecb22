//! Questions about any model: which bench they are for, and its answer.

use fairwitness_engine::workbench::{Bench, model, models};
use fairwitness_kernel::document::suggest::nearest;
use fairwitness_kernel::document::{Document, InputError};
use fairwitness_questions::{Around, answer, entries, error, wrong};
use serde_json::{Map, Value as Json, json};

/// Answers a question; `list` is of all models.
pub fn about(question: &Json, around: &Around<'_>) -> Json {
    if question.get("ask") == Some(&json!("list")) {
        let all = models().iter().map(|bench| (bench.model().to_string(), entries(*bench)));
        return Json::Object(all.collect::<Map<_, _>>());
    }
    match bench(question) {
        Ok(bench) => answer(bench, question, around),
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
