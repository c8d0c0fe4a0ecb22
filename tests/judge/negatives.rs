//! Each way in which a certificate can be wrong: a multiplier with the wrong sign, the certificate
//! of another instance or of another mechanism, an infeasible outcome of a false report, the wrong user as the one
//! who loses.

use std::path::PathBuf;

use fairwitness::document::Value;
use fairwitness::instances::{self, Scope};
use fairwitness::linear::Patience;
use fairwitness::mechanism::{self, Mechanism, Settles};
use fairwitness::model::Model as _;
use fairwitness::model::cluster::{Cluster, Placement};
use fairwitness::scalar::{Rational, Scalar};

use super::support::{self, load};
use super::tampering::accepted;

/// All records, the smallest first.
fn records() -> Vec<(PathBuf, Value)> {
    let mut all: Vec<(PathBuf, Value)> =
        support::records().into_iter().map(|f| (f.clone(), load(&f).root)).collect();
    all.sort_by_key(|(_, root)| root.to_toml().len());
    all
}

fn text<'a>(value: &'a Value, path: &[&str]) -> &'a str {
    match path.iter().try_fold(value, |value, name| value.get(name)) {
        Some(Value::Text(text)) => text,
        _ => "none",
    }
}

/// The tree with the value at a path of fields replaced.
pub fn with(value: &Value, path: &[&str], new: &Value) -> Value {
    let [name, rest @ ..] = path else { return new.clone() };
    let field = |(key, old): &(String, Value)| {
        (key.clone(), if key == name { with(old, rest, new) } else { old.clone() })
    };
    Value::Table(value.fields().iter().map(field).collect())
}

fn number(value: &Value) -> Option<Rational> {
    match value {
        Value::Integer(n) => Some(Rational::int(*n)),
        Value::Number(x) => Some(x.clone()),
        Value::Text(text) => text.parse().ok(),
        _ => None,
    }
}

/// All trees in which one number that is not zero has the other sign.
fn signs(value: &Value) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    for (_, part, with) in support::parts(value) {
        found.extend(signs(part).into_iter().map(|other| with(Some(other))));
    }
    found.extend(number(value).filter(|x| !x.is_zero()).map(|x| Value::Number(-x)));
    found
}

/// Records with a certificate of the kind, a few of each.
fn of_kind(all: &[(PathBuf, Value)], kind: &str, most: usize) -> Vec<(PathBuf, Value)> {
    all.iter().filter(|(_, root)| text(root, &["certificate", "kind"]) == kind).take(most).cloned().collect()
}

#[test]
fn a_multiplier_of_the_other_sign_is_refused() {
    let (all, mut tried) = (records(), 0);
    for kind in ["leximin", "multipliers", "at-least", "bound", "tree", "level", "cycles"] {
        for (file, root) in of_kind(&all, kind, 12) {
            for certificate in signs(root.get("certificate").unwrap()) {
                let wrong = with(&root, &["certificate"], &certificate).to_toml();
                assert!(accepted(&file, &wrong).is_err(), "{}: accepted as\n{wrong}", file.display());
                tried += 1;
            }
        }
    }
    assert!(tried > 60, "{tried}");
}

#[test]
fn the_certificate_of_another_instance_is_refused() {
    let (all, mut tried) = (records(), 0);
    for kind in ["leximin", "level", "cycles", "placements", "tree", "bound", "at-least"] {
        let some = of_kind(&all, kind, 5);
        for (file, root) in &some {
            for (_, other) in &some {
                let (own, foreign) = (root.get("certificate").unwrap(), other.get("certificate").unwrap());
                if own.to_toml() == foreign.to_toml() || root.get("instance") == other.get("instance") {
                    continue;
                }
                let wrong = with(root, &["certificate"], foreign).to_toml();
                assert!(accepted(file, &wrong).is_err(), "{}: accepted as\n{wrong}", file.display());
                tried += 1;
            }
        }
    }
    assert!(tried > 20, "{tried}");
}

/// If two mechanisms settle different totals, neither accepts the certificate of the other.
#[test]
fn the_certificate_of_another_mechanism_is_refused() {
    let scope = Scope { users: 3, servers: 2, resources: 2, max: 4, ..Scope::default() };
    let (mut tried, mut taken) = (0, 0);
    for pool in instances::cluster::stream(scope, 71).take(40) {
        type Given =
            (&'static dyn Mechanism<Cluster>, Placement, <Cluster as fairwitness::model::Model>::Certificate);
        let given: Vec<Given> = mechanism::CLUSTER
            .iter()
            .copied()
            .filter(|m| !m.as_printed() && m.settles(&pool) >= Settles::Utilities)
            .filter_map(|m| {
                let outcome = m.allocate(&pool, &Patience::unlimited()).ok()?;
                let certificate = m.certify(&pool, &outcome, &Patience::unlimited()).ok()?;
                Some((m, outcome, certificate))
            })
            .collect();
        let totals = |p: &Placement| (0..pool.users()).map(|u| p.total(u)).collect::<Vec<_>>();
        for (a, outcome, certificate) in &given {
            taken += usize::from(a.check(&pool, outcome, certificate).is_ok());
            for (b, other, own) in &given {
                if totals(outcome) != totals(other) {
                    for certificate in [certificate, own] {
                        let said = Cluster::feasible(b.setting(), &pool, outcome)
                            .and_then(|()| b.check(&pool, outcome, certificate));
                        assert!(said.is_err(), "{} takes that of {}: {pool:?}", b.id(), a.id());
                        tried += 1;
                    }
                }
            }
        }
    }
    assert!(tried > 500 && taken > 200, "{tried} {taken}");
}

#[test]
fn the_outcome_of_a_lie_that_cannot_be_carried_out_is_refused() {
    let mut tried = 0;
    for (file, root) in records() {
        let Some(Value::List(rows)) = root.get("other").and_then(|o| o.get("outcome")?.get("placement"))
        else {
            continue;
        };
        let double = |x: &Value| Value::Number(number(x).unwrap() * Rational::int(2));
        let doubled = |row: &Value| match row {
            Value::List(row) => Value::List(row.iter().map(double).collect()),
            other => other.clone(),
        };
        let rows = Value::List(rows.iter().map(doubled).collect());
        let Some(Value::List(tasks)) = root.get("other").and_then(|o| o.get("outcome")?.get("tasks")) else {
            continue;
        };
        let tasks = Value::List(tasks.iter().map(double).collect());
        let wrong = with(&root, &["other", "outcome", "placement"], &rows);
        let wrong = with(&wrong, &["other", "outcome", "tasks"], &tasks).to_toml();
        if wrong == root.to_toml() {
            continue; // Nobody has anything there.
        }
        let error = accepted(&file, &wrong).unwrap_err();
        assert!(error.contains("[other]"), "{}: {error}", file.display());
        tried += 1;
        if tried == 30 {
            break;
        }
    }
    assert!(tried > 10, "{tried}");
}

/// A witness that names another user: its claim about that user is false, or has another margin, or needs another
/// lie.
#[test]
fn another_user_in_the_witness_is_refused() {
    let (mut tried, mut symmetric) = (0, Vec::new());
    for (file, root) in records().into_iter().take(150) {
        let Some(instance) = root.get("instance") else { continue };
        let users = match instance.get("demand") {
            Some(Value::List(rows)) => rows.len(),
            _ => continue,
        };
        for name in ["agent", "envious", "envied", "by", "leaves", "loses"] {
            let Some(Value::Integer(own)) = root.get("witness").and_then(|w| w.get(name)) else { continue };
            for user in (0..=users).filter(|u| *u as i64 != *own) {
                tried += 1;
                let wrong = with(&root, &["witness", name], &Value::index(user)).to_toml();
                if accepted(&file, &wrong).is_ok() {
                    symmetric.push(format!("{}: {name} {user}", file.file_name().unwrap().display()));
                }
            }
        }
    }
    assert!(tried > 200, "{tried}");
    // If users are alike, another user loses equally; that is a different violation from the one on record.
    assert!(symmetric.len() * 20 < tried, "{symmetric:?}");
}
