//! Extensions need only the files that CONTRIBUTING names: a rule, a property and a model, each in one example file
//! that uses only the public library, run and read here.

use std::path::Path;
use std::process::Command;

use super::outside::verify;
use super::support::{folder, root, said, skip};

/// The output of an example; cargo builds examples beside the tests.
fn printed(name: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_verify")).with_file_name("examples").join(name);
    let output = Command::new(&program).output().unwrap_or_else(|e| panic!("{}: {e}", program.display()));
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// An equal number of tasks violates the sharing incentive; the worst ratio is derived in `readme.rs`.
#[test]
fn a_rule_of_ones_own() {
    let text = printed("own_mechanism");
    assert!(text.contains("mechanism = \"equal-tasks\"") && text.contains("margin = "), "{text}");
    assert!(text.contains("worst: Some(1/2), of every instance: true"), "{text}");
}

/// The rule in C as a program leaves the second user nothing.
#[test]
fn a_rule_in_c() {
    if Command::new("cc").arg("--version").output().is_err() {
        skip("cc", "apt-get install gcc");
        return;
    }
    let program = folder("first-in-c").join("first");
    let source = root().join("examples/sandbox/first.c");
    assert!(
        Command::new("cc")
            .args(["-Wall", "-Werror", "-o"])
            .args([&program, &source])
            .status()
            .unwrap()
            .success()
    );
    let scope = "users=2,servers=1,resources=1,max=3";
    let file = program.to_str().unwrap();
    let out =
        verify(&["worst", "--mech-command", file, "--measure", "si-ratio", "--scope", scope, "--bound"]);
    assert!(said(&out).contains("exactly 0"), "{}", said(&out));
}

/// Filling that halts can leave a user more than one task below its part; filling that skips users does so less
/// often.
#[test]
fn a_property_of_ones_own() {
    let text = printed("own_property");
    assert!(text.contains("drf-tasks: ") && text.contains("drf-tasks-skip: "), "{text}");
    assert!(text.contains("violated after") && text.contains("The outcome misses `prop1` by "), "{text}");
}

/// One divisible good, split equally: an agent that wants less than its part has something to spare. By hand: the
/// first list in which an equal part is more than some agent wants is one agent that wants a half.
#[test]
fn a_model_of_ones_own() {
    let text = printed("toy_model");
    assert!(text.starts_with("violated: Agent 1 has more than it wants."), "{text}");
    assert!(text.contains("want = [\"1/2\"]"), "{text}");
}

/// The sample of the audit has a file for each audited mechanism and property, as `_CoqProject` lists them; Coq compiles
/// the files in `proofs/check.sh`.
#[test]
fn the_sample_of_the_audit_is_what_coq_compiles() {
    let program = Path::new(env!("CARGO_BIN_EXE_verify")).with_file_name("examples").join("coq_audit");
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(&program).arg(folder.path()).args(["6", "1"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut written: Vec<String> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| format!("Audit/Sample/{}", entry.unwrap().file_name().to_string_lossy()))
        .collect();
    written.sort();
    let project = std::fs::read_to_string(root().join("proofs/_CoqProject")).unwrap();
    let mut listed: Vec<&str> = project.lines().filter(|line| line.starts_with("Audit/Sample/")).collect();
    listed.sort_unstable();
    assert_eq!(written, listed);
}
