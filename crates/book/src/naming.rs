//! The names of records in sentences, and the chapters that describe them.

use std::collections::BTreeMap;
use std::path::Path;

use super::{Page, stem};
use crate::archive::record::Record;
use crate::document::Value;
use crate::document::files::{self, BUILT_IN};
use crate::library::claims::{Bearing, Library, Standing, Voice, Weighed};
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
    let told: Vec<(&str, &str)> = chapters.iter().filter(tells).map(titled).collect();
    if !told.is_empty() {
        return told;
    }
    // No chapter names this record: those that name both the mechanism and the property.
    let both = [format!("`{}`", record.mechanism), format!("`{}`", record.property)];
    let speaks = |(path, text): &&Page| {
        TELLING.iter().any(|folder| path.starts_with(folder))
            && path.ends_with(".md")
            && both.iter().all(|id| text.contains(id.as_str()))
    };
    chapters.iter().filter(speaks).map(titled).take(MOST_NAMED).collect()
}

/// An instance on record: the file that holds its records, and the records, beginning with the one after which the file is
/// named.
pub(super) struct Case<'a> {
    /// The name of the file without folder and extension: that of the page.
    pub file: &'a str,
    /// The records with the names that each alone would have as a file.
    pub records: Vec<&'a (String, Record)>,
}

/// All instances on record, by the names of their files.
pub(super) fn cases(library: &Library) -> Vec<Case<'_>> {
    let mut cases: BTreeMap<&str, Vec<&(String, Record)>> = BTreeMap::new();
    for named in library.records() {
        cases.entry(filed(library, &named.0)).or_default().push(named);
    }
    for (file, records) in &mut cases {
        records.sort_by_key(|(name, _)| stem(name) != *file);
    }
    cases.into_iter().map(|(file, records)| Case { file, records }).collect()
}

/// The name of the file that holds a record, without folder and extension.
fn filed<'a>(library: &'a Library, name: &'a str) -> &'a str {
    let file = library.file_of(name).and_then(Path::file_stem).and_then(|file| file.to_str());
    file.unwrap_or_else(|| stem(name))
}

/// The address of a record from the top of the book: the page of its instance, and the anchor of a record that is not
/// the page's first.
pub(super) fn address(library: &Library, name: &str) -> String {
    match (filed(library, name), stem(name)) {
        (file, own) if file == own => format!("records/{file}.md"),
        (file, own) => format!("records/{file}.md#{own}"),
    }
}

/// The smallest record among those for which `wanted` is `true`, by the length of its instance.
pub(super) fn smallest(library: &Library, wanted: impl Fn(&Record) -> bool) -> Option<&(String, Record)> {
    let all = library.records().iter().filter(|(_, record)| wanted(record));
    all.min_by_key(|(name, record)| (record.instance.to_toml().len(), name.clone()))
}

/// The authors and the year of a source, for a sentence.
pub(super) fn cited(source: &str) -> String {
    let known = files::load(&Path::new(BUILT_IN).join("properties/sources.toml"));
    let Some(entry) = known.ok().and_then(|known| known.root.get(source).cloned()) else {
        return source.to_string();
    };
    let text = |value: Option<&Value>| match value {
        Some(Value::Text(text)) => Some(text.clone()),
        Some(Value::Integer(n)) => Some(n.to_string()),
        Some(Value::Number(n)) => Some(n.to_string()),
        _ => None,
    };
    if text(entry.get("kind")).as_deref() == Some("product") {
        let title = text(entry.get("title")).unwrap_or_default();
        return title.split(',').next().unwrap_or(source).to_string();
    }
    let authors: Vec<String> = match entry.get("authors") {
        Some(Value::List(all)) => all.iter().filter_map(|author| text(Some(author))).collect(),
        _ => Vec::new(),
    };
    let last = |name: &String| name.split(' ').next_back().unwrap_or_default().to_string();
    let who = match &authors[..] {
        [] => source.to_string(),
        [one] => last(one),
        [one, other] => format!("{} and {}", last(one), last(other)),
        [first, ..] => format!("{} et al.", last(first)),
    };
    text(entry.get("year")).map_or(who.clone(), |year| format!("{who} {year}"))
}

/// A source with the authors and years of papers in place of their keys.
pub(super) fn sourced(source: &str) -> String {
    let key =
        |word: &str| word.len() > 4 && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    let called = |word: &str| if key(word) { cited(word) } else { word.to_string() };
    source.replace("house", "our own").split(' ').map(called).collect::<Vec<_>>().join(" ")
}

/// The definition of a source, in words.
pub(super) fn defined(source: &str) -> String {
    match source.strip_prefix("house") {
        Some(rest) => format!("in our own definition{rest}"),
        None => format!("in the definition of {}", sourced(source)),
    }
}

/// The folders and files of the chapters that describe records.
const TELLING: [&str; 6] = ["learn/", "results/", "choose/", "trees.md", "cohorts.md", "impossible.md"];

/// The largest number of chapters that a page names because they name its mechanism and its property.
const MOST_NAMED: usize = 3;

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
            "q" => "queue",
            "w" => "workload",
            other => other,
        };
        format!("{count} {noun}{}", if count == "1" { "" } else { "s" })
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// The bearing of a record on a claim: `contradicts Li et al. 2019, Lemma 2`.
pub(super) fn borne(w: &Weighed, name: &str, record: &Record) -> String {
    let file = format!("counterexamples/{name}");
    let bearing = w.found.iter().find(|f| f.what.contains(&file)).map(|f| f.bearing);
    let claim = &w.claim;
    let word = match (claim.voice, bearing) {
        (Voice::Question, _) => "answers a question of ours on",
        (_, Some(Bearing::Contradicts)) => "contradicts",
        (_, Some(Bearing::Proves | Bearing::Reproduces)) => "confirms",
        (_, None) if w.standing == Standing::Contradicted => "contradicts",
        (_, None) if w.standing == Standing::Reproduced => "confirms",
        _ => "is compared with",
    };
    let locus = super::cell(&claim.locus);
    let place = if locus.is_empty() { String::new() } else { format!(", {locus}") };
    // The statement of a question, and the cell that the page does not show, for a reader who follows the claim.
    let asked = match claim.voice {
        Voice::Question => format!(": {}", super::cell(claim.statement.trim_end_matches('.'))),
        _ => String::new(),
    };
    let other = match (&claim.mechanism, &claim.property) {
        (Some(m), Some(p)) if (m, p) != (&record.mechanism, &record.property) => {
            format!("; `verify {m} {p} -i counterexamples/{name}` judges the statement here")
        }
        _ => String::new(),
    };
    format!("{word} {}{place}{asked}{other}", cited(&claim.source))
}
