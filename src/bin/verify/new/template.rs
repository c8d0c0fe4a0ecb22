//! Templates for the files of a new id: texts that compile, with UNWRITTEN in the places that a person fills
//! in.

use anyhow::{Result, bail};
use fairwitness::document::{Document, Value};

use super::id::page;
use crate::args::NewKind;

/// The names that the sources of each model use, by the blank of a template that they fill.
const NAMES: &str = include_str!("templates/names.toml");

/// A new id, with the names in its files.
#[derive(Debug)]
pub struct Template {
    kind: NewKind,
    /// The id, as typed.
    pub id: String,
    /// Name of its files and modules: the id with underscores.
    pub file: String,
    /// Name of its type in Rust.
    pub of: String,
    /// Id of its model; for a model, its own id.
    pub model: String,
    name: String,
    names: Option<Value>,
}

/// Converts `max-min-tasks` to `MaxMinTasks`.
fn camel(id: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    };
    id.split('-').map(word).collect()
}

/// Converts `max-min-tasks` to `Max min tasks`.
fn in_words(id: &str) -> String {
    let (first, rest) = id.split_at(id.len().min(1));
    first.to_ascii_uppercase() + &rest.replace('-', " ")
}

impl Template {
    /// Returns the template of an id; `model` is `None` for a new model.
    pub fn of(kind: NewKind, id: &str, name: Option<&str>, model: Option<&str>) -> Result<Template> {
        let name = name.map_or_else(|| in_words(id), str::to_string);
        if name.is_empty() || name.chars().any(|c| c.is_control() || "\"\\{}".contains(c)) {
            bail!("--name: a name is one line, without quotation marks, braces and backslashes");
        }
        let all = Document::parse("names.toml", NAMES)?.root;
        let names = model.and_then(|model| all.get(model).cloned());
        if let (Some(model), None) = (model, &names) {
            bail!("--model: there are no templates for `{model}`");
        }
        Ok(Template {
            kind,
            id: id.to_string(),
            file: id.replace('-', "_"),
            of: camel(id),
            model: model.unwrap_or(id).to_string(),
            name,
            names,
        })
    }

    /// Fills the placeholders of a text.
    fn filled(&self, text: &str) -> String {
        let own = [
            ("id", self.id.as_str()),
            ("name", &self.name),
            ("file", &self.file),
            ("Type", &self.of),
            ("model", &self.model),
        ];
        let names = self.names.iter().flat_map(Value::fields);
        let names = names.filter_map(|(blank, name)| match name {
            Value::Text(name) => Some((blank.as_str(), name.as_str())),
            _ => None,
        });
        let fill = |text: String, (blank, value): (&str, &str)| text.replace(&format!("{{{blank}}}"), value);
        own.into_iter().chain(names).fold(text.to_string(), fill)
    }

    /// Returns the new files: paths from the top of the project, and texts.
    pub fn files(&self) -> Vec<(String, String)> {
        let page_of = |text: &str| (page(self.kind, &self.id, Some(&self.model)), self.filled(text));
        let source = |folder: &str, text: &str| {
            (format!("crates/{folder}/{}/{}.rs", self.model, self.file), self.filled(text))
        };
        match self.kind {
            NewKind::Mechanism => vec![
                page_of(include_str!("templates/mechanism.md")),
                source("kernel/src/specification", include_str!("templates/specification.rs.txt")),
                source("engine/src/mechanism", include_str!("templates/mechanism.rs.txt")),
            ],
            NewKind::Property => vec![
                page_of(include_str!("templates/property.md")),
                source("kernel/src/property", include_str!("templates/property.rs.txt")),
                source("engine/src/property", include_str!("templates/examine.rs.txt")),
            ],
            NewKind::Measure => vec![
                page_of(include_str!("templates/measure.md")),
                source("engine/src/property/measure", include_str!("templates/measure.rs.txt")),
            ],
            NewKind::Model => vec![
                page_of(include_str!("templates/model.md")),
                (format!("examples/{}_model.rs", self.file), self.toy()),
            ],
        }
    }

    /// Returns the toy model of the examples under the new name.
    fn toy(&self) -> String {
        include_str!("../../../../examples/toy_model.rs")
            .replace("toy_model", &format!("{}_model", self.file))
            .replace("Cake", &self.of)
            .replace("\"cake\"", &format!("\"{}\"", self.id))
            .replace("# cake", &format!("# {}", self.id))
    }

    /// Returns the remaining steps, in order.
    pub fn left(&self) -> Vec<String> {
        let text = match self.kind {
            NewKind::Mechanism => include_str!("templates/mechanism.txt"),
            NewKind::Property => include_str!("templates/property.txt"),
            NewKind::Measure => include_str!("templates/measure.txt"),
            NewKind::Model => include_str!("templates/model.txt"),
        };
        // Files of worked values have clusters only.
        let values = match self.model.as_str() {
            "cluster" => {
                "tests/worked/{id}.toml: totals on an instance, from a paper or by hand, under [expected-{id}]"
            }
            _ => "tests/all/{model}.rs: values on an instance, from a paper or by hand",
        };
        self.filled(&text.replace("{values}", values)).lines().map(str::to_string).collect()
    }
}
