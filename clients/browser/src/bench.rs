//! Questions about the model that this engine was built for.

use std::sync::LazyLock;

#[cfg(feature = "arrivals")]
use fairwitness_engine::model::arrivals::Arrivals as Own;
#[cfg(feature = "cluster")]
use fairwitness_engine::model::cluster::Cluster as Own;
#[cfg(feature = "cohort")]
use fairwitness_engine::model::cohort::Cohort as Own;
#[cfg(feature = "covering")]
use fairwitness_engine::model::covering::Covering as Own;
use fairwitness_workbench::{Bench, Workbench};
use fairwitness_kernel::document::{Document, InputError};
use fairwitness_questions::{Around, answer, entries, error, wrong};
use serde_json::{Value as Json, json};

/// The mechanisms, properties and measures of the model.
static BENCH: LazyLock<Workbench<Own>> = LazyLock::new(Workbench::<Own>::standard);

/// Answers a question.
pub fn about(question: &Json, around: &Around<'_>) -> Json {
    let bench: &dyn Bench = &*BENCH;
    match elsewhere(bench.model(), question) {
        Err(fault) => error(&fault),
        Ok(()) if question.get("ask") == Some(&json!("list")) => entries(bench),
        Ok(()) => answer(bench, question, around),
    }
}

/// Refuses a question about another model than `own`: one that it names, or that its instance or record is of.
fn elsewhere(own: &str, question: &Json) -> Result<(), InputError> {
    let about = question.get("model").cloned().map_or_else(|| of_file(question), |model| Ok(Some(model)))?;
    match about.as_ref().and_then(Json::as_str) {
        Some(model) if model != own => {
            Err(wrong("model", format!("`{model}` is not the model of this engine, which is `{own}`")))
        }
        _ => Ok(()),
    }
}

/// The model that the instance or the record of a question is of.
fn of_file(question: &Json) -> Result<Option<Json>, InputError> {
    let about = question.get("instance").or_else(|| question.get("record"));
    Ok(match about {
        Some(Json::String(text)) => {
            let file = if text.trim_start().starts_with('{') { "instance.json" } else { "instance.toml" };
            Document::parse(file, text)?.root.to_json().get("model").cloned()
        }
        tree => tree.and_then(|tree| tree.get("model")).cloned(),
    })
}
