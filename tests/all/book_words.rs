//! The book proper is short, and its chapters, the claims and the pages of ids are written in the field's words.

use fairwitness::workbench::model;

use super::book::{contents, page, pages, written};
use super::support::{files, files_under, library, root};

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

/// A statement of a claim names its subject, since lists of claims stand without context.
#[test]
fn claims_name_their_subject() {
    const POINTERS: [&str; 11] =
        ["It", "Its", "This", "These", "That", "Those", "They", "Their", "There the", "The same", "He"];
    let points = |text: &str| POINTERS.iter().any(|word| text.starts_with(&format!("{word} ")));
    let (mut read, mut faults) = (0, Vec::new());
    for file in files("properties/claims", "toml") {
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            if let Some(text) = line.strip_prefix("statement = \"") {
                read += 1;
                faults.extend(points(text).then(|| format!("{}: {text}", file.display())));
            }
        }
    }
    assert!(points("It never exceeds the optimum.") && !points("Items are whole."));
    assert!(faults.is_empty() && read > 500, "{read}: {faults:#?}");
}

/// The faults of a page that code makes: doubled marks, a heading that begins with a small letter, a formula that begins
/// with a negative factor, counts in words, a definition of a variable without its index.
fn slips(page: &str) -> Vec<&str> {
    let small = |line: &&str| {
        let title = line.trim_start_matches('#');
        title.len() < line.len() && title.strip_prefix(' ').is_some_and(|t| t.starts_with(char::is_lowercase))
    };
    let marks = [
        ",,",
        ";;",
        " ,,",
        "(-1 ",
        "- -1 ",
        "two hundred",
        "three hundred",
        "four hundred",
        "Write ℓ for",
        "weighted slice",
        "nothing in common",
    ];
    let mut block = false;
    let shown = |line: &&str| {
        block ^= line.trim_start().starts_with("```");
        !block && !line.contains("<svg") && !line.contains("href=\"data:")
    };
    let faulty = |line: &&str| small(line) || marks.iter().any(|mark| line.contains(mark));
    page.lines().filter(shown).filter(faulty).collect()
}

/// Pages that code makes, and those that people write, have none of the slips that readers stumbled over.
#[test]
fn no_page_has_a_slip_that_readers_found() {
    let (mut faults, mut read) = (Vec::new(), 0);
    for (name, text) in pages() {
        read += 1;
        faults.extend(slips(text).into_iter().map(|line| format!("{name}: {line}")));
    }
    assert!(faults.is_empty() && read > 400, "{read}: {faults:#?}");
    for planted in [
        "## a heading",
        "ties to the lower share,, no user",
        "- (-1 C (2 C - 1)) / 2 for C",
        "more than two hundred",
    ] {
        assert_eq!(slips(planted), [planted]);
    }
    assert!(slips("## A heading\n```\n# comment\n```\n- (C (1 - 2 C)) / 2").is_empty());
}

/// The caption below a picture says that an agent envies another only if the property is about envy.
#[test]
fn captions_follow_the_property() {
    let (mut envy, mut others) = (0, 0);
    for (name, record) in library().records() {
        let caption = model(&record.model).unwrap().explained(record, false).unwrap().caption;
        let about = ["ef", "ef1", "ef1-own", "ef-aggregate"].contains(&record.property.as_str());
        if caption.contains("envies") {
            envy += 1;
            assert!(about, "{name}: {caption}");
        } else {
            others += 1;
        }
    }
    assert!(envy > 10 && others > 100, "{envy} {others}");
}

/// The paper that the mark for TSF refers to was not read, so each sentence that denies the mark names the definition
/// by which it is denied.
#[test]
fn sharing_incentive_of_tsf_names_its_definition() {
    let denies = |text: &str| {
        let lower = text.to_lowercase();
        let of_tsf = lower.contains("tsf") || lower.contains("task share fairness");
        let denied = ["does not give", "violates", "lacks", "lose"]
            .iter()
            .any(|w| lower.contains(&format!("{w} sharing incentive")));
        of_tsf && denied
    };
    let named = |text: &str| text.contains("III-B");
    let mut texts: Vec<_> = files_under(&root().join("book/text"));
    texts.extend(["README.md", "CHANGELOG.md"].map(|name| root().join(name)));
    let (mut found, mut faults) = (0, Vec::new());
    for file in texts.iter().filter(|file| file.extension().is_some_and(|ending| ending == "md")) {
        let text = std::fs::read_to_string(file).unwrap();
        for paragraph in text.split("\n\n").flat_map(|paragraph| paragraph.split("\n|")) {
            let paragraph = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
            for sentence in paragraph.split(". ").filter(|sentence| denies(sentence)) {
                found += 1;
                faults.extend((!named(sentence)).then(|| format!("{}: {sentence}", file.display())));
            }
        }
    }
    assert!(denies("Task share fairness (TSF) does not give sharing incentive."));
    assert!(faults.is_empty() && found >= 4, "{found}: {faults:#?}");
}
