//! Worked examples: exact values from the papers, or derived by hand or by an independent program; if a paper
//! prints decimals, the exact value must round to them.

use fairwitness::document::{Node, Value};
use fairwitness::linear::Patience;
use fairwitness::mechanism::certified;
use fairwitness::property::evidence::run_of;
use fairwitness::scalar::{Rational, Scalar};

use super::support::{files, load, mech, numbers, pool};

/// Returns `true` if `exact` rounds to the printed decimal: within half a unit of its last place.
fn rounds_to(exact: &Rational, printed: &str) -> bool {
    let places = printed.split_once('.').map_or(0, |(_, digits)| digits.len() as u32);
    let half = Rational::new(1, 2 * 10i64.pow(places));
    let value: Rational = printed.parse().unwrap();
    (exact - value).abs() <= half
}

#[test]
fn worked_examples() {
    let mut checked = 0;
    for file in files("tests/worked", "toml") {
        let document = load(&file);
        let name = file.display();
        assert!(document.root.get("source").is_some(), "{name}: a source is missing");
        let pool = pool(document.root.get("instance").expect("an instance"));
        for (id, expected) in document.root.fields() {
            let Some(id) = id.strip_prefix("expected-") else { continue };
            let run = run_of(mech(id), &pool, &Patience::unlimited())
                .unwrap_or_else(|e| panic!("{name}: {id}: {e}"));
            certified(mech(id), &pool, &run.outcome, &Patience::unlimited())
                .unwrap_or_else(|e| panic!("{name}: {id}: {e}"));
            let totals = run.outcome.totals();
            if let Some(tasks) = expected.get("tasks") {
                assert_eq!(totals, numbers(tasks), "{name}: {id}");
                checked += 1;
            }
            if let Some(placement) = expected.get("placement") {
                let rows = Node::new("test", placement).list().unwrap();
                let rows: Vec<_> = rows.iter().map(|row| numbers(row.value())).collect();
                assert_eq!(run.outcome.tasks, rows, "{name}: {id}");
                checked += 1;
            }
            if let Some(Value::List(printed)) = expected.get("printed") {
                assert_eq!(printed.len(), totals.len(), "{name}: {id}");
                for (total, printed) in totals.iter().zip(printed) {
                    let Value::Text(printed) = printed else { panic!("{name}: print decimals as text") };
                    assert!(rounds_to(total, printed), "{name}: {id}: {total} does not round to {printed}");
                }
                checked += 1;
            }
        }
    }
    assert!(checked >= 20, "only {checked} values checked");
}

#[test]
fn rounding_is_strict() {
    assert!(rounds_to(&Rational::new(60, 23), "2.609"));
    assert!(!rounds_to(&Rational::new(60, 23), "2.608"));
    assert!(rounds_to(&Rational::int(3), "3"));
    assert!(!rounds_to(&Rational::new(10, 3), "3.34"));
}
