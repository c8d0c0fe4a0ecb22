//! Live elements, if the engine for pages was built: an instance that a reader can change, and queries over the
//! matrix. The scripts are in `clients/browser/page`.

use std::collections::BTreeMap;
use std::path::Path;

use super::link::up;
use super::naming::cases;
use crate::archive::record::Record;
use crate::document::Value;
use crate::library::claims::Library;
use crate::library::family;

/// Returns `true` if the engines for pages are in the folder from which mdBook copies them. The engine of clusters is built before
/// some of the others; all are there or none is.
pub fn is_live(root: &Path) -> bool {
    root.join("book/text/live/cluster.wasm").is_file()
}

/// Escapes a text for the value of an attribute, so that neither mdBook nor Markdown interprets it.
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

/// The line of a generated page where its live bench is put, if there is one.
pub(super) const PLACE: &str = "<!-- live -->\n";

/// The live benches of instances on record and of properties, by page. A property begins with the shortest of its records.
pub(super) fn benches(library: &Library) -> BTreeMap<String, String> {
    let mut benches = BTreeMap::new();
    let mut shortest: BTreeMap<(&str, &str), (usize, &Record)> = BTreeMap::new();
    for case in cases(library) {
        for (k, (_, record)) in case.records.iter().enumerate() {
            if k == 0 {
                benches.insert(format!("records/{}.md", case.file), bench(record, "../"));
            }
            let length = record.instance.to_toml().len();
            let best = shortest.entry((&record.model, &record.property)).or_insert((length, record));
            if length < best.0 {
                *best = (length, record);
            }
        }
    }
    for ((model, property), (_, record)) in shortest {
        benches.insert(format!("properties/{model}/{property}.md"), bench(record, "../../"));
    }
    benches
}

/// A generated page with its live bench, where it has one.
pub(super) fn with_bench(text: &str, path: &str, bench: Option<&String>) -> String {
    match bench {
        Some(bench) if text.contains(PLACE) => text.replacen(PLACE, bench, 1) + &script(&up(path)),
        Some(bench) => format!("{text}\n{bench}{}", script(&up(path))),
        None => text.replacen(PLACE, "", 1),
    }
}

/// The script that opens live elements; `from` leads from its page to the first one.
fn script(from: &str) -> String {
    format!("\n<script src=\"{from}{SCRIPT}\" defer></script>\n")
}

/// The data of a family on record, for benches: its name, its note, its measure, and its first instances. The page shows nothing of it.
pub(super) fn family(name: &str, record: &family::Record) -> String {
    let own = &record.family;
    let instance = |k: i64| Some((k, in_words(&own.template.at(k)?.root).to_json()));
    let small = |(_, instance): &(i64, serde_json::Value)| instance.to_string().len() <= MOST_TEXT;
    let ks = own.from..own.from.saturating_add(MOST_POINTS);
    let points: Vec<serde_json::Value> = ks
        .map_while(instance)
        .take_while(small)
        .map(|(m, instance)| serde_json::json!({"m": m, "instance": instance}))
        .collect();
    let data = serde_json::json!({
        "id": name, "about": record.note, "model": own.template.model, "mechanism": record.mechanism,
        "measure": record.measure, "points": points,
    });
    format!("<div class=\"family\" hidden data-family=\"{}\"></div>\n", attribute(&data.to_string()))
}

/// The most instances of a family that a page carries, and the most characters of one of them.
const MOST_POINTS: i64 = 10;
const MOST_TEXT: usize = 3000;

/// The engineers' page with a place to paste a cluster, at the end of its first step; on a page one folder below the first one.
pub(super) fn with_cluster(chapter: &str) -> String {
    const PLACE: &str = "\n<div class=\"live\" data-kind=\"cluster\" data-from=\"../\"></div>\n\
                         <script src=\"../live/live.js\" defer></script>\n\n## 2";
    chapter.replacen("\n## 2", PLACE, 1)
}

/// The page of the matrix with a field for queries, above the tables of its first model.
pub(super) fn with_queries(matrix: &str) -> String {
    const PLACE: &str =
        "\n<div class=\"live\" data-kind=\"ask\"></div>\n<script src=\"live/live.js\" defer></script>\n\n## ";
    matrix.replacen("\n## ", PLACE, 1)
}

/// The live bench of a record's instance; `from` leads from its page to the first one.
fn bench(record: &Record, from: &str) -> String {
    on_instance(&record.model, &record.instance, (&record.mechanism, &record.property), from)
}

/// The live bench of an instance, with a mechanism and a property to begin with; `from` leads from its page to the first one. The page
/// shows nothing of it without the script.
pub(super) fn on_instance(
    model: &str,
    instance: &Value,
    (mechanism, property): (&str, &str),
    from: &str,
) -> String {
    let mut fields = vec![("model".to_string(), Value::text(model))];
    fields.extend(instance.fields().iter().filter(|(name, _)| name != "model").cloned());
    let instance = in_words(&Value::Table(fields)).to_json().to_string();
    format!(
        "<div class=\"live\" data-from=\"{from}\" data-mechanism=\"{}\" data-property=\"{}\" \
         data-instance=\"{}\"></div>\n",
        attribute(mechanism),
        attribute(property),
        attribute(&instance)
    )
}

/// A chapter at `path` with the script for its live elements, if it has any and no script yet.
pub(super) fn scripted(path: &str, text: String) -> String {
    if text.contains("<div class=\"live\"") && !text.contains(SCRIPT) {
        text + &script(&up(path))
    } else {
        text
    }
}

/// The name of the script that opens live elements, below the first page.
const SCRIPT: &str = "live/live.js";
