//! What a stranger adds takes the files that CONTRIBUTING names and no other: a rule, a property and a model of one's own,
//! each one example file that uses nothing but the public library, run and read here.

use std::process::Command;

/// What an example prints; cargo builds examples beside the tests.
fn printed(name: &str) -> String {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_verify")).with_file_name("examples").join(name);
    let output = Command::new(&program).output().unwrap_or_else(|e| panic!("{}: {e}", program.display()));
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Asset fairness loses the sharing incentive, and is not seen to lose envy-freeness.
#[test]
fn a_rule_of_ones_own() {
    let text = printed("own_mechanism");
    assert!(text.contains("mechanism = \"asset-fairness\"") && text.contains("margin = "), "{text}");
    assert!(text.contains("# ef: unrefuted after 20000 instances"), "{text}");
}

/// Filling that halts can leave a user short of its part by more than one task; filling on mends that less often.
#[test]
fn a_property_of_ones_own() {
    let text = printed("own_property");
    assert!(text.contains("drf-tasks: ") && text.contains("drf-tasks-skip: "), "{text}");
    assert!(text.contains("violated after"), "{text}");
    assert!(text.contains("alone it would run"), "{text}");
}

/// One divisible good, split evenly: whoever wants less than its part has something to spare. By hand: the first list in
/// which an even part is more than somebody wants is one agent that wants a half.
#[test]
fn a_model_of_ones_own() {
    let text = printed("toy_model");
    assert!(text.starts_with("violated: agent 1 has more than it wants."), "{text}");
    assert!(text.contains("want = [\"1/2\"]"), "{text}");
}
