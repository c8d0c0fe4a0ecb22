//! Scenario files and rows of traces with changed bytes: errors, and no panics.

use std::path::Path;

use chacha20::ChaCha8Rng;
use fairwitness::document::Document;
use fairwitness::linear::{Patience, Stop};
use fairwitness::simulator::drawn::Draw;
use fairwitness::simulator::{scenario, trace};
use rand::{RngExt, SeedableRng};

use super::support::files;

/// A text in which some places are another byte, a scrap, or missing.
fn mangled(seed: &[u8], scraps: &[&str], rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut text = seed.to_vec();
    for _ in 0..rng.random_range(1..3) {
        let at = rng.random_range(0..=text.len());
        let end = (at + rng.random_range(0..8)).min(text.len());
        let scrap = scraps[rng.random_range(0..scraps.len())].as_bytes();
        match rng.random_range(0..5) {
            0 => drop(text.splice(at..end, scrap.iter().copied())),
            1 => drop(text.splice(at..at, scrap.iter().copied())),
            2 => text.truncate(at),
            3 => drop(text.drain(at..end)),
            _ => text.iter_mut().skip(at).take(1).for_each(|byte| *byte = rng.random()),
        }
    }
    text
}

/// The bodies of the fuzz targets on a stable compiler: nothing panics, and an error names its file.
#[test]
fn changed_scenarios_and_rows_are_errors_and_no_panics() {
    let mut rng = ChaCha8Rng::seed_from_u64(34);
    let scraps = [
        "0",
        "-1",
        "9",
        "1/0",
        "\"1/3\"",
        "9223372036854775807",
        "1e30",
        "1e-2147483648",
        "nan",
        "[",
        "]",
        "\"",
        ",",
        "\n",
        "\0",
        "4294967296",
        "capacity",
        "[[user]]",
        "slots-9",
        "drfh",
        "ps-dsf-servers",
        "seq-minmax",
        "Terminated",
        "0.000001",
    ];
    let (mut read, mut refused) = (0, 0);
    let stop = Stop::new();
    stop.throw();
    let scenarios = files("tests/fuzz/seeds/scenarios", "toml");
    for round in 0..3000 {
        let seed = std::fs::read(&scenarios[round % scenarios.len()]).unwrap();
        let Ok(text) = String::from_utf8(mangled(&seed, &scraps, &mut rng)) else { continue };
        let found = Document::parse("f.toml", &text).and_then(|d| scenario::read(Path::new("f.toml"), &d));
        match found {
            // A trace is a file of this machine, and a change may name it.
            Ok(_) if text.contains("trace") => {}
            Ok(scenario) => {
                let deadline = std::time::Instant::now() + std::time::Duration::from_millis(200);
                let patience = &Patience::unlimited().until(deadline);
                let draw = Draw { id: "fuzz", seed: 1, run: 0, size: 1, judge: None, stop: &stop, patience };
                let _ = scenario.run(&draw);
                read += 1;
            }
            Err(error) => {
                assert!(error.to_string().starts_with("f.toml"), "{error}");
                refused += 1;
            }
        }
    }
    assert!(read > 100 && refused > 500, "{read} {refused}");
    let (mut rows, mut found) = (0, 0);
    let tables = files("tests/fuzz/seeds/rows", "csv");
    for round in 0..5000 {
        let seed = std::fs::read(&tables[round % tables.len()]).unwrap();
        let text = mangled(&seed, &scraps, &mut rng);
        let counted = trace::read_text(&text, 1_000_000, &Patience::unlimited()).unwrap();
        (rows, found) = (rows + counted.0, found + counted.1);
    }
    for _ in 0..5000 {
        let noise: Vec<u8> = (0..rng.random_range(0..200)).map(|_| rng.random()).collect();
        let _ = trace::read_text(&noise, 1_000_000, &Patience::unlimited());
    }
    assert!(rows > 10_000 && found > 1000, "{rows} {found}");
}

/// A text of another format in a file of JSON is called by its name, and an empty file empty; what begins as JSON does gets the
/// place of the mistake alone.
#[test]
fn what_a_file_of_json_is_instead_is_said() {
    let large = format!("{{\"demand\": [[1{}]]}}", "0".repeat(400));
    for (text, hint) in [
        ("", "is empty"),
        (" \n\n", "is empty"),
        ("model = \"cluster\"\n", "it seems to be TOML"),
        ("# a pool\nmodel = \"cluster\"\n", "it seems to be TOML"),
        ("[queue]\np = 1\n", "it seems to be TOML"),
        ("apiVersion: v1\n", "it seems to be YAML"),
        ("model: cluster\n", "it seems to be YAML"),
        ("<html></html>", "it seems to be HTML or XML"),
        ("NodeName=c1 CPUs=2\n", "`scontrol show`"),
        (&large, "write a large number in quotes"),
        ("{\"a\": 1,, }", "at line 1 column 9"),
        ("[1, 2", "EOF while parsing a list"),
        ("é", "expected value at line 1 column 1"),
    ] {
        let reason = Document::parse("x.json", text).unwrap_err().reason;
        assert!(reason.contains(hint), "{text}: {reason}");
    }
}
