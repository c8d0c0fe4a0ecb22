//! An audit as tables, and as one document.

use fairwitness::desk::audit::Shape;
use fairwitness::desk::report::{AuditReport, UserLine};
use fairwitness::scalar::{Rational, Scalar as _};

use super::given;
use super::rules::Column;
use crate::said::{Audited, AuditedRule};

/// The head of a table, and its rows.
pub type Rows = (Vec<String>, Vec<Vec<String>>);

fn head(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

fn or_dash(x: &Rational) -> String {
    if x.is_zero() { "-".to_string() } else { x.to_string() }
}

/// Returns one row per user: its running tasks, dominant share, entitlement and shortfall, and its tasks
/// under the rules.
pub fn users(report: &AuditReport, columns: &[Column]) -> Rows {
    let mut names = head(&[
        "user",
        "runs",
        "has",
        "dominant share",
        "its share would run",
        "lacks",
        "could start",
        "envies most",
    ]);
    names.extend(columns.iter().filter(|c| c.tasks.is_ok()).map(Column::title));
    let row = |(u, line): (usize, &UserLine)| {
        let standing = &line.standing;
        let share = match &line.dominant {
            Some(resource) => format!("{} of {resource}", standing.share),
            None => "-".to_string(),
        };
        let mut row = vec![
            line.user.clone(),
            standing.tasks.to_string(),
            has(line),
            share,
            standing.entitled.to_string(),
            or_dash(&standing.short),
            or_dash(&standing.could_start),
            envies_most(line),
        ];
        row.extend(columns.iter().filter(|c| c.tasks.is_ok()).map(|column| given(column, u)));
        row
    };
    (names, report.users.iter().enumerate().map(row).collect())
}

/// The user that is envied most, with the envy: in tasks, or as a value for a team with several shapes.
fn envies_most(line: &UserLine) -> String {
    match (line.envies.first(), line.shapes.is_empty()) {
        (None, _) => "-".to_string(),
        (Some((name, by)), true) => format!("{name} by {by}"),
        (Some((name, by)), false) => format!("{name} by a worth of {by}"),
    }
}

/// Returns one row per shape of the teams that have several shapes of tasks.
pub fn shapes(report: &AuditReport) -> Rows {
    let row = |(line, (name, shape)): (&UserLine, &(String, Shape))| {
        let has = shape.has.as_ref().map_or_else(|| "inf".to_string(), ToString::to_string);
        vec![line.user.clone(), name.clone(), shape.tasks.to_string(), has, or_dash(&shape.short)]
    };
    let all = report.users.iter().flat_map(|line| line.shapes.iter().map(move |shape| (line, shape)));
    (head(&["team", "shape of tasks", "runs", "has", "lacks"]), all.map(row).collect())
}

fn has(line: &UserLine) -> String {
    line.standing.has.as_ref().map_or_else(|| "inf".to_string(), ToString::to_string)
}

/// Returns one row per property.
pub fn properties(report: &AuditReport) -> Rows {
    let rows = report.properties.iter().map(|line| {
        let margin = line.margin.as_ref().map_or_else(String::new, ToString::to_string);
        let why = if line.margin.is_some() { None } else { line.tells.clone() };
        vec![line.property.to_string(), line.answer.word().to_string(), margin, why.unwrap_or_default()]
    });
    (head(&["property", "verdict", "margin", "because"]), rows.collect())
}

/// Returns one row per resource.
pub fn resources(report: &AuditReport) -> Rows {
    let rows = report.resources.iter();
    let rows = rows.map(|(name, idle, all)| vec![name.clone(), idle.to_string(), all.to_string()]);
    (head(&["resource", "idle", "there is"]), rows.collect())
}

/// Returns the whole audit, with the outcomes of the rules, as a document.
pub fn document(report: &AuditReport, columns: &[Column], plan: bool) -> Audited {
    let rule = |column: &Column| AuditedRule {
        mechanism: column.mechanism,
        from: if column.goes_on { "running" } else { "empty" },
        tasks: column.tasks.as_ref().ok().cloned(),
        certified: column.certified,
        reason: column.tasks.as_ref().err().cloned(),
    };
    Audited::of(report, columns.iter().map(rule).collect(), plan)
}
