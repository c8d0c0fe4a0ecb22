//! An audit as tables, and as one JSON document.

use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::workbench::{AuditReport, ChangeLine, Shape, UserLine};
use serde_json::{Value as Json, json};

use super::given;
use super::rules::Column;

/// Head and rows.
pub type Rows = (Vec<String>, Vec<Vec<String>>);

fn head(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

fn or_dash(x: &Rational) -> String {
    if x.is_zero() { "-".to_string() } else { x.to_string() }
}

/// One row a user: what it runs, has, takes and is entitled to, what it lacks, and what rules would give it.
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

/// Whom a user envies most: by so many tasks, or, of a team with several shapes, by so much worth.
fn envies_most(line: &UserLine) -> String {
    match (line.envies.first(), line.shapes.is_empty()) {
        (None, _) => "-".to_string(),
        (Some((name, by)), true) => format!("{name} by {by}"),
        (Some((name, by)), false) => format!("{name} by a worth of {by}"),
    }
}

/// One row a shape of tasks, of teams that have several.
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

/// One row a property.
pub fn properties(report: &AuditReport) -> Rows {
    let rows = report.properties.iter().map(|line| {
        let margin = line.margin.as_ref().map_or_else(String::new, ToString::to_string);
        let why = if line.margin.is_some() { None } else { line.tells.clone() };
        vec![line.property.to_string(), line.answer.word().to_string(), margin, why.unwrap_or_default()]
    });
    (head(&["property", "verdict", "margin", "because"]), rows.collect())
}

/// One row a resource.
pub fn resources(report: &AuditReport) -> Rows {
    let rows = report.resources.iter();
    let rows = rows.map(|(name, idle, all)| vec![name.clone(), idle.to_string(), all.to_string()]);
    (head(&["resource", "idle", "there is"]), rows.collect())
}

fn change(line: &ChangeLine) -> Json {
    let mut fields = serde_json::Map::new();
    fields.insert("kind".to_string(), json!(line.kind));
    fields.insert("user".to_string(), json!(line.user));
    let text = |x: &Option<Rational>| x.as_ref().map(ToString::to_string);
    let (tasks, weight) = (text(&line.tasks), text(&line.weight));
    for (name, value) in [("server", &line.server), ("to", &line.to), ("tasks", &tasks), ("weight", &weight)]
    {
        if let Some(value) = value {
            fields.insert(name.to_string(), json!(value));
        }
    }
    Json::Object(fields)
}

fn user(line: &UserLine) -> Json {
    let standing = &line.standing;
    let ways: Vec<Json> = line
        .ways
        .iter()
        .zip(&line.mends)
        .map(|(way, tells)| json!({"changes": way.iter().map(change).collect::<Vec<_>>(), "tells": tells}))
        .collect();
    let mend = match (standing.short.is_positive(), ways.split_first()) {
        (false, _) => Json::Null,
        (true, None) => json!({
            "found": false,
            "changes": [],
            "tells": line.mends.first(),
            "exhausted": line.exhausted,
        }),
        (true, Some((first, others))) => json!({
            "found": true,
            "changes": first["changes"],
            "tells": first["tells"],
            "others": others,
        }),
    };
    let mut user = json!({
        "user": line.user,
        "tasks": standing.tasks.to_string(),
        "has": has(line),
        "dominant": line.dominant,
        "share": standing.share.to_string(),
        "part": standing.part.to_string(),
        "entitled": standing.entitled.to_string(),
        "entitled_share": standing.entitled_share.to_string(),
        "short": standing.short.to_string(),
        "over": line.over.to_string(),
        "envies": line.envies.iter().map(|(name, by)| json!({"user": name, "by": by.to_string()})).collect::<Vec<_>>(),
        "could_start": standing.could_start.to_string(),
        "idle_servers": standing.idle.len(),
        "idle": line.idle.iter().map(|(server, tasks, left)| {
            json!({"server": server, "tasks": tasks.to_string(), "left": left.to_string()})
        }).collect::<Vec<_>>(),
        "tells": line.tells,
        "mend": mend,
    });
    // A team with several shapes of tasks: what it is entitled to is a share, and envy is in worth.
    if !line.shapes.is_empty() {
        let shape = |(name, shape): &(String, Shape)| {
            json!({
                "shape": name,
                "tasks": shape.tasks.to_string(),
                "has": shape.has.as_ref().map_or_else(|| "inf".to_string(), ToString::to_string),
                "short": shape.short.to_string(),
            })
        };
        user["right"] = json!(standing.right.to_string());
        user["shapes"] = json!(line.shapes.iter().map(shape).collect::<Vec<_>>());
    }
    user
}

/// The whole audit.
pub fn json(report: &AuditReport, columns: &[Column]) -> Json {
    let property = |line: &fairwitness::workbench::PropertyLine| {
        json!({
            "property": line.property,
            "verdict": line.answer.word(),
            "margin": line.margin.as_ref().map(ToString::to_string),
            "tells": line.tells,
        })
    };
    let rule = |column: &Column| {
        let tasks =
            column.tasks.as_ref().ok().map(|tasks| tasks.iter().map(ToString::to_string).collect::<Vec<_>>());
        json!({
            "mechanism": column.mechanism,
            "from": if column.goes_on { "running" } else { "empty" },
            "tasks": tasks,
            "certified": column.certified,
            "reason": column.tasks.as_ref().err(),
        })
    };
    json!({
        "sentence": report.sentence,
        "division": if report.whole { "whole" } else { "divisible" },
        "properties": report.properties.iter().map(property).collect::<Vec<_>>(),
        "users": report.users.iter().map(user).collect::<Vec<_>>(),
        "resources": report.resources.iter().map(|(name, idle, all)| {
            json!({"resource": name, "idle": idle.to_string(), "capacity": all.to_string()})
        }).collect::<Vec<_>>(),
        "rules": columns.iter().map(rule).collect::<Vec<_>>(),
        "assumed": report.assumed,
    })
}
