//! An audit in words for a terminal.

use fairwitness::desk::audit::counted;
use fairwitness::desk::report::{AuditReport, NextLine, PlanLine, UserLine};
use fairwitness::desk::units::digits;
use fairwitness::scalar::Scalar as _;
use fairwitness::workbench::Answer;

use super::rules::Column;
use super::source::Source;
use super::tables;
use crate::render::table;
use crate::terminal::{Tone, paint};

/// The largest number of users described in sentences; the table has all of them.
const MOST_TOLD: usize = 10;

fn titled(title: &str, (head, rows): (Vec<String>, Vec<Vec<String>>)) -> String {
    table(title, &head, rows)
}

/// The users below their shares in sentences, each with its repair and with what an import left out of it.
fn below(report: &AuditReport, source: &Source) -> String {
    let sorted = UserLine::by_shortfall(&report.users);
    let short: Vec<&UserLine> = sorted.into_iter().filter(|user| user.short.is_positive()).collect();
    if short.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", paint(Tone::Bad, "below their shares"));
    for user in short.iter().take(MOST_TOLD) {
        text += &format!("  {}.\n", user.tells);
        let mends = user.mend.iter().map(|mend| format!("    what repairs it: {}\n", mend.tells));
        text.extend(mends);
        text.extend(source.about(&user.user).map(|line| format!("    not counted: {line}\n")));
    }
    if short.len() > MOST_TOLD {
        let more = short.len() - MOST_TOLD;
        text += &format!("  and {more} more, in the table above and with --format json\n");
    }
    text
}

/// The users that a sorter of shares would serve next.
fn next(report: &AuditReport) -> String {
    let of = |line: &NextLine| match &line.share_over_weight {
        Some(level) => format!("{} ({})", line.user, digits(level)),
        None => format!("{} (no weight)", line.user),
    };
    let mut told: Vec<String> = report.order.iter().take(MOST_TOLD).map(of).collect();
    if report.order.len() > MOST_TOLD {
        told.push(format!("and {} more", report.order.len() - MOST_TOLD));
    }
    match told.is_empty() {
        true => String::new(),
        false => format!("\nwho is next, by share over part of the weights: {}\n", told.join(", ")),
    }
}

fn plan_of(plan: &PlanLine) -> String {
    let mut text = format!("\nplan for all users\n  {}\n", plan.tells);
    if let (Some(fewest), Some(bound)) = (&plan.fewest, &plan.bound) {
        let known = if fewest == bound {
            "which is the fewest possible".to_string()
        } else {
            format!("and every plan stops at least {}", bound.0)
        };
        text += &format!("  It stops {}, {known}.\n", counted(&fewest.0));
    }
    if !plan.names.stop.is_empty() {
        text += &format!("  to stop: {}\n", plan.names.stop.join(", "));
    }
    text += &plan.names.dry_run.iter().map(|line| format!("    {line}\n")).collect::<String>();
    text
}

pub fn text(report: &AuditReport, source: &Source, columns: &[Column]) -> String {
    let mut text = format!("{}\n\n{}\n\n", report.sentence, source.counts(report));
    text += &titled("users, furthest below their shares first", tables::users(report));
    if report.users.iter().any(|line| !line.shapes.is_empty()) {
        text += &format!("\n{}", titled("kinds of tasks", tables::shapes(report)));
    }
    text += &next(report);
    text += &below(report, source);
    text += &report.plan.iter().map(|plan| plan_of(plan)).collect::<String>();
    if !report.servers.is_empty() {
        text += &format!("\n{}", titled("the worst servers", tables::servers(report)));
    }
    text += &format!("\n{}", titled("resources", tables::resources(report)));
    text += &format!("\n{}", titled("properties", tables::properties(report)));
    let violated = report.properties.iter().filter(|line| line.answer == Answer::Violated);
    for line in violated.filter(|line| line.property != "si") {
        if let Some(tells) = &line.tells {
            text += &format!("\n{}: {tells}\n", line.property);
        }
    }
    for (whole, title) in [
        (true, "rules for whole tasks: the tasks of each user"),
        (false, "rules for divisible tasks: the tasks of each user, in parts"),
    ] {
        text += &tables::rules(report, columns, whole)
            .map_or_else(String::new, |rows| format!("\n{}", titled(title, rows)));
    }
    let refused = columns
        .iter()
        .filter_map(|column| column.reason.as_ref().map(|why| format!("{}: {why}\n", column.mechanism)));
    text += &refused.collect::<String>();
    text += "\nassumed\n";
    text += &report.assumptions().map(|line| format!("  {line}\n")).collect::<String>();
    let others: Vec<&str> = source.others(report).collect();
    if !others.is_empty() {
        text += "\nnotes of the import\n";
        text += &others.iter().map(|line| format!("  {line}\n")).collect::<String>();
    }
    text
}
