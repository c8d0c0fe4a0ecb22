//! Replay of records: those in the archive are accepted with exactly their contents, and every kind of refusal
//! occurs.

use std::collections::BTreeSet;

use fairwitness::archive::record::{Found, Program, Record, write_witness};
use fairwitness::archive::replay::{GIVEN, LOCAL, PROVEN, ReplayError, replay};
use fairwitness::document::{Document, Value};
use fairwitness::linear::{Patience, Uncut as _};
use fairwitness::mechanism::certified;
use fairwitness::model::Model as _;
use fairwitness::model::cluster::{Cluster, Pool};
use fairwitness::property::evidence::Run;
use fairwitness::property::judge::{Cell, Judgement};
use fairwitness::search::strategies;

use super::negatives::with;
use super::support::{cell, pool_of, r, records, root, text};
use super::tampering::accepted;

/// The smallest record of every property, of every mechanism and of every kind of certificate, except a few whose
/// minimality takes long to check. The independent checker accepts them too.
#[test]
fn records_of_every_kind_are_accepted() {
    let long = |file: &std::path::Path| {
        ["ps-dsf-sp-", "ps-dsf-printed-sp-"]
            .iter()
            .any(|name| file.file_name().is_some_and(|file| file.to_string_lossy().starts_with(name)))
    };
    let mut all: Vec<(String, std::path::PathBuf)> =
        records().into_iter().filter(|file| !long(file)).map(|file| (text(&file), file)).collect();
    all.sort_by_key(|(text, _)| text.len());
    let (mut seen, mut refused, mut tried) = (BTreeSet::new(), Vec::new(), 0);
    for (text, file) in all {
        let record = Record::read(&Document::parse("record.toml", &text).unwrap()).unwrap();
        let kind = record.certificate.as_ref().and_then(|c| Some(c.get("kind")?.to_toml()));
        let new = [
            seen.insert(format!("property {} {}", record.model, record.property)),
            seen.insert(format!("mechanism {}", record.mechanism)),
            seen.insert(format!("certificate {} {kind:?}", record.model)),
        ];
        if new.contains(&true) {
            tried += 1;
            if let Err(reason) = accepted(&file, &text) {
                refused.push(format!("{}: {reason}", file.display()));
            }
        }
    }
    assert_eq!(refused, Vec::<String>::new());
    assert!(tried > 40, "{tried}");
}

fn record(name: &str) -> String {
    text(&root().join("counterexamples").join(name))
}

/// The result of replaying a text; the error contains the name that its file should have.
fn replayed(cell: Cell<'_, Cluster>, text: &str) -> Result<String, ReplayError> {
    let document = Document::parse("record.toml", text).unwrap();
    let record = Record::read(&document).unwrap();
    let said = replay(&document, text, &record, cell, &Patience::unlimited()).uncut().unwrap();
    said.map(|reading| reading.name)
}

/// The text with the first occurrence of `from` after `part` replaced, and the number of that line.
fn changed(text: &str, part: &str, from: &str, to: &str) -> (String, usize) {
    let begin = text.find(part).unwrap_or_else(|| panic!("no {part}"));
    let at = begin + text[begin..].find(from).unwrap_or_else(|| panic!("no {from} after {part}"));
    (format!("{}{to}{}", &text[..at], &text[at + from.len()..]), text[..at].matches('\n').count() + 1)
}

const BF: &str = "tsf-bf-2u2s2r.toml";

#[test]
fn a_record_says_what_its_file_is_called() {
    assert_eq!(replayed(cell("tsf", "bf"), &record(BF)), Ok(BF.to_string()));
}

/// Equal numbers that are not in lowest terms: every part is read, and compared with its canonical form.
#[test]
fn every_part_has_one_spelling() {
    let text = record(BF);
    for (part, from, to) in [
        ("[instance]", "1", "\"2/2\""),
        ("[outcome]", "\"2/3\"", "\"4/6\""),
        ("[certificate]", "\"2/3\"", "\"4/6\""),
        ("[certificate]", "\"1/3\"", "\"2/6\""),
        ("[witness]", "\"1/6\"", "\"2/12\""),
    ] {
        let (text, line) = changed(&text, part, from, to);
        assert_eq!(replayed(cell("tsf", "bf"), &text), Err(ReplayError::Spelling { line }), "{part}");
    }
    let (text, cell) = with_other();
    for (part, from, to) in [("instance = {", "1", "\"2/2\""), ("outcome = {", "\"2/3\"", "\"4/6\"")] {
        let (text, line) = changed(&text, part, from, to);
        assert_eq!(replayed(cell, &text), Err(ReplayError::Spelling { line }), "{part}");
    }
}

/// A record that compares two runs.
fn with_other() -> (String, Cell<'static, Cluster>) {
    (record("drf-population-monotone-3u1s2r.toml"), cell("drf", "population-monotone"))
}

#[test]
fn another_outcome_is_refused() {
    let text = record(BF);
    let (text, _) =
        changed(&text, "placement", "[[\"2/3\", 0], [\"1/3\", 1]]", "[[\"1/2\", 0], [\"1/2\", 1]]");
    let (text, _) = changed(&text, "tasks", "[\"2/3\", \"4/3\"]", "[\"1/2\", \"3/2\"]");
    assert_eq!(replayed(cell("tsf", "bf"), &text), Err(ReplayError::Outcome));
}

#[test]
fn another_margin_and_another_reach_are_refused() {
    let (cell, text) = (cell("tsf", "bf"), record(BF));
    let (more, _) = changed(&text, "margin", "1/6", "1/5");
    let expected = ReplayError::Margin { found: r("1/6"), recorded: r("1/5") };
    assert_eq!(replayed(cell, &more), Err(expected));
    let (chosen, _) = changed(&text, "stands", "every", "chosen");
    assert_eq!(replayed(cell, &chosen), Err(ReplayError::Stands("every")));
    let text = record("ps-dsf-po-2u2s2r.toml");
    let (every, _) = changed(&text, "stands", "chosen", "every");
    assert_eq!(replayed(self::cell("ps-dsf", "po"), &every), Err(ReplayError::Stands("chosen")));
}

#[test]
fn a_certificate_is_there_and_holds_unless_the_mechanism_is_run_as_printed() {
    let (tsf, text) = (cell("tsf", "bf"), record(BF));
    let (level, _) = changed(&text, "[certificate]", "2/3", "3/4");
    assert!(matches!(replayed(tsf, &level), Err(ReplayError::Certificate(_))));
    let begin = text.find("[certificate]").unwrap();
    let end = text.find("[witness]").unwrap();
    let without = format!("{}{}", &text[..begin], &text[end..]);
    let error = replayed(tsf, &without).unwrap_err().to_string();
    assert!(error.contains("`certificate` is missing"), "{error}");
    let printed = records();
    let name = |f: &std::path::PathBuf| f.file_name().unwrap().to_string_lossy().to_string();
    let name = printed.iter().map(name).find(|f| f.starts_with("ps-dsf-printed-po-")).unwrap();
    let (printed, po) = (record(&name), cell("ps-dsf-printed", "po"));
    assert_eq!(replayed(po, &printed), Ok(name));
    let with = printed.replacen("[witness]", "[certificate]\nkind = \"rule\"\n\n[witness]", 1);
    let error = replayed(po, &with).unwrap_err().to_string();
    assert!(error.contains("run as printed has none"), "{error}");
}

/// A whole number times a factor; zero for any number with the factor zero.
fn times(x: &Value, factor: i64) -> Value {
    match x {
        Value::Integer(n) => Value::Integer(factor * n),
        _ if factor == 0 => Value::Integer(0),
        other => other.clone(),
    }
}

#[test]
fn the_other_run_is_that_of_the_witness() {
    let (text, cell) = with_other();
    assert!(replayed(cell, &text).is_ok());
    let document = Document::parse("record.toml", &text).unwrap();
    let other = document.root.get("other").unwrap();
    let without =
        Value::Table(document.root.fields().iter().filter(|(name, _)| name != "other").cloned().collect());
    assert!(matches!(replayed(cell, &without.to_toml()), Err(ReplayError::Other(_))));
    // The second run of another enlargement: capacities twice as large.
    let numbers = |value: &Value, factor: i64| match value {
        Value::List(row) => Value::List(
            row.iter()
                .map(|x| match x {
                    Value::List(row) => Value::List(row.iter().map(|x| times(x, factor)).collect()),
                    x => times(x, factor),
                })
                .collect(),
        ),
        other => other.clone(),
    };
    let part = |path: [&str; 2], factor| {
        numbers(path.iter().try_fold(other, |value, name| value.get(name)).unwrap(), factor)
    };
    let wrong = with(&document.root, &["other", "instance", "capacity"], &part(["instance", "capacity"], 2));
    let error = replayed(cell, &wrong.to_toml()).unwrap_err();
    let said = "its instance is not the one that the witness leads to";
    assert_eq!(error, ReplayError::Other(said.to_string()));
    let wrong = with(&document.root, &["other", "outcome", "placement"], &part(["outcome", "placement"], 0));
    let wrong = with(&wrong, &["other", "outcome", "tasks"], &part(["outcome", "tasks"], 0));
    let error = replayed(cell, &wrong.to_toml()).unwrap_err();
    assert_eq!(error, ReplayError::Other("the mechanism allocates something else there".to_string()));
    // A witness about one run has no second run.
    let (text, bf) = (record(BF), self::cell("tsf", "bf"));
    let mut record = Record::read(&Document::parse("record.toml", &text).unwrap()).unwrap();
    record.other = Some(other.clone());
    assert!(matches!(replayed(bf, &record.to_toml()), Err(ReplayError::Other(_))));
}

/// The record of a violation as it is found, on a pool of the test.
fn made(pool: &Pool, cell: Cell<'_, Cluster>, minimality: &str) -> Record {
    let Judgement::Violated(conviction) = cell.judge(pool, &Patience::unlimited()).unwrap() else {
        panic!("no violation of {pool:?}")
    };
    let run = Run {
        mechanism: cell.mechanism.specification(),
        instance: pool,
        outcome: conviction.outcome.clone(),
    };
    let certificate = certified(cell.mechanism, pool, &conviction.outcome, &Patience::unlimited()).unwrap();
    let every = cell.stands_for_every(&run, &conviction.witness);
    Record {
        model: "cluster".to_string(),
        mechanism: cell.mechanism.id().to_string(),
        property: cell.property.id().to_string(),
        program: None,
        judge: None,
        claims: Vec::new(),
        note: "made by a test".to_string(),
        instance: Cluster::write(pool),
        outcome: Cluster::write_outcome(pool, &conviction.outcome),
        certificate: Some(Cluster::write_certificate(pool, &certificate)),
        witness: write_witness::<Cluster>(pool, &conviction.witness, &conviction.margin, every),
        other: None,
        found: Found {
            strategy: "given".to_string(),
            seed: 0,
            hypothesis: "none".to_string(),
            minimality: minimality.to_string(),
        },
    }
}

/// A minimal violation with twice its capacities is a violation, and not minimal.
#[test]
fn only_what_is_claimed_to_be_minimal_has_to_be() {
    let (bf, large) = (cell("tsf", "bf"), pool_of("capacity = [[2, 2], [0, 2]]\ndemand = [[1, 1], [0, 1]]"));
    let given = made(&large, bf, GIVEN).to_toml();
    assert_eq!(replayed(bf, &given), Ok("tsf-bf-2u2s2r-given.toml".to_string()));
    for minimality in [LOCAL, PROVEN] {
        let claimed = made(&large, bf, minimality).to_toml();
        assert_eq!(replayed(bf, &claimed), Err(ReplayError::NotMinimal), "{minimality}");
    }
    let small = pool_of("capacity = [[1, 1], [0, 1]]\ndemand = [[1, 1], [0, 1]]");
    for minimality in [LOCAL, PROVEN] {
        assert_eq!(replayed(bf, &made(&small, bf, minimality).to_toml()), Ok(BF.to_string()));
    }
    let error = replayed(bf, &made(&small, bf, "smallest").to_toml()).unwrap_err().to_string();
    assert!(error.contains("found.minimality"), "{error}");
}

#[test]
fn every_strategy_is_known_and_no_other() {
    let (bf, text) = (cell("tsf", "bf"), record(BF));
    let known = strategies::<Cluster>();
    assert!(known.len() > 1);
    let ids = known.iter().map(|s| s.id).chain(["auto", "given"]);
    for id in ids {
        let (text, _) = changed(&text, "strategy", "auto", id);
        assert_eq!(replayed(bf, &text), Ok(BF.to_string()), "{id}");
    }
    for (field, from, to) in [("strategy", "auto", "oracle"), ("hypothesis", "none", "positive")] {
        let (text, _) = changed(&text, field, from, to);
        let error = replayed(bf, &text).unwrap_err().to_string();
        assert!(error.contains(&format!("found.{field}")), "{error}");
    }
}

/// The record of a program contains its slack.
#[test]
fn a_record_of_a_program_has_its_slack() {
    let (bf, text) = (cell("tsf", "bf"), record(BF));
    let of = |slack: Option<&str>| {
        let mut record = Record::read(&Document::parse("record.toml", &text).unwrap()).unwrap();
        record.program = Some(Program { command: "mine".to_string(), slack: slack.map(r) });
        record.to_toml()
    };
    assert_eq!(replayed(bf, &of(None)), Ok(BF.to_string()));
    let error = replayed(bf, &of(Some("1/10"))).unwrap_err();
    assert_eq!(error, ReplayError::Slack { recorded: Some(r("1/10")), now: None });
    assert_eq!(error.to_string(), "it was judged with slack 1/10, and now with none; say so with --slack");
}

/// The kernel alone judges a record of each model, with the name of its file.
#[test]
fn the_kernel_judges_a_record_alone() {
    use fairwitness_kernel::replay::replay;
    let judged = |name: &str, text: &str| {
        let mut all = replay(&Document::parse(name, text).unwrap(), text)?;
        assert_eq!(all.len(), 1);
        all.remove(0).1
    };
    let mut models = BTreeSet::new();
    for file in records() {
        let (text, name) = (text(&file), file.file_name().unwrap().to_string_lossy());
        let record = Record::read(&Document::parse("record.toml", &text).unwrap()).unwrap();
        if !models.insert(record.model.clone()) {
            continue;
        }
        assert!(judged(&name, &text).is_ok(), "{name}");
        assert!(
            matches!(judged("other.toml", &text), Err(ReplayError::Name(right)) if right == name),
            "{name}"
        );
        for field in ["model", "mechanism", "property"] {
            let (wrong, _) = changed(&text, &format!("\n{field} = "), "\"", "\"un");
            let said = judged(&name, &wrong).unwrap_err();
            assert!(matches!(said, ReplayError::Input(_)), "{name} {field}: {said}");
            assert!(said.to_string().contains("is not covered here"), "{name} {field}: {said}");
        }
        let (wrong, _) = changed(&text, "margin = ", "\"", "\"1");
        assert!(judged(&name, &wrong).is_err(), "{name}");
    }
    assert_eq!(models.len(), 4, "{models:?}");
}
