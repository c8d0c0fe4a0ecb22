//! Pieces of Markdown that pages share.

use super::inert;
use crate::model::{Bars, Table, within_sentence};
use crate::workbench::{Bench, bench_of};

/// The name of a mechanism as it stands in a sentence; an id that is none stands for itself.
pub fn name(mechanism: &str) -> String {
    let entries = bench_of(mechanism).map(Bench::mechanisms).unwrap_or_default();
    let entry = entries.iter().find(|entry| entry.id == mechanism);
    entry.map_or_else(|| mechanism.to_string(), |entry| bracketed(&entry.name()))
}

/// What follows the first comma of a name in brackets: "TSF, task share fairness" is "TSF (task share fairness)", so that a
/// sentence can go on behind it.
fn bracketed(name: &str) -> String {
    match name.split_once(", ") {
        Some((head, rest)) => format!("{head} ({})", rest.replace(" (", ", ").trim_end_matches(')')),
        None => name.to_string(),
    }
}

/// Bars whose title begins with whose or which picture it is.
pub fn entitled(mut bars: Bars, whose: &str) -> Bars {
    bars.title = format!("{whose}: {}", within_sentence(&bars.title));
    bars
}

/// The name of a record: that of its file, without the ending.
pub fn stem(file: &str) -> &str {
    file.trim_end_matches(".toml")
}

/// A link that saves a text as a file. The text is inside the page, so that the link needs no file and no network.
pub fn download(name: &str, text: &str) -> String {
    let byte = |byte: u8| {
        if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    let data: String = text.bytes().map(byte).collect();
    format!("<a download=\"{name}\" href=\"data:text/plain;charset=utf-8,{data}\">{name}</a>")
}

/// A text of one line that the project's own files hold, without tags of its own.
pub fn inline(text: &str) -> String {
    text.replace('\n', " ").replace('<', "&lt;").replace('*', "\\*")
}

/// A text inside a cell of a table.
pub fn cell(text: &str) -> String {
    inline(text).replace('|', "\\|")
}

/// A table whose last column has sentences, which get room on a narrow page.
pub fn told(table: &str) -> String {
    format!("<div class=\"told\">\n\n{table}\n</div>\n")
}

/// A table in Markdown, under its title.
pub fn grid(table: &Table) -> String {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|text| inert::inert(text)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rows: String = table.rows.iter().map(|cells| row(cells)).collect();
    format!("**{}**\n\n{}|{}\n{rows}\n", table.title, row(&table.head), "---|".repeat(table.head.len()))
}
