//! Every record in `counterexamples/` is judged from its file alone, and equals its canonical print.

use fairwitness::archive::record::Record;
use fairwitness::library::also::{self, Also};
use fairwitness::library::claims::Library;
use fairwitness::linear::Patience;
use fairwitness::workbench;

use super::support::{files, load, root};

/// Returns `true` if files are to be written again.
fn bless() -> bool {
    std::env::var_os("BLESS").is_some()
}

#[test]
fn every_record_replays() {
    for file in files("counterexamples", "toml") {
        let document = load(&file);
        let record = Record::read(&document).unwrap_or_else(|e| panic!("{e}"));
        let bench = workbench::model(&record.model).expect("a model of the workbench");
        if bless() {
            std::fs::write(&file, bench.renewed(&record).unwrap().to_toml()).unwrap();
        }
        let text = std::fs::read_to_string(&file).unwrap();
        bench
            .replay(&load(&file), &text, &Patience::unlimited())
            .unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        assert!(!record.note.is_empty(), "{}: a record has a line for its readers", file.display());
    }
}

#[test]
fn what_else_the_records_violate() {
    let library = Library::open(&root()).unwrap();
    let text = Also::judged(library.records()).unwrap().to_toml();
    let file = root().join(also::FILE);
    if bless() {
        std::fs::write(&file, &text).unwrap();
    }
    let known = std::fs::read_to_string(&file).unwrap_or_default();
    let differs = text.lines().zip(known.lines()).find(|(a, b)| a != b);
    assert!(text == known, "{} is stale (BLESS=1 rewrites it): {differs:?}", also::FILE);
}

/// `sp` tries every lie: on every instance on file, `sp` is violated if a lie of one kind alone gains.
#[test]
fn whoever_gains_by_one_kind_of_lie_gains_by_any() {
    let also = Also::load(&root()).unwrap();
    let (mut narrow, mut missed) = (0, Vec::new());
    for file in files("counterexamples", "toml") {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let record = Record::read(&load(&file)).unwrap();
        let own = |m: &str, p: &str| record.mechanism == m && record.property == p;
        let violated = |m: &str, p: &str| own(m, p) || also.violates(&name, m, p);
        for mechanism in fairwitness::mechanism::CLUSTER.iter().map(|m| m.id()) {
            if violated(mechanism, "sp-demand") || violated(mechanism, "sp-eligibility") {
                narrow += 1;
                if !violated(mechanism, "sp") {
                    missed.push(format!("{name}: {mechanism}"));
                }
            }
        }
    }
    assert!(narrow > 200, "{narrow}");
    assert!(missed.is_empty(), "{missed:#?}");
}

/// The note that the program writes for a violation holds whole sentences: what follows the last list, or the list with
/// its head if nothing follows.
#[test]
fn notes_are_whole_sentences() {
    for (story, expected) in [
        ("User 1 has 1 instead of 2.", "User 1 has 1 instead of 2."),
        ("User 1 lies.\nUser 1 gains 1.", "User 1 lies. User 1 gains 1."),
        ("It would be:\n  user 1: 2\n  user 2: 1\nUser 1 lacks 1.", "User 1 lacks 1."),
        (
            "User 1 has no bottleneck:\n  user 2 holds 1/2\n  1/3 is idle",
            "User 1 has no bottleneck: user 2 holds 1/2; 1/3 is idle.",
        ),
        ("", ""),
    ] {
        assert_eq!(workbench::note(story), expected);
    }
    for file in files("counterexamples", "toml") {
        let record = Record::read(&load(&file)).unwrap();
        let exhibit = workbench::model(&record.model).expect("a model").exhibit(&record).unwrap();
        let note = workbench::note(&exhibit.story);
        assert!(note.ends_with('.') && !note.contains("  "), "{}: {note:?}", file.display());
    }
}
