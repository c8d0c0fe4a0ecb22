//! Questions about one instance: all mechanisms on it, one of its numbers varied point by point, and its
//! file.

use fairwitness_engine::archive::replay::GIVEN;
use fairwitness_engine::linear::{Halt, Patience};
use fairwitness_kernel::document::{Document, InputError, Value};
use fairwitness_kernel::scalar::Rational;
use fairwitness_workbench::{Answer, Bench, CellReport, Ruling};
use serde_json::{Value as Json, json};

use super::arguments::{Arguments, wrong};

/// The largest number of points of one question.
const POINTS: usize = 4096;

/// The rulings of one property on an instance for every mechanism, or for the mechanisms that are named, with the
/// margins of violations.
///
/// # Errors
/// An argument that is missing or wrong, or work that was cut short.
pub fn row(bench: &dyn Bench, given: Arguments<'_>, patience: &Patience) -> Result<Json, Halt<InputError>> {
    let document = given.document("instance")?;
    let property = given.text("property")?;
    let named = if given.0.get("mechanisms").is_some() { Some(given.texts("mechanisms")?) } else { None };
    let mut rows = Vec::new();
    for entry in bench.mechanisms() {
        if named.as_ref().is_none_or(|named| named.contains(&entry.id)) {
            let rulings = bench.rulings(entry.id, &[property], &document, patience)?;
            rows.extend(rulings.iter().map(|ruling| said(entry.id, ruling)));
        }
    }
    Ok(Json::Array(rows))
}

fn said(mechanism: &str, ruling: &Ruling) -> Json {
    let mut row = serde_json::to_value(ruling).unwrap_or_default();
    row["mechanism"] = json!(mechanism);
    row
}

/// The node at the end of a path of field names and of indexes from 0.
fn at<'a>(root: &'a mut Value, path: &[Json]) -> Option<&'a mut Value> {
    path.iter().try_fold(root, |node, step| match (node, step) {
        (Value::Table(fields), Json::String(name)) => {
            fields.iter_mut().find(|(key, _)| key == name).map(|(_, value)| value)
        }
        (Value::List(items), Json::Number(k)) => items.get_mut(usize::try_from(k.as_u64()?).ok()?),
        _ => None,
    })
}

/// The rulings at several points. `paths` names numbers of the instance, `points` gives their values at each
/// point. A point without an instance has a reason instead of a ruling.
///
/// # Errors
/// An argument that is missing or wrong, or work that was cut short.
pub fn points(
    bench: &dyn Bench,
    given: Arguments<'_>,
    patience: &Patience,
) -> Result<Json, Halt<InputError>> {
    let document = given.document("instance")?;
    let (mechanism, property) = (given.text("mechanism")?, given.text("property")?);
    let lists = |name: &str| -> Result<Vec<&Vec<Json>>, InputError> {
        let all = given.0.get(name).and_then(Json::as_array);
        let lists = all.and_then(|all| all.iter().map(Json::as_array).collect::<Option<Vec<_>>>());
        lists.ok_or_else(|| wrong(name, "must be a list of lists"))
    };
    let (paths, points) = (lists("paths")?, lists("points")?);
    if points.len() > POINTS {
        return Err(wrong("points", format!("are {}; {POINTS} at most", points.len())).into());
    }
    let mut all = Vec::new();
    for point in points {
        if point.len() != paths.len() {
            return Err(wrong("points", "must have one value a path").into());
        }
        let mut changed = document.clone();
        for (path, value) in paths.iter().zip(point) {
            let node = at(&mut changed.root, path).ok_or_else(|| wrong("paths", "lead to no number"))?;
            let number = value.as_str().and_then(|text| text.parse::<Rational>().ok());
            *node = Value::Number(number.ok_or_else(|| wrong("points", "must be exact numbers, as text"))?);
        }
        all.push(match bench.rulings(mechanism, &[property], &changed, patience) {
            Ok(rulings) => rulings.first().map_or(Json::Null, |ruling| said(mechanism, ruling)),
            Err(Halt::Failed(error)) => json!({"error": error.to_string()}),
            Err(Halt::Cut) => return Err(Halt::Cut),
        });
    }
    Ok(Json::Array(all))
}

/// The violation of a property on the instance as LaTeX, as `verify export --latex` prints its record; where there is none, the
/// allocation. `file` names the record, or the instance, that the first line asks the reader to judge again.
///
/// # Errors
/// An argument that is missing or wrong, an instance that is refused, or work that was cut short.
pub fn latex(bench: &dyn Bench, given: Arguments<'_>, patience: &Patience) -> Result<Json, Halt<InputError>> {
    let document = given.document("instance")?;
    let (mechanism, property) = (given.text("mechanism")?, given.text("property")?);
    let file = |other: String| given.0.get("file").and_then(Json::as_str).map_or(other, ToString::to_string);
    let report = bench.judge(mechanism, property, &document, patience)?;
    if report.answer == Answer::Violated {
        let report = CellReport { minimality: GIVEN, ..report };
        let record = bench.record(&report, "")?;
        let name = record.file_name(report.size.as_deref().unwrap_or_default());
        return Ok(json!({"latex": bench.exhibit(&record)?.latex(&file(name), &record)}));
    }
    let run = bench.run(mechanism, &document, patience)?;
    if let Err(refusal) = &run.outcome {
        return Err(wrong("instance", refusal).into());
    }
    Ok(json!({"latex": run.latex(&file("instance.toml".to_string()))}))
}

/// The instance as a file, in TOML and in JSON.
///
/// # Errors
/// An instance that cannot be read.
pub fn write(bench: &dyn Bench, given: Arguments<'_>) -> Result<Json, InputError> {
    let document: Document = given.document("instance")?;
    let written = bench.instance(&document)?;
    Ok(json!({"toml": written.to_toml(), "json": written.to_json()}))
}
