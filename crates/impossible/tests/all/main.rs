//! Tests of the decision procedure and of its records, against checkers and searches that share no code.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

mod answers;
mod divisible;
mod justifications;
mod records;
#[path = "../../../../tests/skipped/mod.rs"]
mod skipped;

use fairwitness_impossible::question::Question;
use fairwitness_kernel::document::InputError;
use fairwitness_rules::kept;
use fairwitness_rules::property::{Property, named};
use fairwitness_rules::scope::ProfileScope;
use skipped::skip;
use std::path::{Path, PathBuf};
use std::process::Command;

fn properties(ids: &str) -> Vec<&'static dyn Property> {
    named(&ids.split(',').collect::<Vec<_>>()).unwrap()
}

fn question(ids: &str, scope: &str) -> Question {
    Question::new(properties(ids), ProfileScope::parse(scope).unwrap()).unwrap()
}

fn replay(text: &str) -> Result<String, InputError> {
    kept::replay("a test", text).map(|(_, said)| said)
}

/// A file of a test in the folder for temporary files, by its path there.
fn file(path: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("impossible").join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    path
}

/// What a program answers; `None` when the program is missing and this is not CI.
fn output(program: &str, package: &str, arguments: &[&str]) -> Option<std::process::Output> {
    let output = Command::new(program).args(arguments).output().ok();
    if output.is_none() {
        skip(program, &format!("apt-get install {package}"));
    }
    output
}

/// The exit status of the Python checker on a text.
fn python(path: &str, text: &str) -> Option<i32> {
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checker/impossible.py");
    output("python3", "python3", &[checker, file(path, text).to_str().unwrap()])?.status.code()
}

/// The exit status of `coqc` on a text, whose theorem may assume nothing.
fn coqc(path: &str, text: &str) -> Option<i32> {
    let out = output("coqc", "coq", &["-q", file(path, text).to_str().unwrap()])?;
    let said = String::from_utf8_lossy(&out.stdout);
    assert!(!out.status.success() || said.contains("Closed under the global context"), "{said}");
    out.status.code()
}

/// The answers of a search in Python that shares no code.
fn second_look(program: &str, arguments: &[&str]) -> Option<Vec<serde_json::Value>> {
    let program = format!("{}/tests/brute/{program}", env!("CARGO_MANIFEST_DIR"));
    let out = output("python3", "python3", &[&[program.as_str()], arguments].concat())?;
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    Some(serde_json::from_slice(&out.stdout).unwrap())
}

/// Each change of one place of a text must be refused by both checkers.
fn refused_by_both(folder: &str, text: &str, changes: &[(&str, &str)]) {
    for (i, (old, new)) in changes.iter().enumerate() {
        assert!(text.contains(old), "{old} in {text}");
        let changed = text.replacen(old, new, 1);
        assert!(replay(&changed).is_err(), "{old} -> {new}");
        assert!(
            matches!(python(&format!("{folder}/bad-{i}.toml"), &changed), None | Some(1)),
            "{old} -> {new}"
        );
    }
}
