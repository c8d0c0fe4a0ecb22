//! Functions of instances that computations may call: outcomes, judgements, measures, certificates, draws, and
//! simulated rows of printed tables.

use super::functions::{index, list, number, plain};
use crate::document::{Document, Node, Value};
use crate::instances::Scope;
use crate::mechanism::{Released, round_as_printed};

use crate::linear::{Halt, Patience, Stop};
use crate::model::Model;
use crate::model::covering::Covering;
use crate::printed;
use crate::scalar::{Rational, Scalar, sum};
use crate::workbench::{Bench, Held, Shown, bench_of, model};

/// Returns the instance in a file of the project.
pub(super) type Load<'a> = dyn Fn(&str) -> Result<Value, String> + 'a;

/// The value of a function, or `None` if there is none with this name and such arguments.
pub(super) fn apply(load: &Load<'_>, name: &str, given: &[Value]) -> Option<Result<Value, String>> {
    Some(match (name, given) {
        ("file", [Value::Text(file)]) => load(file),
        ("draw", [Value::Text(id), Value::Text(scope), seed, number]) => draw(id, scope, seed, number),
        ("setting", [users, resources, demand, reserve, seed, run]) => {
            setting([users, resources], demand, reserve, [seed, run])
        }
        ("tally", [Value::Text(row), Value::Text(reference), runs, seed]) => {
            tally(row, reference, [runs, seed])
        }
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
        ("rounded", [instance, fraction, Value::Text(released)]) => rounded(instance, fraction, released),
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
    let (document, outcome) = (document(bench, instance), whole(&complete(bench, outcome)?));
    let held = bench.held(mechanism, question, &document, &outcome, &Patience::unlimited());
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

/// A pool with this number of users and of resources, whole demands and reserves uniform in intervals.
fn setting(size: [&Value; 2], demand: &Value, reserve: &Value, number: [&Value; 2]) -> Result<Value, String> {
    const MOST: usize = 1000;
    let [users, resources] = [index(size[0])?, index(size[1])?];
    let interval = |ends: &Value| match list(ends)? {
        [low, high] => {
            let (low, high) = (index(low)? as i64, index(high)? as i64);
            if low <= high { Ok((low, high)) } else { Err("an interval ends before it begins".to_string()) }
        }
        _ => Err("an interval has two ends".to_string()),
    };
    if users > MOST || resources > MOST {
        return Err(format!("has more than {MOST} users or resources"));
    }
    let number = [index(number[0])? as u64, index(number[1])? as u64];
    let pool =
        printed::setting([users, resources], interval(demand)?, interval(reserve)?, number[0], number[1]);
    let rows = |rows: &[Vec<_>]| Value::List(rows.iter().map(|row| Value::numbers(row)).collect());
    Ok(Value::Table(vec![
        ("capacity".to_string(), rows(&pool.capacity)),
        ("demand".to_string(), rows(&pool.demand)),
    ]))
}

/// The counts of users with too few and too many tasks, over simulated runs of a row of a printed table.
fn tally(row: &str, reference: &str, [runs, seed]: [&Value; 2]) -> Result<Value, String> {
    const MOST: usize = 1000;
    let row =
        printed::ROWS.iter().find(|known| known.id == row).ok_or_else(|| format!("`{row}` is no row"))?;
    let runs = index(runs)?;
    if runs > MOST {
        return Err(format!("takes more than {MOST} runs"));
    }
    let all = printed::tallies(row, runs as u64, index(seed)? as u64, &Stop::new(), &|| {});
    let all = all.map_err(|halt| halt.to_string())?;
    let found = all.iter().find(|tally| tally.reference == reference);
    Ok(plain(&found.ok_or_else(|| format!("`{reference}` is no filling"))?.write()))
}

/// The tasks that the resources of a covering instance are given to by the rounding as printed, from a fraction of the
/// pruned programme; with the amount of IV-A (`excess`) or that of IV-B (`rest`).
fn rounded(instance: &Value, fraction: &Value, released: &str) -> Result<Value, String> {
    let released = match released {
        "excess" => Released::Excess,
        "rest" => Released::Rest,
        other => return Err(format!("`{other}` is neither `excess` nor `rest`")),
    };
    let stock = Covering::read(&Node::new("computation", instance)).map_err(|e| e.to_string())?;
    let row = |row: &Value| list(row)?.iter().map(number).collect::<Result<Vec<_>, _>>();
    let fraction = list(fraction)?.iter().map(row).collect::<Result<Vec<_>, _>>()?;
    if fraction.len() != stock.resources() || fraction.iter().any(|row| row.len() != stock.tasks()) {
        return Err("the fraction has another shape than the instance".to_string());
    }
    let given = round_as_printed(&stock, &fraction, released).map_err(|refusal| refusal.to_string())?;
    let task = |of: &Option<usize>| of.map_or(Value::Null, |of| Value::Number(Rational::int(of as i64)));
    Ok(Value::List(given.iter().map(task).collect()))
}

fn draw(id: &str, scope: &str, seed: &Value, number: &Value) -> Result<Value, String> {
    let bench = model(id).ok_or_else(|| format!("`{id}` is no model"))?;
    let scope = scope.parse::<Scope>().map_err(|e| e.to_string())?;
    let drawn = bench.drawn(index(seed)? as u64, index(number)? as u64, scope);
    Ok(plain(&drawn.root))
}
