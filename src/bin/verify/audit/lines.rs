//! An audit line by line for programs: CSV, and the text format of Prometheus.

use std::fmt::Write as _;

use fairwitness::desk::report::{AuditReport, UserLine};
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::workbench::Answer;

use super::rules::Column;
use crate::batch::csv_cell;

/// Returns one row per user. A cell that a spreadsheet would read as a formula gets a leading quote.
pub fn csv(report: &AuditReport, columns: &[Column]) -> String {
    let mut text = "user,tasks,has,dominant,share,entitled,short,could_start,envies,envy,mend".to_string();
    let given_by = || columns.iter().filter(|column| column.tasks.is_ok());
    text += &given_by().map(|column| format!(",{}", csv_cell(&column.title()))).collect::<String>();
    text.push('\n');
    for (u, line) in report.users.iter().enumerate() {
        let standing = &line.standing;
        let (envied, envy) = match line.envies.first() {
            Some((name, by)) => (name.clone(), by.to_string()),
            None => (String::new(), String::new()),
        };
        let cells = [
            line.user.clone(),
            standing.tasks.to_string(),
            standing.has.as_ref().map_or_else(|| "inf".to_string(), ToString::to_string),
            line.dominant.clone().unwrap_or_default(),
            standing.share.to_string(),
            standing.entitled.to_string(),
            standing.short.to_string(),
            standing.could_start.to_string(),
            envied,
            envy,
            line.mend.as_ref().map_or_else(String::new, |plan| plan.tells.clone()),
        ];
        let cells = cells.into_iter().chain(given_by().map(|column| given(column, u)));
        text += &cells.map(|cell| csv_cell(&no_formula(cell))).collect::<Vec<_>>().join(",");
        text.push('\n');
    }
    text
}

/// Returns the tasks that a rule gives a user, or `-` if the rule has no outcome.
fn given(column: &Column, user: usize) -> String {
    column.tasks.as_ref().map_or_else(|_| "-".to_string(), |tasks| tasks[user].to_string())
}

pub(super) fn no_formula(cell: String) -> String {
    if cell.starts_with(['=', '+', '-', '@']) { format!("'{cell}") } else { cell }
}

/// Escapes the value of a label for the place between quotes.
pub(super) fn label(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

type OfUser = fn(&UserLine) -> Rational;

/// The largest envy of the user, in tasks; zero without envy.
fn most_envy(line: &UserLine) -> Rational {
    line.envies.first().map_or_else(Rational::zero, |(_, by)| by.clone())
}
/// Returns the metrics for a dashboard, as floats because the format has no fractions.
pub fn prometheus(report: &AuditReport) -> String {
    let mut text = String::new();
    let mut gauge = |name: &str, help: &str, samples: &[(String, f64)]| {
        let _ = writeln!(text, "# HELP fairwitness_{name} {help}\n# TYPE fairwitness_{name} gauge");
        for (labels, value) in samples {
            let _ = writeln!(text, "fairwitness_{name}{{{labels}}} {value}");
        }
    };
    let of_users: [(&str, &str, OfUser); 5] = [
        ("tasks", "Tasks that the user runs.", |line| line.standing.tasks.clone()),
        ("entitled_tasks", "Tasks that the share of the user would run.", |line| {
            line.standing.entitled.clone()
        }),
        ("short_tasks", "Tasks that the user lacks of its share.", |line| line.standing.short.clone()),
        ("startable_tasks", "Waiting tasks of the user that fit on idle resources.", |line| {
            line.standing.could_start.clone()
        }),
        ("dominant_share", "Part of its dominant resource that the user takes.", |line| {
            line.standing.share.clone()
        }),
    ];
    for (name, help, amount) in of_users {
        let sample = |line: &UserLine| (format!("user=\"{}\"", label(&line.user)), amount(line).to_f64());
        gauge(name, help, &report.users.iter().map(sample).collect::<Vec<_>>());
    }
    let sample = |line: &UserLine| (format!("user=\"{}\"", label(&line.user)), most_envy(line).to_f64());
    let (plain, teams): (Vec<_>, Vec<_>) = report.users.iter().partition(|line| line.shapes.is_empty());
    let plain: Vec<_> = plain.into_iter().map(sample).collect();
    gauge("envy_tasks", "Tasks more that the user could run with what another has.", &plain);
    if !teams.is_empty() {
        let about = "Worth that a team with several shapes of tasks could have more with what another has, as a part of the cluster.";
        gauge("envy_worth", about, &teams.into_iter().map(sample).collect::<Vec<_>>());
    }
    let decided = report.properties.iter().filter_map(|line| {
        let value = match line.answer {
            Answer::Violated => 1.0,
            Answer::Holds => 0.0,
            _ => return None,
        };
        Some((format!("property=\"{}\"", line.property), value))
    });
    gauge("property_violated", "Whether what runs violates the property.", &decided.collect::<Vec<_>>());
    let of_resource = |amount: fn(&(String, Rational, Rational)) -> &Rational| {
        let sample = |resource: &(String, Rational, Rational)| {
            (format!("resource=\"{}\"", label(&resource.0)), amount(resource).to_f64())
        };
        report.resources.iter().map(sample).collect::<Vec<_>>()
    };
    gauge("idle", "What is idle of the resource.", &of_resource(|(_, idle, _)| idle));
    gauge("capacity", "What there is of the resource.", &of_resource(|(.., all)| all));
    text
}
