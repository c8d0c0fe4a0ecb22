//! Functions of numbers and lists that computations may call.

use crate::document::Value;
use crate::linear::{Patience, Program, Solution, solve};
use crate::scalar::{Rational, Scalar};

/// Longest list that `range` makes.
const MOST_ITEMS: usize = 100_000;

pub(super) fn number(value: &Value) -> Result<Rational, String> {
    match value {
        Value::Number(x) => Ok(x.clone()),
        other => Err(format!("{} is no number", other.inline())),
    }
}

pub(super) fn index(value: &Value) -> Result<usize, String> {
    let x = number(value)?;
    let small = x.small().filter(|(_, d)| *d == 1).and_then(|(n, _)| usize::try_from(n).ok());
    small.ok_or_else(|| format!("{x} is no index"))
}

pub(super) fn list(value: &Value) -> Result<&[Value], String> {
    match value {
        Value::List(items) => Ok(items),
        other => Err(format!("{} is no list", other.inline())),
    }
}

/// The value with counts, indexes, and texts that are fractions as numbers.
pub(super) fn plain(value: &Value) -> Value {
    match value {
        Value::Integer(n) => Value::Number(Rational::int(*n)),
        Value::Text(text) | Value::Float(text) => text.parse().map_or_else(|_| value.clone(), Value::Number),
        Value::List(items) => Value::List(items.iter().map(plain).collect()),
        Value::Table(fields) => Value::Table(fields.iter().map(|(k, v)| (k.clone(), plain(v))).collect()),
        other => other.clone(),
    }
}

fn numbers(value: &Value) -> Result<Vec<Rational>, String> {
    list(value)?.iter().map(number).collect()
}

fn truths(value: &Value) -> Result<Vec<bool>, String> {
    let truth = |value: &Value| match value {
        Value::Bool(truth) => Ok(*truth),
        other => Err(format!("{} is neither true nor false", other.inline())),
    };
    list(value)?.iter().map(truth).collect()
}

/// The value of a function, or `None` if there is none with this name and this number of arguments.
pub(super) fn apply(name: &str, given: &[Value]) -> Option<Result<Value, String>> {
    Some(match (name, given) {
        ("sum", [a]) => numbers(a).map(|a| Value::Number(crate::scalar::sum(a))),
        ("min", [a]) => extreme(a, |x, best| x < best),
        ("max", [a]) => extreme(a, |x, best| x > best),
        ("len", [a]) => list(a).map(|a| count(a.len())),
        ("all", [a]) => truths(a).map(|a| Value::Bool(a.iter().all(|t| *t))),
        ("any", [a]) => truths(a).map(|a| Value::Bool(a.iter().any(|t| *t))),
        ("count", [a]) => truths(a).map(|a| count(a.iter().filter(|t| **t).count())),
        ("range", [end]) => index(end).and_then(|end| range(0, end)),
        ("range", [start, end]) => index(start).and_then(|start| range(start, index(end)?)),
        ("floor", [x]) => number(x).map(|x| Value::Number(x.floor())),
        ("ceil", [x]) => number(x).map(|x| Value::Number(Rational::zero() - (Rational::zero() - x).floor())),
        ("abs", [x]) => number(x).map(|x| Value::Number(x.abs())),
        ("power", [x, n]) => number(x).and_then(|x| power(&x, index(n)?)),
        ("sorted", [a]) => numbers(a).map(|mut a| {
            a.sort();
            Value::numbers(&a)
        }),
        ("distinct", [a]) => list(a).map(|a| {
            let mut found: Vec<Value> = Vec::new();
            a.iter().for_each(|x| {
                if !found.contains(x) {
                    found.push(x.clone());
                }
            });
            Value::List(found)
        }),
        ("concat", [a, b]) => list(a).and_then(|a| Ok(Value::List([a, list(b)?].concat()))),
        ("put", [a, at, x]) => put(a, at, x),
        ("get", [table, Value::Text(name)]) => {
            table.get(name).cloned().ok_or_else(|| format!("there is no field `{name}`"))
        }
        ("has", [table, Value::Text(name)]) => Ok(Value::Bool(table.get(name).is_some())),
        ("rounds", [x, Value::Text(printed)]) => number(x).and_then(|x| rounds_to(&x, printed)),
        ("optimum", [objective, rows]) => optimum(objective, rows),
        _ => return None,
    })
}

fn count(n: usize) -> Value {
    Value::Number(Rational::int(i64::try_from(n).unwrap_or(i64::MAX)))
}

fn extreme(of: &Value, better: fn(&Rational, &Rational) -> bool) -> Result<Value, String> {
    let best = numbers(of)?.into_iter().reduce(|best, x| if better(&x, &best) { x } else { best });
    best.map(Value::Number).ok_or_else(|| "the list is empty".to_string())
}

fn range(start: usize, end: usize) -> Result<Value, String> {
    if end.saturating_sub(start) > MOST_ITEMS {
        return Err(format!("has more than {MOST_ITEMS} items"));
    }
    Ok(Value::List((start..end).map(count).collect()))
}

fn power(x: &Rational, n: usize) -> Result<Value, String> {
    const MOST: usize = 1000;
    if n > MOST {
        return Err(format!("the exponent is above {MOST}"));
    }
    Ok(Value::Number((0..n).fold(Rational::one(), |product, _| product * x)))
}

/// A list or a table in which one item or field is replaced.
fn put(a: &Value, at: &Value, x: &Value) -> Result<Value, String> {
    match (a, at) {
        (Value::Table(fields), Value::Text(name)) => {
            let mut fields: Vec<_> = fields.iter().filter(|(key, _)| key != name).cloned().collect();
            fields.push((name.clone(), x.clone()));
            Ok(Value::Table(fields))
        }
        (Value::List(items), at) => {
            let (mut items, at) = (items.clone(), index(at)?);
            *items.get_mut(at).ok_or_else(|| format!("there is no item {at}"))? = x.clone();
            Ok(Value::List(items))
        }
        (other, _) => Err(format!("{} has no parts", other.inline())),
    }
}

/// `true` if the number is within half a unit of the last place of a printed decimal.
fn rounds_to(exact: &Rational, printed: &str) -> Result<Value, String> {
    let places = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
    let value: Rational = printed.parse().map_err(|_| format!("`{printed}` is no decimal"))?;
    let half = Rational::one() / (Rational::int(2) * number(&power(&Rational::int(10), places)?)?);
    Ok(Value::Bool((exact - value).abs() <= half))
}

/// The largest value of a linear objective over non-negative variables; a row is a list of its coefficients, its
/// relation `'<='` or `'='`, and its bound. Text for a programme without optimum.
fn optimum(objective: &Value, rows: &Value) -> Result<Value, String> {
    let objective = numbers(objective)?;
    let mut program = Program::new(objective.len());
    program.objective = objective;
    for row in list(rows)? {
        let [coefficients, Value::Text(relation), bound] = list(row)? else {
            return Err("a row has coefficients, a relation and a bound".to_string());
        };
        let terms = numbers(coefficients)?.into_iter().enumerate().filter(|(_, x)| !x.is_zero()).collect();
        match relation.as_str() {
            "<=" => program.at_most(terms, number(bound)?),
            "=" => program.equal(terms, number(bound)?),
            other => return Err(format!("`{other}` is neither `<=` nor `=`")),
        }
    }
    match solve(&program, &Patience::unlimited()) {
        Ok(Solution::Optimal { value, .. }) => Ok(Value::Number(value)),
        Ok(other) => Ok(Value::text(format!("{other:?}").to_lowercase())),
        Err(_) => Err("the programme was not solved".to_string()),
    }
}
