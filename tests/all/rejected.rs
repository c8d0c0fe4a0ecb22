//! Invalid inputs, one file each: the error names file, field and position. The first line of each file is a
//! comment with the expected error.

use fairwitness::document::Document;
use fairwitness::linear::{Halt, Patience};
use fairwitness::workbench;

use super::support::{files, root};

#[test]
fn every_bad_input_gets_its_precise_error() {
    let mut seen = 0;
    for file in files("tests/rejected", "toml") {
        let text = std::fs::read_to_string(&file).unwrap();
        let expected =
            text.lines().next().and_then(|line| line.strip_prefix("# ")).expect("the expected error");
        let name = file.file_name().unwrap().to_str().unwrap();
        let mechanism = if name.starts_with("cohort-") { "kueue-preempt" } else { "tsf" };
        let bench = workbench::bench_of(mechanism).unwrap();
        let run = |d| bench.run(mechanism, &d, &Patience::unlimited()).map_err(Halt::error);
        let error = Document::parse(name, &text).and_then(run).expect_err(name).to_string();
        assert_eq!(error, format!("{name}: {expected}"));
        seen += 1;
    }
    assert!(seen >= 20, "{seen} in {}", root().display());
}
