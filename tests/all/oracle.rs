//! Totals derived by an independent program (`tests/oracle/derive.py`: other algorithms, other arithmetic) on
//! examples of papers, corner cases and random instances.

use std::process::Command;

use fairwitness::document::{Node, Value};
use fairwitness::linear::{Halt, Patience};
use fairwitness::mechanism::{self, certified};
use fairwitness::model::cluster::Pool;
use fairwitness::model::covering::Stock;
use fairwitness::model::refusal::Refusal;
use fairwitness::property::evidence::run_of;
use fairwitness::scalar::{Rational, Scalar};

use super::support::{derived, mech, numbers, pool, root, there};

#[test]
fn agrees_with_the_independent_derivation() {
    let Some(cases) = derived("cluster", &[]) else { return };
    let (mut totals, mut certificates) = (0, 0);
    for case in &cases {
        let name = case.get("name");
        let pool = pool(case.get("instance").expect("an instance"));
        for (id, expected) in case.get("expected").expect("expected values").fields() {
            let per_server = id == "ps-dsf" || id == "ps-dsf-tdm";
            if per_server && pool.tasks.iter().any(Option::is_some) {
                continue; // Outside the mechanism's domain here.
            }
            let run = run_of(mech(id), &pool, &Patience::unlimited())
                .unwrap_or_else(|e| panic!("{name:?}: {id}: {e}"));
            certified(mech(id), &pool, &run.outcome, &Patience::unlimited())
                .unwrap_or_else(|e| panic!("{name:?}: {id}: {e}"));
            certificates += 1;
            assert!(
                expected.get("none").is_none(),
                "{name:?}: {id}: the derivation found no allocation at all"
            );
            if let Some(tasks) = expected.get("tasks") {
                assert_eq!(run.outcome.totals(), numbers(tasks), "{name:?}: {id}");
                totals += 1;
            }
        }
    }
    assert!(totals > 500 && certificates > totals, "{totals} totals, {certificates} certificates");
}

/// One pool: asset fairness, competitive equilibrium and bottleneck max fairness, by `tests/oracle/pools.py`, which
/// uses linear programmes and Newton's method in decimals of 60 digits.
#[test]
fn pools_agree_with_the_independent_derivation() {
    let Some(cases) = derived("pools", &[]) else { return };
    let certified = |id: &str, pool: &Pool| {
        let outcome =
            mech(id).allocate(pool, &Patience::unlimited()).unwrap_or_else(|e| panic!("{id}: {pool:?}: {e}"));
        certified(mech(id), pool, &outcome, &Patience::unlimited())
            .unwrap_or_else(|e| panic!("{id}: {pool:?}: {e}"));
        outcome.totals()
    };
    let (mut exact, mut enclosed, mut refused) = (0, 0, 0);
    for case in &cases {
        let pool = pool(case.get("instance").expect("an instance"));
        assert_eq!(certified("asset-fair", &pool), numbers(case.get("asset-fair").unwrap()), "{pool:?}");
        let all: Vec<Vec<Rational>> = Node::new("bmf", case.get("bmf").unwrap())
            .list()
            .unwrap()
            .iter()
            .map(|tasks| numbers(tasks.value()))
            .collect();
        let bmf = certified("bmf", &pool);
        assert!(all.contains(&bmf), "{pool:?}: {bmf:?} of {all:?}");
        let ceei = case.get("ceei").unwrap();
        let near = numbers(ceei.get("tasks").unwrap());
        let slack = Rational::one() / Rational::int(10_i64.pow(18));
        match mech("ceei").allocate(&pool, &Patience::unlimited()) {
            Ok(_) => {
                let tasks = certified("ceei", &pool);
                assert!(tasks.iter().zip(&near).all(|(x, y)| (x - y).abs() < slack), "{pool:?}: {tasks:?}");
                exact += 1;
            }
            Err(Halt::Failed(Refusal::Enclosed(_))) => {
                let bounds = mech("ceei")
                    .enclosure(&pool, &Patience::unlimited())
                    .unwrap()
                    .unwrap_or_else(|| panic!("{pool:?}"));
                let bounds = bounds.low.into_iter().zip(bounds.high);
                assert!(bounds.zip(&near).all(|((low, high), x)| low <= *x && *x <= high), "{pool:?}");
                assert_eq!(ceei.get("priced"), Some(&Value::Integer(2)), "{pool:?}");
                enclosed += 1;
            }
            Err(Halt::Failed(Refusal::Undecided(_))) => {
                assert_eq!(ceei.get("priced"), Some(&Value::Integer(3)), "{pool:?}");
                refused += 1;
            }
            Err(other) => panic!("{pool:?}: {other}"),
        }
    }
    assert_eq!(cases.len(), 1000);
    assert!(exact > 700 && enclosed > 20, "{exact} exact, {enclosed} enclosed, {refused} refused");
}

/// Numbers of up to thirty digits, by `tests/oracle/brute_covering.py`, which examines every assignment.
#[test]
fn the_optimum_agrees_with_brute_force_in_large_numbers() {
    let Some(cases) = derived("brute_covering", &["300"]) else { return };
    let optimum = mechanism::COVERING.iter().copied().find(|m| m.id() == "optimum").unwrap();
    let (mut solved, mut refused, mut certificates) = (0, 0, 0);
    for (k, case) in cases.iter().enumerate() {
        let row = |name: &str| numbers(case.get(name).expect("a row"));
        let stock = Stock::new(row("cost"), row("size"), row("demand")).unwrap();
        let expected = match case.get("ratio") {
            Some(Value::Text(ratio)) => Some(ratio.parse::<Rational>().unwrap()),
            _ => None,
        };
        match optimum.allocate(&stock, &Patience::unlimited()) {
            Ok(outcome) => {
                assert_eq!(Some(outcome.ratio(&stock)), expected, "case {k}");
                certificates +=
                    usize::from(certified(optimum, &stock, &outcome, &Patience::unlimited()).is_ok());
                solved += 1;
            }
            Err(refusal) => {
                assert_eq!(expected, None, "case {k}: {refusal}");
                refused += 1;
            }
        }
    }
    assert!(
        solved > 150 && certificates == solved && solved + refused == cases.len(),
        "{solved} {certificates} {refused}"
    );
}

/// Every property is decided a second time from its page, on random instances and outcomes, by `checker/definitions.py`; the
/// checks of every change go through more of them.
#[test]
#[ignore = "lasts for minutes under load; the checks of every change run the script"]
fn properties_agree_with_their_pages() {
    if !there("python3", "apt-get install python3") {
        return;
    }
    let output = Command::new("python3")
        .args(["checker/definitions.py", env!("CARGO_BIN_EXE_verify"), "20", "3"])
        .current_dir(root())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("0 verdicts differ"), "{said}");
}
