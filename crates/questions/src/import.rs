//! A cluster in the output of other programs, read by the importers of `verify import`; and the audit of its running
//! tasks.

use std::time::Duration;

use fairwitness_desk::import::{Options, kubernetes, tables};
use fairwitness_desk::report::{AuditAsked, PropertyLine, UserLine, audit_file};
use fairwitness_kernel::document::{Document, InputError};
use serde_json::{Value as Json, json};

use super::arguments::{Arguments, wrong};
use super::{Around, answers};

/// The time for an audit, in seconds, unless the question gives one.
const AUDIT: f64 = 10.0;

/// Answers a question about a pasted cluster: `ask` is `import` or `audit`. An error in the input is an answer too.
pub fn about_cluster(question: &Json, around: &Around<'_>) -> Json {
    let given = Arguments(question);
    let answered = match question.get("ask").and_then(Json::as_str) {
        Some("import") => imported(given),
        Some("audit") => audit(given, around),
        _ => Err(wrong("ask", "must be `import` or `audit`")),
    };
    answered.unwrap_or_else(|fault| answers::error(&fault))
}

/// An instance from two texts: for `kubernetes` the lists of `nodes` and `pods`, with users `by` `owner`,
/// `namespace` or `label=KEY`; for `csv` the tables of `machines` and `requests`. The answer also has the instance
/// as a file, with the omissions and assumptions.
fn imported(given: Arguments<'_>) -> Result<Json, InputError> {
    let options = Options::default();
    let listed = |name: &str| Document::parse(&format!("{name}.json"), given.text(name)?);
    let imported = match given.text("source")? {
        "kubernetes" => {
            let by = given.0.get("by").and_then(Json::as_str).unwrap_or("owner");
            let by = by.parse().map_err(|reason: String| wrong("by", reason))?;
            kubernetes(&listed("nodes")?, &listed("pods")?, &by, &options)?
        }
        "csv" => {
            tables(("machines", given.text("machines")?), ("requests", given.text("requests")?), &options)?
        }
        other => return Err(wrong("source", format!("`{other}` is none; there are kubernetes and csv"))),
    };
    Ok(json!({
        "instance": imported.instance.to_json(), "toml": imported.instance.to_toml(), "notes": imported.notes,
    }))
}

/// The audit of the running tasks: shortfalls, repairs, and verdicts of properties.
fn audit(given: Arguments<'_>, around: &Around<'_>) -> Result<Json, InputError> {
    let seconds = given.0.get("seconds").and_then(Json::as_f64).unwrap_or(AUDIT);
    let time = Duration::try_from_secs_f64(seconds).map_err(|reason| wrong("seconds", reason))?;
    let asked = AuditAsked {
        properties: Vec::new(),
        whole: None,
        repairs: true,
        by_shape: false,
        next: false,
        time,
        stop: around.stop.clone(),
    };
    let report = audit_file(&given.document("instance")?, &asked)?;
    let user = |line: &UserLine| json!({"user": line.user, "short": line.short.to_string(), "tells": line.tells, "mends": line.mend.iter().map(|plan| &plan.tells).collect::<Vec<_>>()});
    let property = |line: &PropertyLine| {
        let margin = line.margin.as_ref().map(ToString::to_string);
        json!({"property": line.property, "verdict": line.answer.word(), "margin": margin, "tells": line.tells})
    };
    Ok(json!({
        "sentence": report.sentence,
        "users": report.users.iter().map(user).collect::<Vec<_>>(),
        "properties": report.properties.iter().map(property).collect::<Vec<_>>(),
        "assumed": report.assumptions().collect::<Vec<_>>(),
    }))
}
