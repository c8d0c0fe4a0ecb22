//! Live elements: where the engine for pages was built, an instance that a reader can change. The scripts are in `browser/page`.

use std::collections::BTreeMap;
use std::path::Path;

use super::naming::told_with;
use crate::archive::record::Record;
use crate::document::Value;
use crate::library::claims::Library;

/// Whether the engine for pages lies where mdBook copies it from.
pub(super) fn built(root: &Path) -> bool {
    root.join("book/text/live/engine.wasm").is_file()
}

/// Text as the value of an attribute, inert for mdBook and for Markdown too.
fn attribute(text: &str) -> String {
    let special = |c: char| !(c.is_ascii_alphanumeric() || "-_., []:".contains(c));
    text.chars().map(|c| if special(c) { format!("&#{};", c as u32) } else { c.to_string() }).collect()
}

/// Numbers as texts: those of a page are exact up to 2^53 only.
fn in_words(value: &Value) -> Value {
    match value {
        Value::Number(x) => Value::Text(x.to_string()),
        Value::List(items) => Value::List(items.iter().map(in_words).collect()),
        Value::Table(fields) => {
            Value::Table(fields.iter().map(|(name, value)| (name.clone(), in_words(value))).collect())
        }
        other => other.clone(),
    }
}

/// The benches of records, by the pages that they stand on.
pub(super) fn benches(library: &Library) -> BTreeMap<String, String> {
    let all = library.records().iter();
    // A page that leads to that of the twin has no instance of its own.
    all.filter(|(_, record)| told_with(library.records(), record).is_none())
        .map(|(name, record)| (format!("records/{}.md", name.trim_end_matches(".toml")), bench(record)))
        .collect()
}

/// The bench of a record's instance, on a page one folder below the first one.
fn bench(record: &Record) -> String {
    let mut fields = vec![("model".to_string(), Value::text(record.model.clone()))];
    fields.extend(record.instance.fields().iter().cloned());
    let instance = in_words(&Value::Table(fields)).to_json().to_string();
    format!(
        "\n## Change a number\n\n<div class=\"live\" data-from=\"../\" data-mechanism=\"{}\" data-property=\"{}\" \
         data-instance=\"{}\"></div>\n<script src=\"../live/live.js\" defer></script>\n",
        attribute(&record.mechanism),
        attribute(&record.property),
        attribute(&instance)
    )
}
