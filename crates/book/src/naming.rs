//! The names of records in sentences, and the chapters that describe them.

use super::{Page, stem};
use crate::archive::record::Record;
use crate::library::claims::Weighed;
use crate::model::within_sentence;
use crate::workbench::model;

/// The name of the property that a record violates, within a sentence.
pub(super) fn asked(record: &Record) -> String {
    let entries = model(&record.model).map(|bench| bench.properties()).unwrap_or_default();
    let entry = entries.iter().find(|entry| entry.id == record.property);
    entry.map_or_else(|| record.property.clone(), |entry| within_sentence(&entry.name()))
}

/// The label of a record's size, from its name: 2u2s2r.
pub(super) fn label<'a>(name: &'a str, record: &Record) -> &'a str {
    let head = record.mechanism.len() + record.property.len() + 2;
    stem(name).get(head..).unwrap_or_default().split('-').next().unwrap_or_default()
}

/// The chapters that name a record, one of its claims, or its cell, with their titles.
pub(super) fn told_in<'a>(
    stem: &str,
    record: &Record,
    citing: &[&Weighed],
    chapters: &'a [Page],
) -> Vec<(&'a str, &'a str)> {
    // The name must end at a delimiter, because one name may be the beginning of another.
    let names = |text: &str, name: &str| {
        text.match_indices(name).any(|(at, _)| {
            let ends = text[at + name.len()..].starts_with(['`', '.', ')']);
            ends && text[..at].ends_with(['`', '/', '('])
        })
    };
    let cell = format!("{{{{cell {} {}", record.mechanism, record.property);
    let speaks_of =
        |text: &str| text.match_indices(&cell).any(|(at, _)| text[at + cell.len()..].starts_with(['}', ' ']));
    let tells = |(path, text): &&Page| {
        let chapter = TELLING.iter().any(|folder| path.starts_with(folder)) && path.ends_with(".md");
        chapter && (names(text, stem) || citing.iter().any(|w| names(text, &w.claim.id)) || speaks_of(text))
    };
    let titled = |(path, text): &'a Page| {
        (path.as_str(), text.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']))
    };
    chapters.iter().filter(tells).map(titled).collect()
}

/// The folders of the chapters that describe records.
const TELLING: [&str; 3] = ["learn/", "results/", "choose/"];

/// The size of a record's instance in words, with the hypothesis.
pub(super) fn size(name: &str, record: &Record) -> String {
    let words = sized(label(name, record));
    match record.found.hypothesis.as_str() {
        "none" => words,
        assumed => format!("{words}, {assumed}"),
    }
}

/// A size label in words.
pub(super) fn sized(label: &str) -> String {
    let parts = label.split_inclusive(|c: char| c.is_ascii_alphabetic()).map(|part| {
        let (count, noun) = part.split_at(part.len().saturating_sub(1));
        let noun = match noun {
            "u" => "user",
            "s" => "server",
            "r" => "resource",
            "a" => "agent",
            "t" => "task",
            other => other,
        };
        format!("{count} {noun}{}", if count == "1" { "" } else { "s" })
    });
    parts.collect::<Vec<_>>().join(", ")
}
