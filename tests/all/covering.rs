//! Covering: the independent derivation, two ways to the same programme, the paper's reductions and its families.

use fairwitness::document::{Document, Node, Value};
use fairwitness::evidence::Run;
use fairwitness::measure;
use fairwitness::mechanism::{self, Mechanism, Released, best, certified, round_as_printed};
use fairwitness::model::Model as _;
use fairwitness::model::covering::{Allotment, Covering, Stock, cheapest_cover};
use fairwitness::scalar::{Rational, Scalar};
use fairwitness::search::{Scope, random};

use super::support::{r, root};

fn mech(id: &str) -> &'static dyn Mechanism<Covering> {
    mechanism::COVERING.iter().copied().find(|m| m.id() == id).unwrap_or_else(|| panic!("no mechanism {id}"))
}

fn stock_of(value: &Value) -> Stock {
    let fields = value.fields().iter().filter(|(name, _)| name != "model").cloned().collect();
    Covering::read(&Node::new("test", &Value::Table(fields))).unwrap_or_else(|e| panic!("{e}"))
}

fn stock(cost: &[&str], demand: &[i64]) -> Stock {
    let cost: Vec<Rational> = cost.iter().map(|c| r(c)).collect();
    let size = vec![Rational::one(); cost.len()];
    Stock::new(cost, size, demand.iter().copied().map(Rational::int).collect()).unwrap()
}

fn ratio(id: &str, stock: &Stock) -> Option<Rational> {
    let outcome = mech(id).allocate(stock).ok()?;
    if !mech(id).as_printed() {
        certified(mech(id), stock, &outcome).unwrap_or_else(|e| panic!("{id}: {stock:?}: {e}"));
    }
    Some(outcome.ratio(stock))
}

/// `tests/oracle/covering.py` uses other algorithms and other arithmetic.
#[test]
fn agrees_with_the_independent_derivation() {
    let text = std::fs::read_to_string(root().join("tests/oracle/covering.json")).unwrap();
    let document = Document::parse("covering.json", &format!("{{\"cases\": {text}}}")).unwrap();
    let Some(Value::List(cases)) = document.root.get("cases") else { panic!("no cases") };
    let (mut values, mut refusals) = (0, 0);
    for case in cases {
        let name = case.get("name");
        let stock = stock_of(case.get("instance").expect("an instance"));
        for (id, expected) in case.get("expected").expect("expected values").fields() {
            let number = |value: &Value| match value {
                Value::Null => None,
                Value::Text(text) => Some(r(text)),
                other => panic!("{name:?}: {id}: {other:?}"),
            };
            match id.as_str() {
                "isolation" => {
                    let Value::List(all) = expected else { panic!("{name:?}: isolation") };
                    let all: Vec<Option<Rational>> = all.iter().map(number).collect();
                    let ours: Vec<Option<Rational>> = stock.isolation().iter().cloned().map(Some).collect();
                    assert_eq!(ours, all, "{name:?}: isolation costs");
                }
                "greedy" => {
                    let expected = expected.get("ratio").and_then(number);
                    assert_eq!(ratio("greedy", &stock), expected, "{name:?}: greedy");
                    values += 1;
                }
                _ => {
                    let (ours, expected) = (ratio(id, &stock), number(expected));
                    assert_eq!(ours, expected, "{name:?}: {id}");
                    if expected.is_some() { values += 1 } else { refusals += 1 }
                }
            }
        }
    }
    assert!(values > 400 && refusals > 20, "{values} values, {refusals} refusals");
}
