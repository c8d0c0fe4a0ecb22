//! The arguments of a question: texts, instances, scopes and limits, by the names that Python and pages use.

use std::time::Duration;

use fairwitness_engine::archive::record::Record;
use fairwitness_engine::clock::Stopwatch;
use fairwitness_engine::instances::Scope;
use fairwitness_engine::linear::Patience;
use fairwitness_engine::search::{Budget, Limits};
use fairwitness_kernel::document::{Document, InputError};
use fairwitness_workbench::{Plan, strategy_list};
use serde_json::Value as Json;

use super::Around;

/// The error of a wrong argument, by its name.
pub fn wrong(field: &str, reason: impl ToString) -> InputError {
    InputError { file: "arguments".to_string(), field: field.to_string(), reason: reason.to_string() }
}

/// The arguments of a question.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a>(pub &'a Json);

impl Arguments<'_> {
    /// The text argument `name`.
    ///
    /// # Errors
    /// An argument that is missing or is no text.
    pub fn text(&self, name: &str) -> Result<&str, InputError> {
        self.0.get(name).and_then(Json::as_str).ok_or_else(|| wrong(name, "must be text"))
    }

    /// The whole number `name`, if there is one.
    pub fn count(&self, name: &str) -> Option<u64> {
        self.0.get(name).and_then(Json::as_u64)
    }

    /// The argument `name`, a list of texts.
    ///
    /// # Errors
    /// An argument that is missing, or has an entry that is no text.
    pub fn texts(&self, name: &str) -> Result<Vec<&str>, InputError> {
        let all = self.0.get(name).and_then(Json::as_array);
        let texts = all.and_then(|all| all.iter().map(Json::as_str).collect::<Option<Vec<_>>>());
        texts.ok_or_else(|| wrong(name, "must be a list of texts"))
    }

    /// The instance argument `name`: an object, or the text of a file; for a record, its instance.
    ///
    /// # Errors
    /// An argument that is missing or cannot be read.
    pub fn document(&self, name: &str) -> Result<Document, InputError> {
        match self.0.get(name) {
            Some(Json::String(text)) if !text.trim_start().starts_with('{') => {
                Ok(Document::parse("instance.toml", text)?.instance())
            }
            Some(Json::String(text)) => Ok(Document::parse("instance.json", text)?.instance()),
            Some(tree @ Json::Object(_)) => {
                Ok(Document::parse("instance.json", &tree.to_string())?.instance())
            }
            _ => Err(wrong(name, "must be an instance, or the text of its file")),
        }
    }

    fn seconds(&self) -> Option<Duration> {
        self.0.get("seconds").and_then(Json::as_f64).and_then(|s| Duration::try_from_secs_f64(s).ok())
    }

    /// The plan of a search: strategy, scope, seed and archive.
    ///
    /// # Errors
    /// A scope that cannot be read, or an unknown strategy.
    pub fn plan(&self, archive: &dyn Fn() -> Vec<Record>) -> Result<Plan, InputError> {
        let scope = match self.0.get("scope").and_then(Json::as_str) {
            Some(text) => text.parse().map_err(|error| wrong("scope", error))?,
            None => Scope::default(),
        };
        let strategy = self.0.get("strategy").and_then(Json::as_str).unwrap_or("auto");
        let known = strategy_list().into_iter().map(|(id, _)| id).find(|id| *id == strategy);
        let strategy = known.ok_or_else(|| {
            let ids: Vec<_> = strategy_list().into_iter().map(|(id, _)| id).collect();
            wrong("strategy", format!("`{strategy}` is none; there are {}", ids.join(", ")))
        })?;
        let archive = if self.0.get("archive") == Some(&Json::Bool(true)) { archive() } else { Vec::new() };
        Ok(Plan { strategy, scope, seed: self.count("seed").unwrap_or(0), archive })
    }

    /// The limits of a search: its budget, its switch, and its display.
    pub fn limits<'a>(&self, around: &'a Around<'a>) -> Limits<'a> {
        let budget = Budget { instances: self.count("instances"), time: self.seconds() };
        let threads = self.count("threads").unwrap_or(1).clamp(1, 256) as usize;
        Limits { budget, threads, stop: around.stop, progress: around.progress }
    }

    /// The limit on the work for one instance.
    pub fn patience(&self, around: &Around<'_>) -> Patience {
        let patience = Patience::with(around.stop);
        match self.seconds() {
            Some(time) => patience.until(Stopwatch::start().at(time)),
            None => patience,
        }
    }
}
