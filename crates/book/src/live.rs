//! Live elements, if the engine for pages was built: an instance that a reader can change, and queries over the
//! matrix. The scripts are in `clients/browser/page`.

use std::collections::BTreeMap;
use std::path::Path;

use super::link::up;
use super::naming::{cases, smallest};
use crate::archive::record::Record;
use crate::document::Value;
use crate::library::claims::Library;
use crate::library::family;

/// The names of the engines for pages.
const ENGINES: [&str; 5] = ["arrivals", "audit", "cluster", "cohort", "covering"];

/// Returns `true` if the engines for pages, and the scripts beside them, are in the folder from which mdBook copies them.
pub fn is_live(root: &Path) -> bool {
    let live = root.join("book/text/live");
    ENGINES.iter().all(|name| live.join(format!("{name}.wasm")).is_file()) && live.join("live.js").is_file()
}

/// What a page says in the place of a live element if the engines are missing.
const MISSING: &str = "\n*Nothing can be tried on this page, because the engines for pages are missing: \
                       `sh clients/browser/build.sh` builds them.*\n\n";

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

/// The lines of a generated page between which it shows the instance that can be changed, if the page is live.
pub(super) const BEGINS: &str = "<!-- live -->\n";
pub(super) const ENDS: &str = "<!-- /live -->\n";

/// The end of a live element.
const CLOSED: &str = "</div>\n";

/// A generated page without the lines that mark its instance; `instead` stands below the instance.
pub(super) fn unmarked(text: &str, instead: &str) -> String {
    text.replacen(BEGINS, "", 1).replacen(ENDS, instead, 1)
}

/// The live benches of instances on record and of properties, by page. A property begins with the smallest of its records, as its
/// page does.
pub(super) fn benches(library: &Library) -> BTreeMap<String, String> {
    let mut benches = BTreeMap::new();
    for case in cases(library) {
        if let Some((_, record)) = case.records.first() {
            benches.insert(format!("records/{}.md", case.file), bench(record, "../"));
        }
        for (_, Record { model, property, .. }) in case.records {
            let of = |record: &Record| (&record.model, &record.property) == (model, property);
            let page = benches.entry(format!("properties/{model}/{property}.md"));
            let first = || smallest(library, of).map_or_else(String::new, |(_, r)| bench(r, "../../"));
            page.or_insert_with(first);
        }
    }
    benches
}

/// A generated page with its live bench around the instance that it shows; if the engines are missing, the page says so there.
pub(super) fn with_bench(text: &str, path: &str, bench: Option<&String>, live: bool) -> String {
    match bench {
        Some(_) if !live => unmarked(text, MISSING),
        Some(bench) if text.contains(BEGINS) => {
            let opened = text.replacen(BEGINS, &format!("{bench}\n"), 1);
            opened.replacen(ENDS, &format!("\n{CLOSED}\n"), 1) + &script(&up(path))
        }
        Some(bench) => format!("{text}\n{bench}{CLOSED}{}", script(&up(path))),
        None => unmarked(text, ""),
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
    const PLACE: &str = "\n<div class=\"live\" data-kind=\"cluster\" data-from=\"../\"></div>\n\n## 2";
    chapter.replacen("\n## 2", PLACE, 1)
}

/// The page of the matrix with a field for queries, above the tables of its first model.
pub(super) fn with_queries(matrix: &str) -> String {
    const PLACE: &str = "\n<div class=\"live\" data-kind=\"ask\"></div>\n\n## ";
    matrix.replacen("\n## ", PLACE, 1)
}

/// The beginning of the live bench of a record's instance, with the stored sentence and margin; `from` leads from its page to the
/// first one.
fn bench(record: &Record, from: &str) -> String {
    let margin = record.witness.get("margin").map(|margin| margin.to_json()).unwrap_or_default();
    let margin = margin.as_str().map_or_else(|| margin.to_string(), str::to_string);
    let stored =
        format!(" data-sentence=\"{}\" data-margin=\"{}\"", attribute(&record.note), attribute(&margin));
    on_instance(&record.model, &record.instance, (&record.mechanism, &record.property), from, &stored)
}

/// The beginning of the live bench of an instance, with a mechanism and a property to begin with and `more` attributes; `from` leads
/// from its page to the first one. Without the script the page shows what stands inside.
fn on_instance(
    model: &str,
    instance: &Value,
    (mechanism, property): (&str, &str),
    from: &str,
    more: &str,
) -> String {
    let mut fields = vec![("model".to_string(), Value::text(model))];
    fields.extend(instance.fields().iter().filter(|(name, _)| name != "model").cloned());
    let instance = in_words(&Value::Table(fields)).to_json().to_string();
    format!(
        "<div class=\"live\" data-from=\"{from}\" data-mechanism=\"{}\" data-property=\"{}\" \
         data-instance=\"{}\"{more}>\n",
        attribute(mechanism),
        attribute(property),
        attribute(&instance)
    )
}

/// The live bench of a chapter, on the instance of a file, with this many sliders or, for 0, with all numbers.
pub(super) fn in_chapter(
    model: &str,
    instance: &Value,
    cell: (&str, &str),
    from: &str,
    sliders: usize,
) -> String {
    let more = if sliders == 0 { String::new() } else { format!(" data-sliders=\"{sliders}\"") };
    on_instance(model, instance, cell, from, &more) + CLOSED
}

/// A chapter at `path` with the script for its live elements, if it has any and no script yet; if the engines are missing, the
/// chapter says so in their place.
pub(super) fn scripted(path: &str, text: String, live: bool) -> String {
    match text.split_once("<div class=\"live\"") {
        Some((before, rest)) if !live => {
            let after = rest.split_once(CLOSED).map_or("", |(_, after)| after);
            format!("{before}{MISSING}{after}")
        }
        Some(_) if !text.contains(SCRIPT) => text + &script(&up(path)),
        _ => text,
    }
}

/// The name of the script that opens live elements, below the first page.
const SCRIPT: &str = "live/live.js";
