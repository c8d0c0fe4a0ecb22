//! Questions: what Python asks, put to the workbench.

use std::path::Path;
use std::time::{Duration, Instant};

use fairwitness::archive::record::Record;
use fairwitness::archive::replay::{GIVEN, ReplayError};
use fairwitness::document::files::{self, BUILT_IN, toml_files};
use fairwitness::document::{Document, InputError};
use fairwitness::instances::Scope;
use fairwitness::linear::{Cut, Halt, Patience, Stop, Uncut as _};
use fairwitness::search::{Budget, Limits, Progress};
use fairwitness::workbench::{Answer, Bench, Plan, Report, strategy_list};
use serde_json::{Value as Json, json};

use super::answers;

/// A wrong argument, named as in Python.
fn wrong(field: &str, reason: impl ToString) -> InputError {
    InputError { file: "arguments".to_string(), field: field.to_string(), reason: reason.to_string() }
}

/// The arguments of a question.
struct Arguments<'a>(&'a Json);

impl Arguments<'_> {
    fn text(&self, name: &str) -> Result<&str, InputError> {
        self.0.get(name).and_then(Json::as_str).ok_or_else(|| wrong(name, "must be text"))
    }

    fn document(&self, name: &str) -> Result<Document, InputError> {
        Ok(Document::parse("instance.json", self.text(name)?)?.instance())
    }

    fn seconds(&self) -> Option<Duration> {
        self.0.get("seconds").and_then(Json::as_f64).and_then(|s| Duration::try_from_secs_f64(s).ok())
    }

    fn plan(&self) -> Result<Plan, InputError> {
        let scope = match self.0.get("scope").and_then(Json::as_str) {
            Some(text) => text.parse().map_err(|error| wrong("scope", error))?,
            None => Scope::default(),
        };
        let strategy = self.text("strategy")?;
        let known = strategy_list().into_iter().map(|(id, _)| id).find(|id| *id == strategy);
        let strategy = known.ok_or_else(|| {
            let ids: Vec<_> = strategy_list().into_iter().map(|(id, _)| id).collect();
            wrong("strategy", format!("`{strategy}` is none; there are {}", ids.join(", ")))
        })?;
        let archive = if self.0.get("archive") == Some(&Json::Bool(true)) { archive() } else { Vec::new() };
        Ok(Plan { strategy, scope, seed: self.0.get("seed").and_then(Json::as_u64).unwrap_or(0), archive })
    }

    fn limited<T>(
        &self,
        stop: &Stop,
        work: impl FnOnce(&Limits<'_>) -> Result<T, InputError>,
    ) -> Result<T, InputError> {
        let budget =
            Budget { instances: self.0.get("instances").and_then(Json::as_u64), time: self.seconds() };
        let threads = self.0.get("threads").and_then(Json::as_u64).unwrap_or(1).clamp(1, 256) as usize;
        let progress = |_: Progress| {};
        work(&Limits { budget, threads, stop, progress: &progress })
    }

    /// The work on one instance, which takes no longer than is allowed and can be stopped.
    fn within<T, E>(
        &self,
        stop: &Stop,
        work: impl FnOnce(&Patience) -> Result<T, Halt<E>>,
    ) -> Result<Result<T, E>, Json> {
        let until = self.seconds().and_then(|time| Instant::now().checked_add(time));
        work(&Patience::with(stop).until(until)).uncut().map_err(|Cut| {
            let interrupted = stop.is_thrown();
            json!({"cut": if interrupted { "it was interrupted" } else { "it was not decided in the time allowed" }})
        })
    }
}

/// The records that are built in.
fn archive() -> Vec<Record> {
    let files = toml_files(&Path::new(BUILT_IN).join("counterexamples")).unwrap_or_default();
    files.iter().filter_map(|file| Record::read(&files::load(file).ok()?).ok()).collect()
}

/// A report with the text of its record, if it is a violation.
fn recorded(bench: &dyn Bench, report: &Report) -> Result<Json, InputError> {
    let mut answer = answers::report(report);
    if report.answer == Answer::Violated
        && let Some(fields) = answer.as_object_mut()
    {
        let note = report.story.as_deref().unwrap_or_default().lines().last().unwrap_or_default();
        fields.insert("record".to_string(), json!(bench.record(report, note)?.to_toml()));
    }
    Ok(answer)
}

/// Answers a question; what is wrong with it is an answer too.
pub fn answer(bench: &dyn Bench, question: &Json, stop: &Stop) -> Json {
    answered(bench, &Arguments(question), stop).unwrap_or_else(|error| answers::error(&error))
}

fn answered(bench: &dyn Bench, given: &Arguments<'_>, stop: &Stop) -> Result<Json, InputError> {
    let mechanism = given.text("mechanism")?;
    match given.text("ask")? {
        "run" => {
            let document = given.document("instance")?;
            match given.within(stop, |patience| bench.run(mechanism, &document, patience)) {
                Ok(report) => Ok(answers::run(&report?, &document.root)),
                Err(cut) => Ok(cut),
            }
        }
        "judge" => {
            let document = given.document("instance")?;
            let property = given.text("property")?;
            match given.within(stop, |patience| bench.judge(mechanism, property, &document, patience)) {
                Ok(report) => recorded(bench, &Report { minimality: GIVEN, ..report? }),
                Err(cut) => Ok(cut),
            }
        }
        "measure" => {
            let document = given.document("instance")?;
            let measure = given.text("measure")?;
            match given.within(stop, |patience| bench.measure(mechanism, measure, &document, patience)) {
                Ok(value) => Ok(json!({"value": value?.map(|value| value.to_string())})),
                Err(cut) => Ok(cut),
            }
        }
        "search" => {
            let property = given.text("property")?;
            if let Some(reason) = bench.never(mechanism, property)? {
                return Ok(json!({"never": reason}));
            }
            let plan = given.plan()?;
            let report = given.limited(stop, |limits| bench.search(mechanism, property, &plan, limits))?;
            recorded(bench, &report)
        }
        "worst" => {
            let (measure, plan) = (given.text("measure")?, given.plan()?);
            let report = given.limited(stop, |limits| bench.worst(mechanism, measure, &plan, limits))?;
            Ok(answers::worst(&report))
        }
        "separate" => {
            let (other, plan) = (given.text("other")?, given.plan()?);
            let reports = given.limited(stop, |limits| bench.separate(mechanism, other, &plan, limits))?;
            Ok(reports.iter().map(answers::separation).collect())
        }
        "replay" => {
            let text = given.text("record")?;
            let document = Document::parse("record.toml", text)?;
            match given.within(stop, |patience| bench.replay(&document, text, patience)) {
                Ok(Ok(()) | Err(ReplayError::Name(_))) => Ok(json!({"verified": true})),
                Ok(Err(error)) => Ok(json!({"verified": false, "reason": error.to_string()})),
                Err(cut) => Ok(cut),
            }
        }
        other => Err(wrong("ask", format!("`{other}` is no question"))),
    }
}
