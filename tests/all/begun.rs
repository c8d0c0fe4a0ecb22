//! `verify new`: what is written for a new id, in a copy of the folders in which it writes, and what is refused.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value as Json;

use super::support::root;

/// The folders and files that a new id touches.
const TOUCHED: [&str; 9] = [
    "mechanisms",
    "properties",
    "measures",
    "models",
    "examples",
    "crates/kernel/src/specification",
    "crates/kernel/src/property",
    "crates/engine/src/mechanism",
    "crates/engine/src/property",
];

fn copied(from: &Path, to: &Path) {
    if from.is_dir() {
        std::fs::create_dir_all(to).unwrap();
        for entry in std::fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            copied(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        std::fs::copy(from, to).unwrap();
    }
}

/// A copy of what a new id touches, in a folder of the test's own.
fn checkout() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for part in TOUCHED {
        copied(&root().join(part), &folder.path().join(part));
    }
    folder
}

fn verify(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_verify"))
        .arg("new")
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// The document of an id that is begun.
fn begun(folder: &Path, arguments: &[&str]) -> Json {
    let out = verify(folder, &[arguments, &["--format", "json"]].concat());
    assert_eq!(out.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&out.stderr));
    serde_json::from_slice(&out.stdout).unwrap()
}

/// The message of what is refused with exit status 2.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let out = verify(folder, arguments);
    assert_eq!(out.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(out.stderr).unwrap()
}

fn texts(value: &Json) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap()
}

/// Every file below a folder with its text.
fn all(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(all(&path)),
            false => found.push((path.clone(), std::fs::read_to_string(&path).unwrap_or_default())),
        }
    }
    found.sort();
    found
}

/// The page, the two halves, and one line each where the id is registered: behind its neighbours in the alphabet.
#[test]
fn a_mechanism_has_its_files_and_its_lines() {
    let folder = checkout();
    let told = begun(folder.path(), &["mechanism", "max-min-tasks"]);
    assert_eq!(
        texts(&told["wrote"]),
        [
            "mechanisms/max-min-tasks.md",
            "crates/kernel/src/specification/cluster/max_min_tasks.rs",
            "crates/engine/src/mechanism/cluster/max_min_tasks.rs",
        ]
    );
    assert_eq!(
        texts(&told["changed"]),
        [
            "crates/kernel/src/specification/cluster/mod.rs",
            "crates/kernel/src/specification/table.rs",
            "crates/engine/src/mechanism/cluster/mod.rs",
        ]
    );
    assert_eq!((told["kind"].as_str(), told["model"].as_str()), (Some("mechanism"), Some("cluster")));
    for file in texts(&told["wrote"]) {
        assert!(texts(&told["left"]).iter().any(|left| left.starts_with(file)), "nothing is said of {file}");
    }
    let page = read(folder.path(), "mechanisms/max-min-tasks.md");
    assert!(page.contains("id = \"max-min-tasks\"\nname = \"Max min tasks\"\nmodel = \"cluster\""), "{page}");
    // In front of pdrf, behind hdrf-tasks.
    let table = read(folder.path(), "crates/kernel/src/specification/table.rs");
    assert!(
        table.contains("&tree::HDRF_TASKS,\n    &cluster::max_min_tasks::MaxMinTasks,\n    &tasks::PDRF,"),
        "{table}"
    );
    let table = read(folder.path(), "crates/engine/src/mechanism/cluster/mod.rs");
    assert!(table.contains("\nmod max_min_tasks;\nmod ps_dsf;"), "{table}");
    assert!(
        table.contains("&tree::HDRF_TASKS,\n    &specified::max_min_tasks::MaxMinTasks,\n    &tasks::PDRF,"),
        "{table}"
    );
    let modules = read(folder.path(), "crates/kernel/src/specification/cluster/mod.rs");
    assert!(modules.contains("\npub mod max_min_tasks;\npub mod ps_dsf;"), "{modules}");
    // A second one, before anything is built again.
    begun(folder.path(), &["mechanism", "zz-last"]);
    let table = read(folder.path(), "crates/kernel/src/specification/table.rs");
    assert!(table.contains("&tree::VOLCANO_HDRF,\n    &cluster::zz_last::ZzLast,\n];"), "{table}");
}

/// Every kind in every model: what is named was written or changed, and nothing else was.
#[test]
fn every_kind_can_be_begun_in_every_model() {
    let folder = checkout();
    let mut before = all(folder.path());
    for kind in ["mechanism", "property", "measure"] {
        for model in ["arrivals", "cluster", "cohort", "covering"] {
            let id = format!("some-{kind}-of-{model}");
            let told = begun(folder.path(), &[kind, &id, "--model", model, "--name", "Some name"]);
            let mut named = texts(&told["wrote"]);
            named.extend(texts(&told["changed"]));
            named.sort_unstable();
            let after = all(folder.path());
            let differs: Vec<&str> = after
                .iter()
                .filter(|file| !before.contains(file))
                .map(|(path, _)| path.strip_prefix(folder.path()).unwrap().to_str().unwrap())
                .collect();
            assert_eq!(differs, named, "{id}");
            for file in texts(&told["wrote"]) {
                let text = read(folder.path(), file);
                assert!(text.contains("UNWRITTEN"), "{file} does not say where to go on");
                let blank = text.split('{').skip(1).any(|rest| {
                    let word = rest.split('}').next().unwrap();
                    ["id", "name", "file", "Type", "model", "Model", "Instance", "Outcome", "uses", "setting"]
                        .contains(&word)
                });
                assert!(!blank, "{file} has a blank: {text}");
            }
            before = after;
        }
    }
    let told = begun(folder.path(), &["model", "band-width"]);
    assert_eq!(texts(&told["wrote"]), ["models/band-width.md", "examples/band_width_model.rs"]);
    let example = read(folder.path(), "examples/band_width_model.rs");
    assert!(example.contains("impl Model for BandWidth") && !example.contains("Cake"), "{example}");
}

/// What is no id, what is taken and what is no checkout: a sentence that says what would do, and nothing written.
#[test]
fn what_is_refused_says_what_would_do() {
    let folder = checkout();
    let before = all(folder.path());
    for (arguments, says) in [
        (&["mechanism", "tsf"][..], "`tsf` is taken: mechanisms/tsf.md defines it; what about `tsf-2`?"),
        (&["property", "ef"], "`ef` is taken: properties/cluster/ef.md defines it; what about `ef-2`?"),
        (&["measure", "si-ratio"], "measures/si-ratio.md"),
        (&["model", "cohort"], "models/cohort.md"),
        (&["mechanism", "Max Min_Tasks"], "what about `max-min-tasks`?"),
        (&["mechanism", "2fast"], "what about `fast`?"),
        (&["mechanism", "--", "-x-"], "what about `x`?"),
        (&["mechanism", "!"], "for example `max-min-tasks`"),
        (
            &["property", "match"],
            "`match` is a word of Rust and can name no module; what about `match-property`?",
        ),
        (&["property", "lies"], "crates/engine/src/property/cluster/lies.rs: exists already"),
        (&["mechanism", "mine", "--model", "clusters"], "did you mean `cluster`"),
        (&["mechanism", "mine", "--name", "a \"b\""], "--name"),
        (&["mechanizm", "mine"], "mechanism"),
    ] {
        let said = refused(folder.path(), arguments);
        assert!(said.contains(says), "{arguments:?}: {said}");
    }
    assert_eq!(all(folder.path()), before, "something was written");
    let elsewhere = tempfile::tempdir().unwrap();
    let said = refused(elsewhere.path(), &["mechanism", "mine"]);
    assert!(said.contains("this folder is no checkout of the project"), "{said}");
    assert!(all(elsewhere.path()).is_empty());
    let said = refused(elsewhere.path(), &["mechanism", "tsf", "--root", folder.path().to_str().unwrap()]);
    assert!(said.contains(&folder.path().join("mechanisms/tsf.md").display().to_string()), "{said}");
    // A table that does not fit its pages is left alone.
    std::fs::remove_file(folder.path().join("mechanisms/tsf.md")).unwrap();
    let said = refused(folder.path(), &["mechanism", "mine"]);
    assert!(said.contains("has 35 entries, and there are 34 pages; nothing was written"), "{said}");
}
