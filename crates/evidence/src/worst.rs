//! The worst values on file: for each measure and mechanism the worst value that a search has found, with its
//! instance.

use std::path::Path;

use crate::bound::limits;
use crate::document::{Document, Fields, InputError, Value, files};
use crate::family::Record;
use crate::family::function::Limit;
use crate::linear::{Halt, Patience};

use crate::scalar::{Rational, Scalar as _};
use crate::theorems::Theorem;
use crate::workbench::{WorstReport, bench_of};

/// The path of the file below the root of a project.
pub const FILE: &str = "properties/evidence/worst.toml";

/// The worst value found of a measure for a mechanism.
#[derive(Clone, Debug, PartialEq)]
pub struct Worst {
    /// Id of the mechanism.
    pub mechanism: String,
    /// Id of the measure.
    pub measure: String,
    /// Value of the measure on the instance.
    pub value: Rational,
    /// Number of agents of the instance.
    pub agents: usize,
    /// The instance, as an instance file.
    pub instance: Value,
}

/// All worst values on file; empty if there is no file.
///
/// # Errors
/// A file that cannot be read.
pub fn load(root: &Path) -> Result<Vec<Worst>, InputError> {
    let path = root.join(FILE);
    if !files::exists(&path) {
        return Ok(Vec::new());
    }
    let one = |fields: &mut Fields<'_>| {
        Ok(Worst {
            mechanism: fields.required("mechanism")?.text()?.to_string(),
            measure: fields.required("measure")?.text()?.to_string(),
            value: fields.required("value")?.number()?,
            agents: fields.required("agents")?.count()?,
            instance: fields.required("instance")?.value().clone(),
        })
    };
    files::load(&path)?.node().table(|fields| fields.required("worst")?.each(|node| node.table(one)))
}

/// The text of the file.
pub fn to_toml(all: &[Worst]) -> String {
    let row = |w: &Worst| {
        Value::table([
            ("mechanism", Value::text(&w.mechanism)),
            ("measure", Value::text(&w.measure)),
            ("value", Value::Number(w.value.clone())),
            ("agents", Value::index(w.agents)),
            ("instance", w.instance.clone()),
        ])
    };
    let rows = Value::List(all.iter().map(row).collect());
    let head = "# The worst values that searches have found. `verify worst .. --save` keeps what is worse.";
    format!("{head}\n{}", Value::table([("worst", rows)]).to_toml())
}

/// Returns the state of a worst value over all sizes in words: by theorems, by a family on record, or unknown.
pub fn over_all_sizes(
    mechanism: &str,
    measure: &str,
    theorems: &[Theorem],
    families: &[(String, Record)],
) -> String {
    if let Some(limit) = limits::known(mechanism, measure, theorems) {
        return limit.text.clone();
    }
    let own = |(_, record): &&(String, Record)| record.mechanism == mechanism && record.measure == measure;
    match families.iter().find(own).map(|(_, record)| record.family.value.limit()) {
        Some(Limit::Number(x)) => format!("at least as bad as {x}, by a family"),
        Some(Limit::Unbounded { .. }) => "not bounded, by a family".to_string(),
        None => "unknown".to_string(),
    }
}

/// The worst value of a mechanism and a measure, if there is one.
pub fn find<'a>(all: &'a [Worst], mechanism: &str, measure: &str) -> Option<&'a Worst> {
    all.iter().find(|w| w.mechanism == mechanism && w.measure == measure)
}

/// The instance of a worst value without `model`, as searches of its model read it.
pub fn start(worst: &Worst) -> Value {
    let fields = worst.instance.fields().iter().filter(|(name, _)| name != "model").cloned();
    Value::Table(fields.collect())
}

/// Enters a report, in the order of measures and then mechanisms, if its value is worse than the one on file, or
/// equally bad on fewer agents. Returns `true` if anything changed. An instance on which no user can run a task is
/// no evidence about a rule and is not kept.
///
/// # Errors
/// An instance that cannot be read.
pub fn keep(all: &mut Vec<Worst>, report: &WorstReport) -> Result<bool, InputError> {
    let (Some(value), Some(instance)) = (&report.value, &report.instance) else { return Ok(false) };
    if hands_out_nothing(report.mechanism, instance)? {
        return Ok(false);
    }
    let size = report.by_size.iter().find(|of| of.value == *value).map_or(0, |of| of.agents);
    let kept = Worst {
        mechanism: report.mechanism.to_string(),
        measure: report.measure.to_string(),
        value: value.clone(),
        agents: size,
        instance: instance.clone(),
    };
    match all.iter_mut().find(|w| w.mechanism == kept.mechanism && w.measure == kept.measure) {
        Some(old) => {
            let worse = match bench_of(&kept.mechanism) {
                Some(bench) => bench.is_worse(&kept.measure, &kept.value, &old.value)?,
                None => false,
            };
            if !worse && (kept.value != old.value || kept.agents >= old.agents) {
                return Ok(false);
            }
            *old = kept;
        }
        None => all.push(kept),
    }
    all.sort_by(|a, b| (&a.measure, &a.mechanism).cmp(&(&b.measure, &b.mechanism)));
    Ok(true)
}

/// Returns `true` if no user of the instance gets any task.
///
/// # Errors
/// An instance that cannot be read.
pub fn hands_out_nothing(mechanism: &str, instance: &Value) -> Result<bool, InputError> {
    let Some(bench) = bench_of(mechanism) else { return Ok(false) };
    let document = Document { file: FILE.to_string(), root: instance.clone() };
    let outcome = bench.run(mechanism, &document, &Patience::unlimited()).map_err(Halt::error)?.outcome.ok();
    let none =
        |value: &Value| matches!(value, Value::Integer(0)) || *value == Value::Number(Rational::zero());
    Ok(match outcome.as_ref().and_then(|outcome| outcome.get("tasks")) {
        Some(Value::List(tasks)) => tasks.iter().all(none),
        _ => false,
    })
}

/// The value of the measure on the instance, computed again.
///
/// # Errors
/// An instance that cannot be read.
pub fn again(worst: &Worst) -> Result<Option<Rational>, InputError> {
    let document = Document { file: FILE.to_string(), root: worst.instance.clone() };
    let Some(bench) = bench_of(&worst.mechanism) else { return Ok(None) };
    bench.measure(&worst.mechanism, &worst.measure, &document, &Patience::unlimited()).map_err(Halt::error)
}
