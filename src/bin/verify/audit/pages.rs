//! The pages of an audit: of one moment, of a sequence of moments, and of two moments compared.

use fairwitness::desk::history::{AuditHistory, UserHistory, WorstMoment};
use fairwitness::desk::report::{AuditReport, UserLine};
use fairwitness::desk::units::whole_of;
use fairwitness::model::Bars;
use fairwitness::picture::bars as drawn;
use fairwitness::scalar::Scalar as _;
use fairwitness::workbench::Answer;

use super::compare::Pair;
use super::html::{Cell, lines, list, of_rows, page, paragraph, section, table, text};
use super::rules::Column;
use super::source::Source;
use super::tables::{self, Rows};

/// The largest numbers of servers and users whose tasks are drawn server by server.
const MOST_DRAWN: (usize, usize) = (60, 24);
/// The largest number of users whose shares are drawn over time; those that were below their share most come first.
const MOST_LINES: usize = 24;

fn users(report: &AuditReport) -> String {
    let row = |line: &UserLine| {
        let of = line.dominant.as_deref().map_or_else(|| "-".to_string(), whole_of);
        let short = if line.short.is_positive() { "short" } else { "" };
        let missing = line.missing.first().map_or(&line.short, |missing| &missing.amount);
        vec![
            Cell::plain(&line.user),
            Cell::exact(&tables::missing(line), missing, short),
            Cell::plain(&of),
            Cell::per_cent(&line.share),
            Cell::per_cent(&line.right),
            Cell::bar(&line.share, &line.right),
            Cell::exact(&tables::of_all(&line.tasks, line.has.as_ref()), &line.tasks, ""),
            Cell::number(&line.could_start),
            Cell::plain(&tables::envies_most(line)),
        ]
    };
    let head = [
        "user",
        "missing",
        "of all",
        "takes",
        "its share",
        "",
        "tasks running",
        "could start",
        "envies most",
    ];
    let rows: Vec<Vec<Cell>> = UserLine::by_shortfall(&report.users).into_iter().map(row).collect();
    let note = "The blue bar is what a user takes of the resource of which it takes the largest part; the mark is its share.";
    table(head, &rows) + &format!("<p class=\"note\"><small>{}</small></p>\n", text(note))
}

fn repairs(report: &AuditReport, source: &Source) -> String {
    let sorted = UserLine::by_shortfall(&report.users);
    let short: Vec<&UserLine> = sorted.into_iter().filter(|line| line.short.is_positive()).collect();
    if short.is_empty() {
        return paragraph("No user is below its share, so nothing has to change.");
    }
    let one = |line: &&UserLine| {
        let mend = line.mend.iter().map(|plan| format!("<dd>What repairs it: {}.</dd>", text(&plan.tells)));
        let left = source
            .about(&line.user)
            .map(|note| format!("<dd><small>Not counted: {}.</small></dd>", text(note)));
        format!("<dt>{}.</dt>{}\n", text(&line.tells), mend.chain(left).collect::<String>())
    };
    format!(
        "<dl>{}</dl>\n<p><small>A repair stops few tasks, then moves few, then starts few. The state after it was judged \
         again.</small></p>\n",
        short.iter().map(one).collect::<String>()
    )
}

fn rules(report: &AuditReport, columns: &[Column]) -> String {
    let mut body = String::new();
    for (whole, title) in
        [(true, "Rules for whole tasks."), (false, "Rules for divisible tasks, which start parts of tasks.")]
    {
        if let Some(rows) = tables::rules(report, columns, whole) {
            body += &(paragraph(title) + &of_rows(&rows, |_, _| ""));
        }
    }
    let why = columns
        .iter()
        .filter_map(|column| Some(format!("{}: {}", column.mechanism, column.reason.as_ref()?)));
    let why: Vec<String> = why.collect();
    body + &list(why.iter().map(String::as_str))
}

fn properties(report: &AuditReport) -> String {
    let verdict = |at: usize, cell: &str| match (at, cell) {
        (1, "violated") => "violated",
        (1, "holds") => "holds",
        _ => "",
    };
    let violated = report.properties.iter().filter(|line| line.answer == Answer::Violated);
    let told = violated.filter_map(|line| {
        Some(format!("<p><b>{}</b>: {}</p>\n", line.property, text(line.tells.as_ref()?)))
    });
    of_rows(&tables::properties(report), verdict) + &told.collect::<String>()
}

fn shown_if_any(rows: &Rows) -> String {
    if rows.1.is_empty() { String::new() } else { of_rows(rows, |_, _| "") }
}

/// Returns the page of an audit of one moment, with the running tasks as bars if there are few.
pub fn moment(report: &AuditReport, source: &Source, columns: &[Column], bars: &Bars) -> String {
    let mut body = paragraph(&source.counts(report));
    // The date of the state stands in the counts.
    let undated = source.read.iter().filter(|_| report.date.is_none());
    body += &undated.map(|time| paragraph(&format!("File of {time}."))).collect::<String>();
    body += &section("Users, furthest below their shares first", &users(report));
    body += &section("Kinds of tasks", &shown_if_any(&tables::shapes(report)));
    body += &section("What would repair it", &repairs(report, source));
    body += &section("The worst servers", &shown_if_any(&tables::servers(report)));
    body += &section("Resources", &of_rows(&tables::resources(report), |_, _| ""));
    body += &section("Properties", &properties(report));
    body += &section("What rules would give", &rules(report, columns));
    if report.size.1 <= MOST_DRAWN.0 && report.size.0 <= MOST_DRAWN.1 {
        body += &section("What runs where", &drawn(bars));
    }
    body += &section("What was assumed", &list(report.assumptions()));
    body += &section("Notes of the import", &list(source.others(report)));
    page(&report.sentence, &body)
}

/// Returns the page of a sequence of moments, with these tables.
pub fn over(sentence: &str, history: &AuditHistory, tables: &[(&str, Rows)], errors: &[String]) -> String {
    let mut below: Vec<&UserHistory> = history.users.iter().collect();
    below.sort_by_key(|user| std::cmp::Reverse(user.below));
    let drawn = below.iter().take(MOST_LINES).map(|user| lines(&user.user, &user.points, history.moments));
    let mut body = format!("<p>{} moments.</p>\n", history.moments);
    let words = |worst: &WorstMoment| format!("The worst moment is {}: {}", worst.moment, worst.sentence);
    body.extend(history.worst.iter().map(|worst| paragraph(&words(worst))));
    body += &section("Shares over time", &drawn.collect::<String>());
    body += &tables.iter().map(|(title, rows)| section(title, &of_rows(rows, |_, _| ""))).collect::<String>();
    body += &section("Left out, because they are no instances", &list(errors.iter().map(String::as_str)));
    page(sentence, &body)
}

/// Returns the page of two moments compared.
pub fn compared(sentence: &str, pairs: &[Pair<'_>], tables: &[(&str, Rows)]) -> String {
    let cell = |line: Option<&UserLine>, of: fn(&UserLine) -> Cell| line.map_or_else(|| Cell::plain("-"), of);
    let missing = |line: &UserLine| {
        let short = &line.short;
        Cell::exact(&tables::missing(line), short, if short.is_positive() { "short" } else { "" })
    };
    let row = |pair: &Pair<'_>| {
        let mut row = vec![Cell::plain(pair.user)];
        for of in [
            missing as fn(&UserLine) -> Cell,
            |line: &UserLine| Cell::per_cent(&line.share),
            |line: &UserLine| Cell::per_cent(&line.right),
        ] {
            row.extend([cell(pair.before, of), cell(pair.after, of)]);
        }
        row
    };
    let rows: Vec<Vec<Cell>> = pairs.iter().map(row).collect();
    let head = ["user", "was missing", "is missing", "took", "takes", "its share was", "is"];
    let mut body = section("Users before and after", &table(head, &rows));
    body += &tables.iter().map(|(title, rows)| section(title, &of_rows(rows, |_, _| ""))).collect::<String>();
    page(sentence, &body)
}
