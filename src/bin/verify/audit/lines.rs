//! An audit line by line for programs, as CSV.

use fairwitness::desk::report::AuditReport;

use super::rules::Column;
use crate::batch::{csv_cell, csv_row};

/// Returns one row per user.
pub fn csv(report: &AuditReport, columns: &[Column]) -> String {
    let mut text = "user,tasks,has,dominant,share,entitled,short,could_start,envies,envy,mend".to_string();
    let given_by = || columns.iter().filter(|column| column.tasks.is_some());
    text += &given_by().map(|column| format!(",{}", csv_cell(&column.title()))).collect::<String>();
    text.push('\n');
    for (u, line) in report.users.iter().enumerate() {
        let (envied, envy) = match line.envies.first() {
            Some(most) => (most.user.clone(), most.by.to_string()),
            None => (String::new(), String::new()),
        };
        let cells = [
            line.user.clone(),
            line.tasks.to_string(),
            line.has.as_ref().map_or_else(|| "inf".to_string(), ToString::to_string),
            line.dominant.clone().unwrap_or_default(),
            line.share.to_string(),
            line.entitled.to_string(),
            line.short.to_string(),
            line.could_start.to_string(),
            envied,
            envy,
            line.mend.as_ref().map_or_else(String::new, |plan| plan.tells.clone()),
        ];
        let cells = cells.into_iter().chain(given_by().map(|column| given(column, u)));
        text += &csv_row(cells);
    }
    text
}

/// Returns the tasks that a rule gives a user, or `-` if the rule has no outcome.
fn given(column: &Column, user: usize) -> String {
    column.tasks.as_ref().map_or_else(|| "-".to_string(), |tasks| tasks[user].to_string())
}
