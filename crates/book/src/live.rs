//! Live elements: where the engine for pages was built, an instance that a reader can change, and the matrix asked. The scripts are in `browser/page`.

use std::collections::BTreeMap;
use std::path::Path;

use super::naming::told_with;
use crate::archive::record::Record;
use crate::document::Value;
use crate::library::claims::Library;

/// Returns `true` if the engine for pages is in the folder from which mdBook copies it.
pub(super) fn built(root: &Path) -> bool {
    root.join("book/text/live/engine.wasm").is_file()
}

/// Text as the value of an attribute, inert for mdBook and for Markdown too.
fn attribute(text: &str) -> String {
    let special = |c: char| !(c.is_ascii_alphanumeric() || "-_., []:".contains(c));
    text.chars().map(|c| if special(c) { format!("&#{};", c as u32) } else { c.to_string() }).collect()
}

/// Numbers as texts, because numbers of a page are exact only up to 2^53.
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

/// The live benches of records, by page.
pub(super) fn benches(library: &Library) -> BTreeMap<String, String> {
    let all = library.records().iter();
    // A page that leads to that of the twin has no instance of its own.
    all.filter(|(_, record)| told_with(library.records(), record).is_none())
        .map(|(name, record)| (format!("records/{}.md", name.trim_end_matches(".toml")), bench(record)))
        .collect()
}

/// The engineers' page with a place to paste a cluster, at the end of its first step; on a page one folder below the first one.
pub(super) fn with_cluster(chapter: &str) -> String {
    const PLACE: &str = "\n<div class=\"live\" data-kind=\"cluster\" data-from=\"../\"></div>\n\
                         <script src=\"../live/live.js\" defer></script>\n\n## 2";
    chapter.replacen("\n## 2", PLACE, 1)
}

/// The page of the matrix with a place for queries, above the tables of its first model.
pub(super) fn with_queries(matrix: &str) -> String {
    const PLACE: &str =
        "\n<div class=\"live\" data-kind=\"ask\"></div>\n<script src=\"live/live.js\" defer></script>\n\n## ";
    matrix.replacen("\n## ", PLACE, 1)
}
/// The live bench of a record's instance, for a page one folder below the first one.
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
