//! Everything that an id still lacks, in one message: its page, its sources, a test, the checker's line, evidence, a
//! group.

use std::collections::BTreeMap;
use std::path::Path;

use fairwitness::book::groups::GROUPS;
use fairwitness::library::matrix::{CellState, matrix};
use fairwitness::model::Hypothesis;
use fairwitness::workbench::{Bench, models};

use super::support::{library, root};

/// The text of every file of these folders with one of the endings, as one text.
fn texts(folders: &[&str], endings: &[&str]) -> String {
    fn add(folder: &Path, endings: &[&str], text: &mut String) {
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                add(&path, endings, text);
            } else if path.extension().is_some_and(|end| endings.iter().any(|known| end == *known)) {
                *text += &std::fs::read_to_string(&path).unwrap_or_default();
            }
        }
    }
    let mut text = String::new();
    for folder in folders {
        add(&root().join(folder), endings, &mut text);
    }
    text
}

/// Returns `true` if a text has the id as a word, without a letter, digit or hyphen at either end.
fn names(text: &str, id: &str) -> bool {
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '-';
    text.match_indices(id).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(inside);
        // `expected-tsf` in a file of worked values names `tsf`.
        let expected = text[..at].ends_with("expected-");
        (!before || expected) && !text[at + id.len()..].chars().next().is_some_and(inside)
    })
}

/// The mark for text that a person must write.
const BLANK: &str = "UNWRITTEN";

/// Missing parts of a page: sections, and text that is not written.
fn of_page(file: &str, text: &str, sections: &[&str]) -> Vec<String> {
    let body = |section: &&&str| {
        let begins = format!("\n## {section}\n");
        let body = text.split_once(&begins).map(|(_, rest)| rest.split("\n## ").next().unwrap_or_default());
        body.is_none_or(|body| body.trim().is_empty() || body.contains(BLANK))
    };
    let missing: Vec<&str> = sections.iter().filter(body).copied().collect();
    if missing.is_empty() { vec![] } else { vec![format!("{file}: {}", missing.join(", "))] }
}

/// The sources of an id with text that is not written.
fn of_sources(folders: &[&str], id: &str) -> Vec<String> {
    let files = folders.iter().map(|folder| format!("{folder}/{}.rs", id.replace('-', "_")));
    let unwritten =
        |file: &String| std::fs::read_to_string(root().join(file)).is_ok_and(|text| text.contains(BLANK));
    files.filter(unwritten).map(|file| format!("{file}: {BLANK} stands in it")).collect()
}

/// Everything that the ids of a model lack, by kind and id.
fn lacking(bench: &dyn Bench) -> BTreeMap<String, Vec<String>> {
    let model = bench.model();
    // A claim whose evidence is a value or a judgement is also a test.
    let folders = ["tests/all", "tests/judge", "tests/worked", "tests/oracle", "properties/claims"];
    let tests = texts(&folders, &["rs", "py", "toml"]);
    // A package has no checker.
    let checker = root().join("checker").is_dir().then(|| texts(&["checker"], &["py"]));
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut lacks = |kind: &str, id: &str, what: Vec<String>| {
        found.entry(format!("{kind} {id} of {model}")).or_default().extend(what);
    };
    let tested = |id: &str, what: &str| if names(&tests, id) { vec![] } else { vec![what.to_string()] };
    let checked = |id: &str, what: &str| match &checker {
        Some(text) if !text.contains(&format!("\"{id}\"")) => vec![what.to_string()],
        _ => vec![],
    };
    for entry in bench.mechanisms() {
        let id = entry.id;
        let sections = ["Rule", "Specification", "Algorithm", "Domain"];
        lacks("mechanism", id, of_page(&format!("properties/mechanisms/{id}.md"), entry.page, &sections));
        let folders =
            ["kernel/src/specification", "engine/src/mechanism"].map(|f| format!("crates/{f}/{model}"));
        lacks("mechanism", id, of_sources(&folders.each_ref().map(String::as_str), id));
        let value = "a value from a paper or by hand: `[expected-..]` in a file of tests/worked, or a test of its own";
        lacks("mechanism", id, tested(id, value));
        lacks("mechanism", id, checked(id, "an entry in checker/mechanisms.py"));
    }
    for entry in bench.properties() {
        let id = entry.id;
        let file = format!("properties/{model}/{id}.md");
        lacks("property", id, of_page(&file, entry.page, &["Statement", "Definition", "Reading", "Witness"]));
        let folders = ["kernel/src/property", "engine/src/property"].map(|f| format!("crates/{f}/{model}"));
        lacks("property", id, of_sources(&folders.each_ref().map(String::as_str), id));
        lacks(
            "property",
            id,
            tested(id, "an instance on which it holds and one on which it does not, in a test"),
        );
        lacks("property", id, checked(id, &format!("an entry in checker/on_{model}.py")));
        if !GROUPS
            .iter()
            .any(|group| group.model == model && group.properties.iter().any(|known| known == id))
        {
            lacks("property", id, vec!["a group in crates/book/src/data/groups.toml".to_string()]);
        }
    }
    for entry in bench.measures() {
        let id = entry.id;
        lacks("measure", id, of_page(&format!("properties/measures/{id}.md"), entry.page, &["Definition"]));
        let folder = format!("crates/engine/src/property/measure/{model}");
        lacks("measure", id, of_sources(&[&folder], id));
        lacks("measure", id, tested(id, "a value by hand, in a test"));
    }
    let cells = matrix(library(), &root(), bench, Hypothesis::None).unwrap();
    let bare = |state: &CellState| matches!(state, CellState::Undecided(extent) if extent.instances == 0);
    for cell in cells.iter().filter(|cell| bare(&cell.state)) {
        lacks("mechanism", cell.mechanism, vec![format!("evidence on `{}`", cell.property)]);
    }
    found.retain(|_, what| !what.is_empty());
    found
}

#[test]
fn no_id_lacks_anything() {
    let mut told = String::new();
    for bench in models() {
        for (id, what) in lacking(*bench) {
            told +=
                &format!("{id} lacks\n{}", what.iter().map(|item| format!("  {item}\n")).collect::<String>());
        }
    }
    assert!(told.is_empty(), "\n{told}evidence comes from `verify campaign`, as book/text/extend.md says\n");
}

/// The check finds a page, a text and an id that lack something.
#[test]
fn what_is_lacking_is_seen() {
    let page = "# x\n\n## Rule\n\nUNWRITTEN: what.\n\n## Domain\n\nAll.\n\n## Algorithm\n";
    assert_eq!(
        of_page("properties/mechanisms/x.md", page, &["Rule", "Specification", "Algorithm", "Domain"]),
        ["properties/mechanisms/x.md: Rule, Specification, Algorithm"]
    );
    assert!(names("[expected-tsf]", "tsf") && names("(\"ef\", 1)", "ef") && names("ef", "ef"));
    assert!(!names("ef-aggregate def ef1", "ef") && !names("", "ef"));
}
