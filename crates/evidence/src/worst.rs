//! The worst values on file: for each measure and mechanism the worst one that a search has found, with its instance.

use std::path::Path;

use crate::document::{Document, InputError, Node, Value, files};
use crate::linear::{Halt, Patience};
use crate::scalar::{Rational, Scalar as _};
use crate::workbench::{WorstReport, bench_of};

/// The file, in a project's folder.
pub const FILE: &str = "evidence/worst.toml";

/// The worst value that was found of a measure for a mechanism.
#[derive(Clone, Debug, PartialEq)]
pub struct Worst {
    /// The mechanism.
    pub mechanism: String,
    /// The measure.
    pub measure: String,
    /// The value.
    pub value: Rational,
    /// How many agents the instance has.
    pub agents: usize,
    /// The instance, as an instance file.
    pub instance: Value,
}

/// All that is on file; nothing where there is no file.
pub fn load(root: &Path) -> Result<Vec<Worst>, InputError> {
    let path = root.join(FILE);
    if !files::exists(&path) {
        return Ok(Vec::new());
    }
    let document = files::load(&path)?;
    let one = |node: &Node<'_>| {
        let mut fields = node.fields()?;
        let mut text = |name: &'static str| Ok::<_, InputError>(fields.required(name)?.text()?.to_string());
        let (mechanism, measure) = (text("mechanism")?, text("measure")?);
        let read = Worst {
            mechanism,
            measure,
            value: fields.required("value")?.number()?,
            agents: fields.required("agents")?.count()?,
            instance: fields.required("instance")?.value().clone(),
        };
        fields.finish()?;
        Ok(read)
    };
    let mut fields = document.node().fields()?;
    let rows = fields.required("worst")?.list()?.iter().map(one).collect();
    fields.finish()?;
    rows
}

/// The text of the file.
pub fn to_toml(all: &[Worst]) -> String {
    let row = |w: &Worst| {
        Value::Table(vec![
            ("mechanism".to_string(), Value::text(&w.mechanism)),
            ("measure".to_string(), Value::text(&w.measure)),
            ("value".to_string(), Value::Number(w.value.clone())),
            ("agents".to_string(), Value::index(w.agents)),
            ("instance".to_string(), w.instance.clone()),
        ])
    };
    let rows = Value::List(all.iter().map(row).collect());
    let head = "# The worst values that searches have found. `verify worst .. --save` keeps what is worse.";
    format!("{head}\n{}", Value::Table(vec![("worst".to_string(), rows)]).to_toml())
}

/// The one of a mechanism and a measure.
pub fn find<'a>(all: &'a [Worst], mechanism: &str, measure: &str) -> Option<&'a Worst> {
    all.iter().find(|w| w.mechanism == mechanism && w.measure == measure)
}

/// Its instance as the searches of its model read it, without `model`.
pub fn start(worst: &Worst) -> Value {
    let fields = worst.instance.fields().iter().filter(|(name, _)| name != "model").cloned();
    Value::Table(fields.collect())
}

/// Puts a report in its place, in the order of measures, then mechanisms, if it is worse than what is there, or as bad on
/// fewer agents; whether anything changed. An instance on which nobody can run anything says nothing of a rule and is not
/// kept.
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

/// Whether no user of the instance gets any task.
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

/// What the measure gives on the instance when it is run again.
pub fn again(worst: &Worst) -> Result<Option<Rational>, InputError> {
    let document = Document { file: FILE.to_string(), root: worst.instance.clone() };
    let Some(bench) = bench_of(&worst.mechanism) else { return Ok(None) };
    bench.measure(&worst.mechanism, &worst.measure, &document, &Patience::unlimited()).map_err(Halt::error)
}
