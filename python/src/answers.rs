//! Reports as JSON: exact numbers are text, counts are numbers. The fields are those of `verify --format json`.

use fairwitness::document::{InputError, Value};
use fairwitness::model::Table;
use fairwitness::scalar::Rational;
use fairwitness::search::Searched;
use fairwitness::search::separate::How;
use fairwitness::workbench::{Bench, Entry, Report, RunReport, SeparationReport, WorstReport};
use serde_json::{Value as Json, json};

/// An input that cannot be taken.
pub fn error(error: &InputError) -> Json {
    json!({"error": {"file": error.file, "field": error.field, "reason": error.reason, "text": error.to_string()}})
}

fn optional(value: Option<&Value>) -> Json {
    value.map_or(Json::Null, Value::to_json)
}

fn tables(tables: &[Table]) -> Json {
    let table = |t: &Table| json!({"title": t.title, "head": t.head, "rows": t.rows});
    tables.iter().map(table).collect()
}

fn searched(searched: &Searched) -> Json {
    json!({
        "instances": searched.instances,
        "screened": searched.screened,
        "refused": searched.refused,
        "undecided": searched.undecided,
        "out_of_scope": searched.out_of_scope,
        "exhausted": searched.exhausted,
        "seed": searched.seed,
        "scope": searched.scope.map(|scope| scope.to_string()),
        "ended": searched.ended.word(),
    })
}

/// What a model has: ids, names and pages.
pub fn entries(bench: &dyn Bench) -> Json {
    let all = |entries: Vec<Entry>| -> Json {
        entries.iter().map(|e| json!({"id": e.id, "name": e.name(), "page": e.page})).collect()
    };
    json!({
        "mechanisms": all(bench.mechanisms()),
        "properties": all(bench.properties()),
        "measures": all(bench.measures()),
        "page": bench.page(),
    })
}

/// The answer to a question about a cell.
pub fn report(report: &Report) -> Json {
    json!({
        "mechanism": report.mechanism,
        "property": report.property,
        "model": report.model,
        "verdict": report.answer.word(),
        "reason": report.reason,
        "instance": optional(report.instance.as_ref()),
        "outcome": optional(report.outcome.as_ref()),
        "witness": optional(report.witness.as_ref()),
        "story": report.story,
        "tables": tables(&report.tables),
        "strategy": report.strategy,
        "outside": report.outside,
        "slack": report.slack.as_ref().map(ToString::to_string),
        "searched": searched(&report.searched),
    })
}

/// An allocation.
pub fn run(report: &RunReport, instance: &Value) -> Json {
    json!({
        "mechanism": report.mechanism,
        "model": report.model,
        "instance": instance.to_json(),
        "certified": report.certified,
        "outcome": report.outcome.as_ref().map_or(Json::Null, Value::to_json),
        "refused": report.outcome.as_ref().err().map(ToString::to_string),
        "reason": report.reason,
        "tables": tables(&report.tables),
    })
}

/// The worst value found.
pub fn worst(report: &WorstReport) -> Json {
    let sizes = report.by_size.iter().map(|(n, x)| json!([n, x.to_string()]));
    json!({
        "mechanism": report.mechanism,
        "measure": report.measure,
        "model": report.model,
        "value": report.value.as_ref().map(ToString::to_string),
        "instance": optional(report.instance.as_ref()),
        "tables": tables(&report.tables),
        "by_size": sizes.collect::<Vec<_>>(),
        "searched": searched(&report.searched),
    })
}

/// What tells two things apart.
pub fn separation(report: &SeparationReport) -> Json {
    let texts = |row: &[Rational]| row.iter().map(ToString::to_string).collect::<Vec<_>>();
    let (amounts, mechanism) = match &report.how {
        None => (Json::Null, Json::Null),
        Some(How::Amounts(a, b)) => (json!([texts(a), texts(b)]), Json::Null),
        Some(How::Violates(mechanism)) => (Json::Null, json!(mechanism)),
    };
    json!({
        "question": report.question,
        "instance": optional(report.instance.as_ref()),
        "amounts": amounts,
        "mechanism": mechanism,
        "tables": tables(&report.tables),
        "searched": searched(&report.searched),
    })
}
