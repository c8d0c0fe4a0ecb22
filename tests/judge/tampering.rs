//! A record with a change in any meaningful field is refused.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fairwitness::archive::record::{Record, Records};
use fairwitness::document::{Document, Value, files};
use fairwitness::library::claims::Library;
use fairwitness::linear::Patience;
use fairwitness::scalar::Rational;
use fairwitness::workbench;

use super::support::{load, parts, records, root, text};

/// Judges a text as the content of the file.
pub fn accepted(file: &Path, text: &str) -> Result<(), String> {
    let name = file.display().to_string();
    let document = Document::parse(&name, text).map_err(|e| e.to_string())?;
    let record = Record::read(&document).map_err(|e| e.to_string())?;
    let bench = workbench::model(&record.model).ok_or("unknown model")?;
    bench.replay(&document, text, &Patience::unlimited()).map_err(|e| e.to_string())?;
    LIBRARY.with(|library| library.knows(&record)).map_err(|e| e.to_string())
}

thread_local! {
    static LIBRARY: Library = Library::open(&root()).unwrap();
}

/// All trees that differ from `value` in one leaf, entry or field, each with the path to the change. Positions in
/// lists are omitted from the path.
fn altered(value: &Value, path: &str) -> Vec<(String, Value)> {
    let other = match value {
        Value::List(_) | Value::Table(_) => None,
        Value::Integer(n) => Some(Value::Integer(n + 1)),
        Value::Text(text) => Some(match text.parse::<Rational>() {
            Ok(x) => Value::Number(x + Rational::new(1, 7)),
            Err(_) => Value::Text(format!("{text}x")),
        }),
        other => Some(other.clone()),
    };
    let mut found: Vec<(String, Value)> = other.map(|other| (path.to_string(), other)).into_iter().collect();
    for (name, part, with) in parts(value) {
        let inner = altered(part, &format!("{path}{name}"));
        found.extend(inner.into_iter().map(|(at, other)| (at, with(Some(other)))));
        found.push((format!("{path}{name} gone"), with(None)));
    }
    found
}

/// Fields that carry no evidence: the seed of the search, text for readers, and the list of claims that the record
/// bears on, from which a claim may be missing. An unknown claim is refused.
fn is_prose(path: &str) -> bool {
    [".note", ".found.seed", ".claims[] gone"].contains(&path)
}

/// The kind that a part of a record declares.
fn kind(root: &Value, part: &str) -> String {
    match root.get(part).and_then(|part| part.get("kind")) {
        Some(Value::Text(kind)) => kind.clone(),
        _ => "none".to_string(),
    }
}

/// Every field of a record of each model, with each kind of certificate and of witness, is changed at least once, in
/// the smallest record that has it.
#[test]
fn every_field_of_every_kind_of_record_is_guarded() {
    let mut all: Vec<(PathBuf, Value)> = records().into_iter().map(|f| (f.clone(), load(&f).root)).collect();
    // Its two users are alike, so that the complaint of one is right of the other.
    all.retain(|(file, _)| !file.ends_with("ps-dsf-tdm-printed-single-server-2u1s2r.toml"));
    all.sort_by_key(|(_, root)| root.to_toml().len());
    let (mut seen, mut taken) = (BTreeSet::new(), Vec::new());
    for (file, root) in &all {
        let (certificate, witness) = (kind(root, "certificate"), kind(root, "witness"));
        for (path, other) in altered(root, "").into_iter().filter(|(path, _)| !is_prose(path)) {
            let field = path.trim_end_matches(" gone");
            let of = match field.split(['.', '[']).nth(1) {
                Some("certificate") => certificate.as_str(),
                Some("witness") => witness.as_str(),
                Some("other") if field.contains("certificate") => certificate.as_str(),
                Some("instance" | "outcome" | "other") => match root.get("model") {
                    Some(Value::Text(model)) => model.as_str(),
                    _ => "",
                },
                _ => "",
            };
            if seen.insert(format!("{of}{path}")) && accepted(file, &other.to_toml()).is_ok() {
                taken.push(format!("{}: {of}{path}", file.file_name().unwrap().display()));
            }
        }
    }
    assert!(seen.len() > 150, "only {} fields", seen.len());
    // Multipliers that prove a bound are not unique: a multiple of them is equally valid.
    taken.retain(|path| !path.ends_with(".cover[]") && !path.ends_with(".pay[]"));
    assert_eq!(taken, Vec::<String>::new());
}

#[test]
fn every_single_change_of_a_record_is_refused() {
    let wanted = [
        "tsf-bf-2u2s2r.toml",
        "ps-dsf-po-2u2s2r.toml",
        "drf-population-monotone-3u1s2r.toml",
        "ps-dsf-sp-eligibility-2u2s2r-positive.toml",
    ];
    let mut tried = 0;
    for name in wanted {
        let file = root().join("counterexamples").join(name);
        let root = load(&file).root;
        assert_eq!(accepted(&file, &root.to_toml()), Ok(()), "{name} itself");
        for (path, other) in altered(&root, "").into_iter().filter(|(path, _)| !is_prose(path)) {
            tried += 1;
            let text = other.to_toml();
            assert!(accepted(&file, &text).is_err(), "{name}: {path}: accepted as\n{text}");
        }
    }
    assert!(tried > 100, "only {tried} changes tried");
}

/// A file of several violations is refused after any change; only a violation other than the first, or a further cell, may be
/// missing from it.
#[test]
fn every_change_of_a_file_of_several_violations_is_refused() {
    let archive = root().join(files::ARCHIVE);
    let all = files::record_files(&archive).unwrap().into_iter().map(|file| (load(&file).root, file));
    let mut several: Vec<(Value, PathBuf)> = all
        .filter(|(root, _)| {
            root.get("also").is_some()
                && matches!(root.get("violates"), Some(Value::List(all)) if all.len() > 1)
        })
        .collect();
    several.sort_by_key(|(root, _)| root.to_json().to_string().len());
    let (mut tried, mut taken) = (0, Vec::new());
    for (root, file) in several.iter().take(2) {
        assert_eq!(accepted(file, &text(file)), Ok(()), "{} itself", file.display());
        for (path, other) in altered(root, "") {
            // The print of the changed values: what cannot be read is refused.
            let document = Document { file: file.display().to_string(), root: other };
            let Ok(records) = Records::read(&document) else { continue };
            // Another user may be worse off by an equal amount, and is then a witness as well.
            let prose = path.strip_prefix(".violates[]").is_some_and(is_prose);
            if prose || path == ".violates[].witness.agent" {
                continue;
            }
            tried += 1;
            let may_be_missing =
                path == ".violates[] gone" || path.starts_with(".also") && path.ends_with(" gone");
            if accepted(file, &records.to_toml()).is_ok() && !may_be_missing {
                taken.push(path);
            }
        }
    }
    assert!(tried > 100, "only {tried} changes tried");
    assert_eq!(taken, Vec::<String>::new());
}

/// Unknown claims, strategies and hypotheses.
#[test]
fn made_up_words_are_refused() {
    let file = root().join("counterexamples/tsf-si-2u2s2r.toml");
    let text = text(&file);
    let line = text.lines().find(|line| line.starts_with("claims = ")).unwrap();
    for (from, to, part) in [
        (line, "claims = [\"ghodsi2011-made-up\"]", "claims[0]: `ghodsi2011-made-up` is no claim"),
        ("strategy = \"auto\"", "strategy = \"oracle\"", "found.strategy"),
        ("hypothesis = \"none\"", "hypothesis = \"good\"", "found.hypothesis"),
        ("minimality = \"proven in scope\"", "minimality = \"proven\"", "found.minimality"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let error = accepted(&file, &changed).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
}
