//! The README's transcript equals the output of the program.

use std::process::Command;

use super::support::root;

#[test]
fn the_transcript_is_what_is_printed() {
    let output = Command::new(env!("CARGO_BIN_EXE_verify"))
        .args(["--mech", "tsf", "--property", "bf"])
        .current_dir(root())
        .env_remove("COLUMNS")
        .env("LC_ALL", "C.UTF-8")
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let mut rest = readme.as_str();
    for line in printed.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
        let at = rest.find(line).unwrap_or_else(|| panic!("the README does not show, in this order: {line}"));
        rest = &rest[at + line.len()..];
    }
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
