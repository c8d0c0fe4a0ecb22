//! Reports as JSON: exact numbers are texts, counts are numbers. The fields are those of `verify --format
//! json`, and tables beside them.

use fairwitness_engine::model::Table;
use fairwitness_kernel::document::{InputError, Value};
use fairwitness_picture as picture;
#[cfg(feature = "separate")]
use fairwitness_workbench::SeparationReport;
use fairwitness_workbench::{Bench, CellReport, Entry, RunReport, WorstReport};
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::construction;
/// The answer for an input that is refused: file, field and reason.
pub fn error(error: &InputError) -> Json {
    json!({"error": {"file": error.file, "field": error.field, "reason": error.reason, "text": error.to_string()}})
}

fn tables(tables: &[Table]) -> Json {
    let table = |t: &Table| json!({"title": t.title, "head": t.head, "rows": t.rows});
    tables.iter().map(table).collect()
}

/// A report as the program prints it, with further fields.
fn with<T: Serialize>(report: &T, more: impl IntoIterator<Item = (&'static str, Json)>) -> Json {
    let mut said = serde_json::to_value(report).unwrap_or_default();
    if let Json::Object(fields) = &mut said {
        fields.extend(more.into_iter().map(|(name, value)| (name.to_string(), value)));
    }
    said
}

/// The mechanisms, properties and measures of a model: ids, names and pages.
pub fn entries(bench: &dyn Bench) -> Json {
    let all = |entries: Vec<Entry>| -> Json {
        entries.iter().map(|e| json!({"id": e.id, "name": e.name(), "page": e.page})).collect()
    };
    json!({
        "mechanisms": all(bench.mechanisms()),
        "properties": all(bench.properties()),
        "measures": all(bench.measures()),
        "constructions": construction::listed(bench),
        "page": bench.page(),
    })
}

/// The answer to a question about a cell.
pub fn report(report: &CellReport) -> Json {
    let slack = report.slack.as_ref().map(ToString::to_string);
    let more =
        [("tables", tables(&report.tables)), ("outside", report.outside.into()), ("slack", slack.into())];
    with(report, more)
}

/// An allocation, with the instance, tables, and a picture of the outcome.
pub fn run(report: &RunReport, instance: &Value) -> Json {
    let refused = report.outcome.as_ref().err().map(ToString::to_string);
    let more = [
        ("instance", instance.to_json()),
        ("refused", refused.into()),
        ("reason", report.reason.clone().into()),
        ("tables", tables(&report.tables)),
        ("picture", report.bars.as_ref().map(picture::bars).into()),
    ];
    with(report, more)
}

/// The worst value found, with tables.
pub fn worst(report: &WorstReport) -> Json {
    with(report, [("tables", tables(&report.tables))])
}

/// The difference between two mechanisms or two properties.
#[cfg(feature = "separate")]
pub fn separation(report: &SeparationReport) -> Json {
    with(report, [("tables", tables(&report.tables))])
}
