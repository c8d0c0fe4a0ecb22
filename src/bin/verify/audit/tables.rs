//! An audit as tables, and as one document.

use fairwitness::desk::audit::counted;
use fairwitness::desk::nodes::ServerLine;
use fairwitness::desk::report::{AuditReport, ResourceLine, ShapeLine, UserLine};
use fairwitness::desk::units::{amount_of, digits, per_cent, whole_of};
use fairwitness::scalar::{Rational, Scalar as _};

use super::rules::Column;

/// The head of a table, and its rows.
pub type Rows = (Vec<String>, Vec<Vec<String>>);

fn head(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

fn or_dash(x: &Rational) -> String {
    if x.is_zero() { "-".to_string() } else { digits(x) }
}

pub fn of_all(amount: &Rational, all: Option<&Rational>) -> String {
    all.map_or_else(|| digits(amount), |all| format!("{} of {}", digits(amount), digits(all)))
}

/// The amount that is missing, in the units in which one buys it.
pub fn missing(line: &UserLine) -> String {
    match line.missing.first() {
        Some(missing) => amount_of(&missing.resource, &missing.amount),
        None if line.short.is_positive() => counted(&line.short),
        None => "-".to_string(),
    }
}

/// Returns one row per user, furthest below its share first: what it takes, its share, what is missing, and its tasks.
pub fn users(report: &AuditReport) -> Rows {
    let names = ["user", "takes", "its share", "missing", "tasks running", "could start", "envies most"];
    let row = |line: &UserLine| {
        let takes = match &line.dominant {
            Some(resource) => format!("{} of {}", per_cent(&line.share), whole_of(resource)),
            None => "-".to_string(),
        };
        vec![
            line.user.clone(),
            takes,
            per_cent(&line.right),
            missing(line),
            of_all(&line.tasks, line.has.as_ref()),
            or_dash(&line.could_start),
            envies_most(line),
        ]
    };
    (head(&names), UserLine::by_shortfall(&report.users).into_iter().map(row).collect())
}

/// The user that is envied most, with the envy: in tasks, or as a part of the cluster for a team with several shapes.
pub fn envies_most(line: &UserLine) -> String {
    match (line.envies.first(), line.shapes.is_empty()) {
        (None, _) => "-".to_string(),
        (Some(most), true) if most.by == Rational::one() => format!("{} by 1 task", most.user),
        (Some(most), true) => format!("{} by {} tasks", most.user, digits(&most.by)),
        (Some(most), false) => format!("{} by {}", most.user, per_cent(&most.by)),
    }
}

/// Returns one row per shape of the teams that have several shapes of tasks, in the order of the teams in [`users`].
pub fn shapes(report: &AuditReport) -> Rows {
    let row = |(line, shape): (&UserLine, &ShapeLine)| {
        let tasks = of_all(&shape.tasks, shape.has.as_ref());
        vec![line.user.clone(), shape.shape.clone(), tasks, or_dash(&shape.short)]
    };
    let sorted = UserLine::by_shortfall(&report.users);
    let all = sorted.into_iter().flat_map(|line| line.shapes.iter().map(move |shape| (line, shape)));
    (head(&["team", "kind of tasks", "tasks running", "missing"]), all.map(row).collect())
}

/// Returns one row per user with its tasks now and under the rules for whole or for divisible tasks; `None` without such a
/// rule.
pub fn rules(report: &AuditReport, columns: &[Column], whole: bool) -> Option<Rows> {
    let some: Vec<&Column> = columns.iter().filter(|c| c.tasks.is_some() && c.whole == whole).collect();
    if some.is_empty() {
        return None;
    }
    let mut names = head(&["user", "runs"]);
    names.extend(some.iter().map(|column| column.title()));
    let row = |(u, line): (usize, &UserLine)| {
        let of = |column: &&Column| {
            column.tasks.as_ref().map_or_else(|| "-".to_string(), |tasks| digits(&tasks[u]))
        };
        let mut row = vec![line.user.clone(), digits(&line.tasks)];
        row.extend(some.iter().map(of));
        row
    };
    Some((names, report.users.iter().enumerate().map(row).collect()))
}

/// Returns one row for each of the worst servers.
pub fn servers(report: &AuditReport) -> Rows {
    let row = |line: &ServerLine| {
        let used = line.used.iter().zip(&report.resources).filter_map(|(used, of)| {
            Some(format!("{} {}", whole_of(&of.resource), per_cent(used.as_ref()?)))
        });
        vec![line.server.clone(), used.collect::<Vec<_>>().join(", "), line.tells.clone()]
    };
    (head(&["server", "in use", "worst because"]), report.servers.iter().map(row).collect())
}

/// Returns one row per property.
pub fn properties(report: &AuditReport) -> Rows {
    let rows = report.properties.iter().map(|line| {
        let margin = line.margin.as_ref().map_or_else(String::new, digits);
        let why = if line.margin.is_some() { None } else { line.tells.clone() };
        vec![line.property.to_string(), line.answer.word().to_string(), margin, why.unwrap_or_default()]
    });
    (head(&["property", "verdict", "margin", "because"]), rows.collect())
}

/// Returns one row per resource.
pub fn resources(report: &AuditReport) -> Rows {
    let row = |ResourceLine { resource: name, idle, capacity: all }: &ResourceLine| {
        let part = if all.is_positive() { per_cent(&(idle / all)) } else { "-".to_string() };
        vec![whole_of(name), amount_of(name, idle), amount_of(name, all), part]
    };
    (head(&["resource", "idle", "there is", "idle part"]), report.resources.iter().map(row).collect())
}
