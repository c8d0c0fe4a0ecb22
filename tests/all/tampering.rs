//! A record that differs in any meaningful field is refused.

use fairwitness::archive::record::Record;
use fairwitness::document::{Document, Value};
use fairwitness::workbench;

use super::support::{files, load};

/// Judges a text as if it were the file's content.
fn accepted(file: &std::path::Path, text: &str) -> Result<(), String> {
    let name = file.display().to_string();
    let document = Document::parse(&name, text).map_err(|e| e.to_string())?;
    let record = Record::read(&document).map_err(|e| e.to_string())?;
    let bench = workbench::model(&record.model).ok_or("unknown model")?;
    bench.replay(&document, text).map_err(|e| e.to_string())
}

/// All trees that differ from `value` in one leaf.
fn altered(value: &Value) -> Vec<Value> {
    match value {
        Value::Integer(n) => vec![Value::Integer(n + 1)],
        Value::Text(text) => match text.parse::<fairwitness::scalar::Rational>() {
            Ok(x) => vec![Value::Number(x + fairwitness::scalar::Rational::new(1, 7))],
            Err(_) => vec![Value::Text(format!("{text}x"))],
        },
        Value::List(items) => {
            let mut found = Vec::new();
            for (i, item) in items.iter().enumerate() {
                for other in altered(item) {
                    let mut items = items.clone();
                    items[i] = other;
                    found.push(Value::List(items));
                }
                let mut shorter = items.clone();
                shorter.remove(i);
                found.push(Value::List(shorter));
            }
            found
        }
        Value::Table(fields) => {
            let mut found = Vec::new();
            for (i, (_, field)) in fields.iter().enumerate() {
                for other in altered(field) {
                    let mut fields = fields.clone();
                    fields[i].1 = other;
                    found.push(Value::Table(fields));
                }
                let mut fewer = fields.clone();
                fewer.remove(i);
                found.push(Value::Table(fewer));
            }
            found
        }
        other => vec![other.clone()],
    }
}

/// Fields that carry no evidence: who found it, and words for readers.
fn is_prose(before: &Value, after: &Value) -> bool {
    let strip = |value: &Value| {
        let fields = value.fields().iter().filter(|(name, _)| name != "note" && name != "claims");
        let fields = fields.map(|(name, field)| match (name.as_str(), field) {
            ("found", Value::Table(found)) => {
                let kept = found.iter().filter(|(name, _)| name != "strategy" && name != "seed");
                (name.clone(), Value::Table(kept.cloned().collect()))
            }
            _ => (name.clone(), field.clone()),
        });
        Value::Table(fields.collect())
    };
    strip(before) == strip(after)
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
        let file = super::support::root().join("counterexamples").join(name);
        let root = load(&file).root;
        assert_eq!(accepted(&file, &root.to_toml()), Ok(()), "{name} itself");
        for other in altered(&root).into_iter().filter(|other| !is_prose(&root, other)) {
            tried += 1;
            let text = other.to_toml();
            assert!(accepted(&file, &text).is_err(), "{name} is accepted as\n{text}");
        }
    }
    assert!(tried > 100, "only {tried} changes tried");
}

#[test]
fn a_record_under_another_name_is_refused() {
    let file = &files("counterexamples", "toml")[0];
    let text = std::fs::read_to_string(file).unwrap();
    let moved = file.with_file_name("other-name.toml");
    assert!(accepted(&moved, &text).unwrap_err().contains("should be named"));
}

#[test]
fn a_record_spelled_otherwise_is_refused() {
    let file = &files("counterexamples", "toml")[0];
    let text = std::fs::read_to_string(file).unwrap();
    let spaced = text.replacen("format = 2", "format  =  2", 1);
    assert!(accepted(file, &spaced).unwrap_err().contains("line 1"));
}
