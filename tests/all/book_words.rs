//! The book proper is short, and its chapters, the claims and the pages of ids are written in the field's words.

use super::book::{contents, page, written};
use super::support::files;

/// The words of a text without tags, code in blocks and targets of links.
fn words(markdown: &str) -> Vec<String> {
    let mut text = String::new();
    let mut block = false;
    for line in markdown.lines() {
        if line.trim_start().starts_with("```") {
            block = !block;
        } else if !block {
            text += line;
            text.push(' ');
        }
    }
    let (mut shown, mut rest) = (String::new(), text.as_str());
    while let Some(at) = rest.find(['<', ']']) {
        let (before, from) = rest.split_at(at);
        shown += before;
        let end = if from.starts_with("](") {
            ')'
        } else if from.starts_with(']') {
            ']'
        } else {
            '>'
        };
        rest = from.split_once(end).map_or("", |(_, after)| after);
    }
    shown += rest;
    let word = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    shown.split_whitespace().map(word).filter(|word| !word.is_empty()).collect()
}

/// Phrases that the book's chapters must not contain.
const BANNED: [&str; 12] = [
    "nobody",
    "everybody",
    "somebody",
    "anybody",
    "anew",
    "so many",
    "hands out",
    "hand out",
    "handed out",
    "whoever",
    "closed server",
    "misfit",
];

/// The first banned phrase of a text.
fn banned(text: &str) -> Option<&'static str> {
    let text = format!(" {} ", words(text).join(" "));
    BANNED.into_iter().find(|phrase| text.contains(&format!(" {phrase} ")))
}

/// The book proper is short, by its numbers of entries and words, and its chapters are written in the field's words.
#[test]
fn the_book_proper_is_short_and_plain() {
    let summary = written("SUMMARY.md");
    let entries = contents(&summary);
    assert!(entries.len() <= 40 && entries.len() > 20, "{} entries", entries.len());
    let count: usize = entries.iter().map(|name| words(page(name)).len()).sum();
    assert!(count <= 60_000 && count > 10_000, "{count} words");
    let faults: Vec<String> = entries
        .iter()
        .filter_map(|name| banned(&written(name)).map(|word| format!("{name}: {word}")))
        .collect();
    assert!(faults.is_empty(), "{faults:?}");
    // The words of a text exclude code and the targets of links.
    assert_eq!(banned("Nobody\nlooks."), Some("nobody"));
    assert_eq!(banned("TSF hands\nout 1."), Some("hands out"));
    assert_eq!(banned("See [this](anew.md), <a href=\"whoever\">that</a>.\n```\nnobody\n```\n"), None);
    assert_eq!(words("a [b c](d.md) <i>e</i> [`f`] g"), ["a", "b", "c", "e", "f", "g"]);
}

/// Claims and the pages of ids are written in the field's words, too.
#[test]
fn claims_and_pages_of_ids_are_plain() {
    let mut faults = Vec::new();
    let (mut fields, mut pages) = (0, 0);
    for file in files("properties/claims", "toml") {
        for (number, line) in std::fs::read_to_string(&file).unwrap().lines().enumerate() {
            if ["statement = ", "note = ", "tried = "].iter().any(|field| line.starts_with(field)) {
                fields += 1;
                faults.extend(banned(line).map(|word| format!("{}:{}: {word}", file.display(), number + 1)));
            }
        }
    }
    let folders = [
        "properties/mechanisms",
        "properties/measures",
        "properties/models",
        "properties/arrivals",
        "properties/cluster",
        "properties/cohort",
        "properties/covering",
    ];
    for file in folders.iter().flat_map(|folder| files(folder, "md")) {
        pages += 1;
        let text = std::fs::read_to_string(&file).unwrap();
        faults.extend(banned(&text).map(|word| format!("{}: {word}", file.display())));
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(fields > 900 && pages > 110, "{fields} fields, {pages} pages");
}
