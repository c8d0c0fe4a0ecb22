//! The README's transcript is printed by the program, its rule is the file that it names, and the pages for contributors
//! name files that exist.

use std::path::Path;
use std::process::Command;

use super::outside::python;
use super::support::root;

/// The text of the README between a fence of this language and its end.
fn block(language: &str) -> String {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let (_, rest) = readme.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("\n```").unwrap().0.to_string()
}

/// The output of the README's line that begins in this way.
fn printed(line: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_verify")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(root()).env("PATH", path).env_remove("COLUMNS");
    String::from_utf8(shell.env("LC_ALL", "C.UTF-8").output().unwrap().stdout).unwrap()
}

#[test]
fn the_transcript_is_what_is_printed() {
    let printed = printed("verify tsf bf");
    let mut lines = printed.lines();
    for line in block("text").lines() {
        assert!(
            lines.any(|printed| printed == line),
            "`verify tsf bf` does not print, in this order: {line}"
        );
    }
}

/// By hand: on one resource each of two users runs `c / (d1 + d2)` tasks, and its half runs `c / 2 d1`. The ratio is
/// `2 d1 / (d1 + d2)`, which for demands from 1 to 3 is at least 1/2.
#[test]
fn the_rule_violates_and_has_the_worst_case_that_is_named() {
    if !python() {
        return;
    }
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let lines: Vec<&str> = readme.lines().filter(|line| line.contains("--mech-command")).collect();
    assert!(printed(lines[0]).starts_with("equal-tasks violates si"), "{}", lines[0]);
    let worst = printed(lines[1]);
    assert!(worst.contains("the worst value of this scope is exactly 1/2"), "{worst}");
    assert!(worst.contains("closed: every instance of the scope"), "{worst}");
    assert!(readme.lines().count() <= 60);
}

#[test]
fn the_rule_is_the_file_that_is_named() {
    let rule = std::fs::read_to_string(root().join("examples/equal_tasks.py")).unwrap();
    assert_eq!(block("python"), rule.trim_end());
}

/// The files that the pages for contributors name exist: the tour of a verdict and the glossary.
#[test]
fn pages_name_files_that_exist() {
    let mut named = 0;
    for page in [
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "book/text/extend.md",
        "book/text/inside.md",
        "book/text/testing.md",
    ] {
        let text = std::fs::read_to_string(super::support::root().join(page)).unwrap();
        for path in text.split('`').skip(1).step_by(2) {
            let folders = [
                "crates/",
                "src/",
                "tests/",
                "book/",
                "properties/",
                "counterexamples/",
                "checker/",
                "proofs/",
            ];
            if !folders.iter().any(|f| path.starts_with(f)) || path.contains(['<', ' ', '*', ':']) {
                continue;
            }
            named += 1;
            assert!(super::support::root().join(path).exists(), "{page} names `{path}`");
        }
    }
    assert!(named > 40, "{named}");
}

/// The Python package builds the program with the crates that the program needs.
#[test]
fn the_python_package_names_every_crate_of_the_program() {
    let read = |file: &str| std::fs::read_to_string(root().join(file)).unwrap();
    let (package, beside) = (read("Cargo.toml"), read("clients/python/program/Cargo.toml"));
    let features = package.split("\ncli = [").nth(1).unwrap().split(']').next().unwrap();
    let needed: Vec<&str> =
        features.split("\"dep:").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(needed.len() > 10, "{needed:?}");
    let missing: Vec<&&str> =
        needed.iter().filter(|name| !beside.contains(&format!("\n{name} = "))).collect();
    assert!(missing.is_empty(), "clients/python/program/Cargo.toml lacks {missing:?}");
}
