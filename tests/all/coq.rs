//! Records as theorems of Coq. Without `coqc` the tests report that and pass, except in CI.

use std::path::Path;
use std::process::{Command, Output};

use fairwitness::archive::record::Record;
use fairwitness::document::Document;
use fairwitness::library::coq::theorem;

use super::support::{folder, load, root, text, there, verify};

fn compiled(folder: &Path, name: &str, text: &str) -> Output {
    let file = folder.join(name);
    std::fs::write(&file, text).unwrap();
    Command::new("coqc").arg("-q").arg(&file).current_dir(folder).output().unwrap()
}

#[test]
fn records_are_theorems_that_coq_checks() {
    if !there("coqc", "apt-get install coq") {
        return;
    }
    let folder = folder("coq");
    // One record of every form: leximin, with two runs, bottlenecks, time, slices, and one that stands for the
    // chosen outcome.
    for (at, name) in [
        "tsf-si-2u2s2r",
        "tsf-bf-2u2s2r",
        "cdrf-resource-monotone-2u1s2r",
        "drf-population-monotone-3u1s2r",
        "uniform-po-2u2s1r",
        "ps-dsf-po-2u2s2r",
    ]
    .iter()
    .enumerate()
    {
        let record = Record::read(&load(&root().join(format!("counterexamples/{name}.toml")))).unwrap();
        let text = theorem(name, &record).unwrap();
        let checked = compiled(&folder, &format!("record{at}.v"), &text);
        assert!(checked.status.success(), "{name}: {}", String::from_utf8_lossy(&checked.stderr));
        // The only axioms are those of the standard reals.
        let said = String::from_utf8_lossy(&checked.stdout).into_owned();
        assert!(said.contains("Axioms:") || said.contains("Closed under"), "{said}");
        let foreign = said.lines().filter(|l| l.contains(" : ") || l.ends_with("dep") || l.ends_with("dec"));
        for line in foreign.filter(|l| !l.starts_with(' ')) {
            let known = ["ClassicalDedekindReals", "FunctionalExtensionality", "Classical_Prop"];
            assert!(known.iter().any(|k| line.starts_with(k)), "{line}");
        }
    }
}

#[test]
fn a_false_record_is_no_theorem() {
    if !there("coqc", "apt-get install coq") {
        return;
    }
    let folder = folder("coq-false");
    let path = root().join("counterexamples/tsf-si-2u2s2r.toml");
    let text = text(&path);
    let of = |text: &str| Record::read(&Document::parse("r.toml", text).unwrap()).unwrap();
    // The altered theorem claims that the other user is below its share.
    let (from, to) =
        if text.contains("agent = 0") { ("agent = 0", "agent = 1") } else { ("agent = 1", "agent = 0") };
    let other = theorem("false", &of(&text.replace(from, to))).unwrap();
    assert!(!compiled(&folder, "other.v", &other).status.success());
    // The altered theorem has another instance, to which the outcome does not belong.
    let richer = text.replacen("capacity = [[0, 1], [1, 1]]", "capacity = [[0, 1], [5, 5]]", 1);
    assert_ne!(richer, text);
    assert!(!compiled(&folder, "richer.v", &theorem("false", &of(&richer)).unwrap()).status.success());
}

#[test]
fn what_is_not_written_as_a_theorem_is_named() {
    let path = root().join("counterexamples/drf-tasks-po-2u1s1r.toml");
    let record = Record::read(&load(&path)).unwrap();
    let error = theorem("r", &record).unwrap_err().to_string();
    assert!(error.contains("`drf-tasks`") && error.contains("tsf"), "{error}");
    let output = verify(&["export", &path.display().to_string(), "--coq"]);
    assert_eq!(output.status.code(), Some(2));
}
