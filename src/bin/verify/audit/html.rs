//! An audit as one HTML page for people, without scripts, other files or network; text from files is escaped.

use fairwitness::desk::report::{AuditReport, UserLine};
use fairwitness::inert::plain;
use fairwitness::model::{Bar, Bars, Table};
use fairwitness::picture::bars as drawn;
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::workbench::Answer;

use super::rules::Column;
use super::tables::{self, Rows};

/// The largest numbers of servers and users whose tasks are drawn server by server.
const MOST_DRAWN: (usize, usize) = (60, 24);
/// The largest number of users whose shares are drawn; those furthest below their share come first.
const MOST_SHARES: usize = 40;
/// The largest number of rows and of columns in a table of the instance; larger tables are omitted.
const MOST_ROWS: usize = 200;

const STYLE: &str = "
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;line-height:1.3}h2{font-size:1.15rem;margin-top:2.2rem;border-bottom:1px solid #8886}
table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}
.wide{overflow-x:auto}th,td{padding:.25rem .7rem;text-align:left;vertical-align:top}
th{border-bottom:1px solid #888}tr:nth-child(even) td{background:#8881}
.violated,.short{color:#b3261e;font-weight:600}.holds{color:#1b7f3b}
@media(prefers-color-scheme:dark){.violated,.short{color:#ff8a80}.holds{color:#7bd88f}}
dt{font-weight:600;margin-top:.8rem}dd{margin-left:1.2rem}small{color:#777}
@media print{body{max-width:none;margin:0}.wide{overflow:visible}}
";

/// Escapes a text for the page.
fn text(text: &str) -> String {
    let mut shown = String::new();
    for c in plain(text).chars() {
        match c {
            '&' => shown += "&amp;",
            '<' => shown += "&lt;",
            '>' => shown += "&gt;",
            '"' => shown += "&quot;",
            '\'' => shown += "&#39;",
            c => shown.push(c),
        }
    }
    shown
}

fn table((head, rows): &Rows, class: impl Fn(usize, &str) -> &'static str) -> String {
    let head: String = head.iter().map(|name| format!("<th scope=\"col\">{}</th>", text(name))).collect();
    let cell = |(at, cell): (usize, &String)| {
        let shown = text(cell);
        match class(at, cell) {
            "" => format!("<td>{shown}</td>"),
            class => format!("<td class=\"{class}\">{shown}</td>"),
        }
    };
    let row =
        |row: &Vec<String>| format!("<tr>{}</tr>\n", row.iter().enumerate().map(cell).collect::<String>());
    let rows: String = rows.iter().map(row).collect();
    format!(
        "<div class=\"wide\"><table><thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table></div>\n"
    )
}

fn section(title: &str, body: &str) -> String {
    format!("<section><h2>{}</h2>\n{body}</section>\n", text(title))
}

fn list(lines: &[String]) -> String {
    let items: String = lines.iter().map(|line| format!("<li>{}</li>\n", text(line))).collect();
    format!("<ul>{items}</ul>\n")
}

/// Draws the dominant share of each user beside the dominant share of its entitlement.
fn shares(report: &AuditReport) -> Bars {
    let mut users: Vec<&UserLine> = report.users.iter().filter(|line| line.dominant.is_some()).collect();
    users.sort_by_key(|line| std::cmp::Reverse(line.lacks()));
    let group = |line: &&UserLine| {
        let standing = &line.standing;
        let part = |agent: usize, height: &Rational| Bar {
            name: String::new(),
            parts: if height.is_positive() { vec![(agent, height.clone())] } else { Vec::new() },
        };
        (line.user.clone(), vec![part(0, &standing.share), part(1, &standing.right)])
    };
    Bars {
        title: "What each user takes of the resource of which it takes the largest part, and its share of that resource".to_string(),
        whole: None,
        agents: ["takes", "its share"].map(String::from).to_vec(),
        groups: users.iter().take(MOST_SHARES).map(group).collect(),
    }
}

fn repairs(report: &AuditReport) -> String {
    let short: Vec<&UserLine> =
        report.users.iter().filter(|line| line.standing.short.is_positive()).collect();
    if short.is_empty() {
        return "<p>No user is below its share, so nothing has to change.</p>\n".to_string();
    }
    let one = |line: &&UserLine| {
        let mend = line.mend.iter().map(|plan| format!("<dd>{}</dd>", text(&plan.tells)));
        format!("<dt>{}.</dt>{}\n", text(&line.tells), mend.collect::<String>())
    };
    format!(
        "<dl>{}</dl>\n<p><small>Each repair has the fewest stops, then moves, then starts. The state after it was judged again: \
         every server carries its load, and no user falls below its share.</small></p>\n",
        short.iter().map(one).collect::<String>()
    )
}

fn rules(report: &AuditReport, columns: &[Column]) -> String {
    if columns.is_empty() {
        return "<p>No rule was asked; <code>--mech tsf,drfh</code> asks some.</p>\n".to_string();
    }
    let lines: Vec<String> = columns
        .iter()
        .map(|column| match &column.tasks {
            Ok(_) if column.certified => {
                format!("{}: the certificate of its allocation checks.", column.mechanism)
            }
            Ok(_) if column.goes_on => {
                format!(
                    "{}: the rule continues from the running tasks, and the result has no certificate.",
                    column.mechanism
                )
            }
            Ok(_) => format!("{}: its allocation is not certified.", column.mechanism),
            Err(why) => format!("{}: {why}", column.mechanism),
        })
        .collect();
    let note = "The columns \u{201c}would give\u{201d} are what these rules would give if they allocated the cluster anew, \
                from an empty pool.";
    let tables = [true, false].map(|whole| tables::rules(report, columns, whole));
    let tables: String = tables.iter().flatten().map(|rows| table(rows, |_, _| "")).collect();
    format!("<p>{}</p>\n{tables}{}", text(note), list(&lines))
}

/// Returns the page of an audit in HTML, with the cluster as bars and as the tables `instance`.
pub fn page(report: &AuditReport, columns: &[Column], bars: &Bars, instance: &[Table]) -> String {
    let users = tables::users(report);
    let properties = tables::properties(report);
    let verdict = |at: usize, cell: &str| match (at, cell) {
        (1, "violated") => "violated",
        (1, "holds") => "holds",
        _ => "",
    };
    let lacks = |at: usize, cell: &str| if at == 3 && cell != "-" { "short" } else { "" };
    let told: String = report
        .properties
        .iter()
        .filter(|line| line.answer == Answer::Violated)
        .filter_map(|line| Some(format!("<p><b>{}</b>: {}</p>\n", line.property, text(line.tells.as_ref()?))))
        .collect();
    let drawn_whole = report.size.1 <= MOST_DRAWN.0 && report.size.0 <= MOST_DRAWN.1;
    let servers = if drawn_whole {
        drawn(bars)
    } else {
        format!("<p>{} users on {} servers are too many for a picture.</p>\n", report.size.0, report.size.1)
    };
    let mut body = format!("<h1>{}</h1>\n", text(&report.sentence));
    body += &section("Users", &(table(&users, lacks) + &drawn(&shares(report))));
    if report.users.iter().any(|line| !line.shapes.is_empty()) {
        let lacks = |at: usize, cell: &str| if at == 3 && cell != "-" { "short" } else { "" };
        body += &section("Shapes of tasks", &table(&tables::shapes(report), lacks));
    }
    body += &section("What would repair it", &repairs(report));
    body += &section("What rules would give", &rules(report, columns));
    body += &section("Properties", &(table(&properties, verdict) + &told));
    body += &section("What runs where", &servers);
    body += &section("Resources", &table(&tables::resources(report), |_, _| ""));
    let mut files = String::new();
    for one in instance.iter().filter(|one| one.rows.len() <= MOST_ROWS && one.head.len() <= MOST_ROWS) {
        files += &format!("<h3>{}</h3>\n", text(&one.title));
        files += &table(&(one.head.clone(), one.rows.clone()), |_, _| "");
    }
    body += &section("The cluster as it was read", &files);
    body += &section("What was assumed", &list(&report.assumed));
    let title = text(&report.sentence);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>{STYLE}</style></head>\n<body>\n{body}\
         <p><small>verify audit, {}. All amounts are exact.</small></p>\n</body></html>\n",
        env!("CARGO_PKG_VERSION")
    )
}
