//! The engine and the checker read one format: both refuse a record with a wrong hypothesis, or with a
//! multiplier without a row.

use std::path::Path;
use std::process::Command;

use fairwitness::archive::record::Record;
use fairwitness::document::{Document, Value};
use fairwitness::linear::Patience;
use fairwitness::workbench::model;

use super::outside::python;
use super::support::{load, records, root};

/// The answers of the engine and of the checker: `true` if a record is accepted under its own name.
fn accepted(record: &Record, name: &str) -> (bool, bool) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("one-format");
    std::fs::create_dir_all(&folder).unwrap();
    let (file, text) = (folder.join(name), record.to_toml());
    std::fs::write(&file, &text).unwrap();
    let document = Document::parse(name, &text).unwrap();
    let engine = model(&record.model).unwrap().replay(&document, &text, &Patience::unlimited()).is_ok();
    let checker = Command::new("python3").arg(root().join("checker/check.py")).arg(&file).output().unwrap();
    assert!(matches!(checker.status.code(), Some(0 | 1)), "{checker:?}");
    (engine, checker.status.code() == Some(0))
}

/// The entry of a nested value at a path of names and numbers.
fn at<'a>(value: &'a mut Value, path: &[&str]) -> &'a mut Value {
    let Some((step, rest)) = path.split_first() else { return value };
    let inner = match value {
        Value::List(items) => &mut items[step.parse::<usize>().unwrap()],
        Value::Table(fields) => &mut fields.iter_mut().find(|(name, _)| name == step).unwrap().1,
        other => panic!("{other:?} has no {step}"),
    };
    at(inner, rest)
}

#[test]
fn a_hypothesis_and_a_multiplier_are_taken_alike() {
    if !python() {
        return;
    }
    let record = |name: &str| Record::read(&load(&root().join("counterexamples").join(name))).unwrap();
    let assumed = |record: &Record, word: &str| {
        let mut other = record.clone();
        other.found.hypothesis = word.to_string();
        other
    };
    let tsf = record("tsf-si-2u2s2r.toml");
    assert_eq!(accepted(&tsf, "tsf-si-2u2s2r.toml"), (true, true));
    // No user can run on the first server, which has none of the first resource.
    for place in [["0", "0"], ["0", "1"]] {
        let mut priced = tsf.clone();
        let path = [&["rounds", "0", "capacity"], &place[..]].concat();
        *at(priced.certificate.as_mut().unwrap(), &path) = Value::text("1/5");
        assert_eq!(accepted(&priced, "tsf-si-2u2s2r.toml"), (false, false), "{place:?}");
    }
    assert_eq!(accepted(&assumed(&tsf, "user-weights"), "tsf-si-2u2s2r-user-weights.toml"), (true, true));
    assert_eq!(accepted(&assumed(&tsf, "unit"), "tsf-si-2u2s2r-unit.toml"), (false, false));
    assert_eq!(accepted(&assumed(&tsf, "positive"), "tsf-si-2u2s2r-positive.toml"), (false, false));
    let ends = |model: &str, word: &str| {
        let all = records();
        let fits = |(_, record): &(String, Record)| {
            record.model == model && record.found.hypothesis == "none" && record.certificate.is_some()
        };
        let mut read = all.iter().map(|file| {
            (file.file_stem().unwrap().to_string_lossy().into_owned(), Record::read(&load(file)).unwrap())
        });
        let (stem, found) = read.find(fits).unwrap();
        accepted(&assumed(&found, word), &format!("{stem}-{word}.toml"))
    };
    for (model, word) in [("arrivals", "unit"), ("arrivals", "user-weights"), ("covering", "user-weights")] {
        assert_eq!(ends(model, word), (false, false), "{model}: {word}");
    }
}
