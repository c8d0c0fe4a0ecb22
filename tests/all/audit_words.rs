//! What `verify audit` tells a reader: per cent with two digits, units, the worst servers, and lines that fit.

use std::path::Path;

use fairwitness::desk::units::{amount_of, digits, per_cent};
use fairwitness::scalar::Rational;

use super::audit::verify;

#[test]
fn numbers_for_readers() {
    let part = |n: i64, d: i64| Rational::new(n, d);
    // 1/3 = 33.333.. %; 2/3 = 66.666.. %, which is nearer to 66.67; 1/800 = 0.125 %, halves go up.
    assert_eq!(
        [part(1, 3), part(2, 3), part(1, 2), part(1, 800)].map(|x| per_cent(&x)),
        ["33.33 %", "66.67 %", "50 %", "0.13 %"]
    );
    // 4200704/1129490349 = 0.0037191.., told as a part of all.
    assert_eq!(per_cent(&part(4_200_704, 1_129_490_349)), "0.37 %");
    // Something is never told as nothing.
    assert_eq!([part(1, 1000), part(0, 1), part(-1, 2)].map(|x| digits(&x)), ["<0.01", "0", "-0.50"]);
    let three = part(3, 1);
    let names = ["nvidia.com/gpu", "gres/gpu", "cpu", "memory (GiB)", "licence"];
    let told = names.map(|name| amount_of(name, &three));
    assert_eq!(told, ["3 GPUs", "3 GPUs", "3 CPUs", "3 GiB of memory", "3 of licence"]);
    assert_eq!(amount_of("nvidia.com/gpu", &part(1, 1)), "1 GPU");
}

/// n1 has 4 CPUs and 2 GPUs, all 4 CPUs in use by web: 2 of 4 GPUs are idle, and no task of ml, 1 CPU and 1 GPU, fits.
/// n2 has 4 CPUs and 2 GPUs, 2 CPUs in use: 2 GPUs idle, and ml fits. n3 has 2 CPUs and runs 3 tasks of web, 6 CPUs: 4
/// of 10 CPUs too much. n4 is full.
///
/// ml could run 2 + 2 alone, so its share is half of the GPUs, 2, and all are missing. The audit says what the import
/// left out of ml beside it, and what it left out of others, `mla` among them, at the end.
#[test]
fn the_worst_servers_and_what_was_left_out() {
    let head = "# 1 pod of ml, ml/huge first, left out: no node that may run one has 64 CPU\n# pods left out because they request nothing: mla\n";
    let text = format!(
        "{head}model = \"cluster\"\ncapacity = [[4, 2], [4, 2], [2, 0], [2, 0]]\ndemand = [[1, 1], [2, 0]]\n\
         running = [[0, 0, 0, 0], [2, 1, 3, 1]]\ntasks = [9, 9]\nusers = [\"ml\", \"web\"]\n\
         servers = [\"n1\", \"n2\", \"n3\", \"n4\"]\nresources = [\"CPU\", \"nvidia.com/gpu\"]\n"
    );
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit-worst.toml");
    std::fs::write(&path, text).unwrap();
    let out = verify(&["--instance", path.to_str().unwrap(), "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    let worst: Vec<(&str, &str)> = report["servers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["server"].as_str().unwrap(), line["part"].as_str().unwrap()))
        .collect();
    assert_eq!(worst, [("n3", "1/3"), ("n2", "1/2"), ("n1", "1/2")]);
    let missing = &report["users"][0]["missing"];
    assert_eq!(missing[0], serde_json::json!({"resource": "nvidia.com/gpu", "amount": "2"}));
    let out = verify(&["--instance", path.to_str().unwrap()]);
    let text = String::from_utf8(out.stdout).unwrap();
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("no `{words}` in\n{text}"));
    assert!(at("not counted: 1 pod of ml") < at("the worst servers"), "{text}");
    assert!(at("pods left out because they request nothing: mla") > at("notes of the import"), "{text}");
    assert!(!text.contains("tsf"), "a rule for divisible tasks beside whole ones:\n{text}");
}

/// Twelve users and as many resources with long names, and no terminal: no line is wider than 120 columns.
#[test]
fn no_line_is_wider_than_120_columns() {
    let names =
        |what: &str| -> Vec<String> { (0..12).map(|k| format!("{what}-{k}-{}", "x".repeat(60))).collect() };
    let row = |at: usize| -> Vec<u8> { (0..12).map(|r| u8::from(r == at) + 1).collect() };
    let rows: Vec<Vec<u8>> = (0..12).map(row).collect();
    let text = format!(
        "# {} left out\nmodel = \"cluster\"\ncapacity = [{:?}]\ndemand = {rows:?}\nrunning = {:?}\nusers = {:?}\nresources = {:?}\n",
        "word ".repeat(80),
        [40; 12],
        [[1]; 12],
        names("team"),
        names("resource"),
    );
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit-wide.toml");
    std::fs::write(&path, text).unwrap();
    let out = verify(&["--instance", path.to_str().unwrap(), "--plan"]);
    let text = String::from_utf8(out.stdout).unwrap();
    let widest = text.lines().max_by_key(|line| line.chars().count()).unwrap();
    assert!(text.contains("team-11") && widest.chars().count() <= 120, "{widest}");
}
