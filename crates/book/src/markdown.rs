//! Pieces of Markdown that several pages share.

use super::inert;
use crate::model::{Bars, Table, within_sentence};
use crate::workbench::{Bench, bench_of};

/// Returns the name of a mechanism in the form for a sentence; an unknown id stands for itself.
pub fn name(mechanism: &str) -> String {
    let entries = bench_of(mechanism).map(Bench::mechanisms).unwrap_or_default();
    let entry = entries.iter().find(|entry| entry.id == mechanism);
    entry.map_or_else(|| mechanism.to_string(), |entry| bracketed(&entry.name()))
}

/// Puts the part of a name after its first comma into parentheses, so that a sentence can continue after it:
/// "TSF, task share fairness" becomes "TSF (task share fairness)".
fn bracketed(name: &str) -> String {
    match name.split_once(", ") {
        Some((head, rest)) => format!("{head} ({})", rest.replace(" (", ", ").trim_end_matches(')')),
        None => name.to_string(),
    }
}

/// Prefixes the title of a picture with `whose`, the owner or the name of the picture.
pub fn entitled(mut bars: Bars, whose: &str) -> Bars {
    bars.title = format!("{whose}: {}", within_sentence(&bars.title));
    bars
}

/// Returns a title with a capital letter at its beginning.
pub fn begun(title: &str) -> String {
    let mut rest = title.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// Returns the name of a record, which is its file name without the extension.
pub fn stem(file: &str) -> &str {
    file.trim_end_matches(".toml")
}

/// Returns a link that saves a text as a file. The text is inside the page, so that the link needs no file
/// and no network.
pub fn download(name: &str, text: &str) -> String {
    let byte = |byte: u8| {
        if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    let data: String = text.bytes().map(byte).collect();
    format!("<a download=\"{name}\" href=\"data:text/plain;charset=utf-8,{data}\">{name}</a>")
}

/// Escapes a text of one line from the project's own files, so that it has no tags.
pub fn inline(text: &str) -> String {
    text.replace('\n', " ").replace('<', "&lt;").replace('*', "\\*")
}

/// Escapes a text for a cell of a table.
pub fn cell(text: &str) -> String {
    inline(text).replace('|', "\\|")
}

/// Wraps a table whose last column has sentences, which get room on a narrow page.
pub fn told(table: &str) -> String {
    format!("<div class=\"told\">\n\n{table}\n</div>\n")
}

/// Returns a table in Markdown, under its title.
pub fn grid(table: &Table) -> String {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|text| inert::inert(text)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rows: String = table.rows.iter().map(|cells| row(cells)).collect();
    format!("**{}**\n\n{}|{}\n{rows}\n", table.title, row(&table.head), "---|".repeat(table.head.len()))
}

/// A text with the words of its links and without their targets, which lead from another folder.
pub fn unlinked(text: &str) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some((before, from)) = rest.split_once("](") {
        let (head, words) = before.rsplit_once('[').unwrap_or((before, ""));
        made += head;
        made += words;
        rest = from.split_once(')').map_or("", |(_, after)| after);
    }
    made + rest
}

/// A part of a page that a reader opens.
pub fn folded(summary: &str, text: &str) -> String {
    format!("<details><summary>{summary}</summary>\n\n{text}\n</details>\n\n")
}
