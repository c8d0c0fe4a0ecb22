//! Programs as mechanisms, properties and measures of a workbench.

use std::sync::{Arc, Mutex};

use super::{Bench, Read, Workbench};
use crate::archive::record::Record;
use crate::document::{InputError, Value};
use crate::linear::Halt;
use crate::mechanism::outside::{Failure, Greeting, Kind, Numbers, Outside, Program, Spoken};
use crate::model::arrivals::Arrivals;
use crate::model::cluster::Cluster;
use crate::model::cohort::Cohort;
use crate::model::covering::Covering;
use crate::model::{Model, Presented};
use crate::property::outside::Judge;
use crate::scalar::{Rational, Scalar as _};

/// A program or an embedded function, with the slack of its floats if it is a mechanism.
pub type Foreign<'a> = (&'a Arc<Program>, &'a Rational);

/// Returns the bench of the model of `first`, with the program `first` and the programs `more` of that model among
/// its mechanisms, properties and measures.
///
/// # Errors
/// The model of a program is unknown or not that of `first`, or an id is in use.
pub fn with_programs(first: Foreign<'_>, more: &[Foreign<'_>]) -> Read<Box<dyn Bench>> {
    let all: Vec<Foreign<'_>> = std::iter::once(&first).chain(more).copied().collect();
    match first.0.greeting().model.as_str() {
        Arrivals::ID => Ok(Box::new(joined(Workbench::<Arrivals>::standard(), &all)?)),
        Cluster::ID => Ok(Box::new(joined(Workbench::<Cluster>::standard(), &all)?)),
        Cohort::ID => Ok(Box::new(joined(Workbench::<Cohort>::standard(), &all)?)),
        Covering::ID => Ok(Box::new(joined(Workbench::<Covering>::standard(), &all)?)),
        other => Err(InputError::of(
            first.0.command().to_string(),
            "",
            format!("the greeting: `{other}` is no model; there are arrivals, cluster, cohort, covering"),
        )),
    }
}

/// The field of an outcome that a program answers with, one for each model.
const ANSWERS: [&str; 4] = ["placement", "shares", "targets", "assignment"];

/// Returns a bench whose mechanism stands for the program of a record: it answers the first question by the record's outcome, the
/// second by that of the second run, and no other. With `time` it divides time, with `whole` it places whole tasks.
///
/// # Errors
/// The model of the record is unknown, or the id of the program is in use.
pub fn on_record(record: &Record, time: bool, whole: bool) -> Read<Box<dyn Bench>> {
    fn words<M: Spoken>() -> Vec<String> {
        M::FEATURES.iter().map(|feature| feature.word.to_string()).collect()
    }
    let takes = match record.model.as_str() {
        Arrivals::ID => words::<Arrivals>(),
        Cohort::ID => words::<Cohort>(),
        Covering::ID => words::<Covering>(),
        _ => words::<Cluster>(),
    };
    let (id, model) = (record.mechanism.clone(), record.model.clone());
    let (kind, numbers, numbered) = (Kind::Mechanism, Numbers::Exact, false);
    let greeting = Greeting { id, model, kind, time, whole, numbers, numbered, takes };
    let said = |outcome: &Value| {
        let answer = outcome.fields().iter().filter(|(name, _)| ANSWERS.contains(&name.as_str()));
        Value::Table(answer.cloned().collect()).to_json().to_string()
    };
    let second = record.other.as_ref().and_then(|other| other.get("outcome"));
    let answers: Vec<String> = std::iter::once(&record.outcome).chain(second).map(said).collect();
    let asked: Mutex<Vec<String>> = Mutex::default();
    let call = move |line: &str| {
        let closed = |_| Halt::Failed(Failure::Start("a question before it was not answered".to_string()));
        let mut asked = asked.lock().map_err(closed)?;
        let at = asked.iter().position(|known| known == line).unwrap_or(asked.len());
        if at == asked.len() {
            asked.push(line.to_string());
        }
        let other = || "{\"refuse\": \"the record has no answer on this instance\"}".to_string();
        Ok(answers.get(at).cloned().unwrap_or_else(other))
    };
    let program = Arc::new(Program::function("the record", greeting, call));
    with_programs((&program, &Rational::zero()), &[])
}

/// Adds the programs to the workbench, each as what it greets as.
fn joined<M: Spoken + Presented>(bench: Workbench<M>, programs: &[Foreign<'_>]) -> Read<Workbench<M>> {
    programs.iter().try_fold(bench, |bench, (program, slack)| {
        let failed =
            |reason: String| InputError { file: program.command().to_string(), field: String::new(), reason };
        let program = Arc::clone(program);
        let judge = |program| Judge::<M>::new(program).map_err(|f| failed(f.to_string()));
        let joined = match program.greeting().kind {
            Kind::Mechanism => {
                let own = Outside::new(program, (*slack).clone()).map_err(|f| failed(f.to_string()))?;
                bench.with_mechanism(own)
            }
            Kind::Property => bench.with_property(judge(program)?),
            Kind::Measure { .. } => bench.with_measure(judge(program)?),
        };
        joined.map_err(|error| failed(format!("the greeting: {}", error.reason)))
    })
}
