//! An audit in words for a terminal.

use fairwitness::desk::audit::counted;
use fairwitness::desk::report::{AuditReport, UserLine};
use fairwitness::model::Table;
use fairwitness::scalar::Scalar as _;
use fairwitness::workbench::Answer;

use super::rules::Column;
use super::tables;
use crate::render::grid;
use crate::terminal::{Tone, paint};

/// The largest number of users described in sentences; the table has all of them.
const MOST_TOLD: usize = 30;

fn titled(title: &str, (head, rows): (Vec<String>, Vec<Vec<String>>)) -> String {
    grid(&Table { title: title.to_string(), head, rows })
}

pub fn text(report: &AuditReport, columns: &[Column], plan: bool) -> String {
    let mut text = format!("{}\n\n", report.sentence);
    text += &titled("users (in tasks)", tables::users(report, columns));
    if report.users.iter().any(|line| !line.shapes.is_empty()) {
        text += &format!("\n{}", titled("shapes of tasks", tables::shapes(report)));
    }
    text.push('\n');
    text += &titled("properties", tables::properties(report));
    let short: Vec<&UserLine> =
        report.users.iter().filter(|user| user.standing.short.is_positive()).collect();
    if !short.is_empty() {
        text += &format!("\n{}\n", paint(Tone::Bad, "below their shares"));
        for user in short.iter().take(MOST_TOLD) {
            text += &format!("  {}.\n", user.tells);
            text += &user
                .mend
                .iter()
                .map(|mend| format!("    what repairs it: {}\n", mend.tells))
                .collect::<String>();
        }
        if short.len() > MOST_TOLD {
            text += &format!(
                "  and {} more, in the table above and with --format json\n",
                short.len() - MOST_TOLD
            );
        }
    }
    if let Some(plan) = report.plan.as_ref().filter(|_| plan) {
        text += &format!("\nplan for all teams\n  {}\n", plan.tells);
        if let (Some(fewest), Some(bound)) = (&plan.fewest, &plan.bound) {
            let known = if fewest == bound {
                "which is the fewest possible".to_string()
            } else {
                format!("and every plan stops at least {bound}")
            };
            text += &format!("  It stops {}, {known}.\n", counted(fewest));
        }
    }
    let violated = report.properties.iter().filter(|line| line.answer == Answer::Violated);
    for line in violated.filter(|line| line.property != "si") {
        if let Some(tells) = &line.tells {
            text += &format!("\n{}: {tells}\n", line.property);
        }
    }
    text += &format!("\n{}", titled("resources", tables::resources(report)));
    let refused = columns
        .iter()
        .filter_map(|column| column.tasks.as_ref().err().map(|why| format!("{}: {why}\n", column.mechanism)));
    text += &refused.collect::<String>();
    text += "\nassumed\n";
    text += &report.assumed.iter().map(|line| format!("  {line}\n")).collect::<String>();
    text
}
