//! Functions of instances that computations may call: outcomes, judgements, measures, certificates and draws.

use super::functions::{index, list, number, plain};
use crate::document::{Document, Value};
use crate::instances::Scope;
use crate::linear::{Halt, Patience};
use crate::scalar::sum;
use crate::workbench::{Bench, Held, Shown, bench_of, model};

/// Returns the instance in a file of the project.
pub(super) type Load<'a> = dyn Fn(&str) -> Result<Value, String> + 'a;

/// The value of a function, or `None` if there is none with this name and such arguments.
pub(super) fn apply(load: &Load<'_>, name: &str, given: &[Value]) -> Option<Result<Value, String>> {
    Some(match (name, given) {
        ("file", [Value::Text(file)]) => load(file),
        ("draw", [Value::Text(id), Value::Text(scope), seed, number]) => draw(id, scope, seed, number),
        ("run", [Value::Text(id), instance]) => outcome(id, instance).and_then(|outcome| outcome),
        ("refusal", [Value::Text(id), instance]) => {
            outcome(id, instance).map(|outcome| Value::text(outcome.err().unwrap_or_default()))
        }
        ("judge", [Value::Text(id), Value::Text(property), instance]) => bench(id).and_then(|bench| {
            let judged = bench.judge(id, property, &document(bench, instance), &Patience::unlimited());
            judged.map(|report| Value::text(report.answer.word())).map_err(said)
        }),
        ("measure", [Value::Text(id), Value::Text(measure), instance]) => bench(id).and_then(|bench| {
            let found = bench.measure(id, measure, &document(bench, instance), &Patience::unlimited());
            found.map_err(said)?.map(Value::Number).ok_or_else(|| "there is no value".to_string())
        }),
        ("feasible", [Value::Text(id), instance, outcome]) => held(id, Held::Feasible, instance, outcome),
        ("meets", [Value::Text(id), instance, outcome]) => held(id, Held::Specification, instance, outcome),
        ("satisfies", [Value::Text(id), Value::Text(property), instance, outcome]) => {
            held(id, Held::Property(property), instance, outcome)
        }
        _ => return None,
    })
}

fn said(halt: Halt<crate::document::InputError>) -> String {
    halt.error().to_string()
}

fn bench(mechanism: &str) -> Result<&'static dyn Bench, String> {
    bench_of(mechanism).ok_or_else(|| format!("`{mechanism}` is no mechanism"))
}

/// The instance as a file of the model of `bench`.
fn document(bench: &dyn Bench, instance: &Value) -> Document {
    let rest = instance.fields().iter().filter(|(name, _)| name != "model").cloned();
    let head = [("model".to_string(), Value::text(bench.model()))];
    Document {
        file: "computation".to_string(),
        root: whole(&Value::Table(head.into_iter().chain(rest).collect())),
    }
}

/// The value with whole numbers as integers, the form in which files have indexes.
fn whole(value: &Value) -> Value {
    match value {
        Value::Number(x) => match x.small() {
            Some((n, 1)) => Value::Integer(n),
            _ => value.clone(),
        },
        Value::List(items) => Value::List(items.iter().map(whole).collect()),
        Value::Table(fields) => Value::Table(fields.iter().map(|(k, v)| (k.clone(), whole(v))).collect()),
        other => other.clone(),
    }
}

fn outcome(mechanism: &str, instance: &Value) -> Result<Result<Value, String>, String> {
    let bench = bench(mechanism)?;
    let document = document(bench, instance);
    let report =
        bench.run_shown(mechanism, &document, Shown::Outcome, &Patience::unlimited()).map_err(said)?;
    Ok(report.outcome.map(|outcome| plain(&outcome)).map_err(|refusal| refusal.to_string()))
}

fn held(mechanism: &str, question: Held<'_>, instance: &Value, outcome: &Value) -> Result<Value, String> {
    let bench = bench(mechanism)?;
    let document = document(bench, instance);
    let held = bench.held(
        mechanism,
        question,
        &document,
        &whole(&complete(bench, outcome)?),
        &Patience::unlimited(),
    );
    held.map(Value::Bool).map_err(said)
}

/// The outcome as a document: rows alone are the placement of a cluster, with totals, or the shares of a history.
fn complete(bench: &dyn Bench, outcome: &Value) -> Result<Value, String> {
    let Value::List(rows) = outcome else { return Ok(outcome.clone()) };
    let named = |name: &str, value| (name.to_string(), value);
    Ok(Value::Table(match bench.model() {
        "cluster" => {
            let total = |row: &Value| {
                Ok(Value::Number(sum(list(row)?.iter().map(number).collect::<Result<Vec<_>, String>>()?)))
            };
            let totals = rows.iter().map(total).collect::<Result<_, String>>()?;
            vec![named("placement", outcome.clone()), named("tasks", Value::List(totals))]
        }
        _ => vec![named("shares", outcome.clone())],
    }))
}

fn draw(id: &str, scope: &str, seed: &Value, number: &Value) -> Result<Value, String> {
    let bench = model(id).ok_or_else(|| format!("`{id}` is no model"))?;
    let scope = scope.parse::<Scope>().map_err(|e| e.to_string())?;
    let drawn = bench.drawn(index(seed)? as u64, index(number)? as u64, scope);
    Ok(plain(&drawn.root))
}
