//! The workbench for embedding: one question as JSON in, one answer as JSON out. Python and pages in a
//! browser use the engine through this crate, and receive the output of `verify --format json`, with tables
//! and pictures in addition.

mod arguments;
mod construction;
mod answers;
mod import;
mod instance;
mod query;

use std::fmt;

use fairwitness_engine::archive::record::Record;
use fairwitness_engine::archive::replay::{GIVEN, ReplayError};
use fairwitness_engine::linear::{Halt, Stop, Uncut as _};
use fairwitness_engine::search::Progress;
use fairwitness_kernel::document::{Document, InputError};
use fairwitness_picture as picture;
use fairwitness_workbench::{Answer, Bench, CellReport};
use serde_json::{Value as Json, json};

pub use answers::{entries, error};
pub use arguments::{Arguments, wrong};
pub use import::about_cluster;

/// The surroundings of a question.
pub struct Around<'a> {
    /// The switch that stops the work from outside.
    pub stop: &'a Stop,
    /// The function called between batches of a search.
    pub progress: &'a (dyn Fn(Progress) + Sync),
    /// The records to try first, for a search that asks for them.
    pub archive: &'a dyn Fn() -> Vec<Record>,
}

impl fmt::Debug for Around<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Around").field("stop", &self.stop).finish_non_exhaustive()
    }
}

/// A report with the text of its record, if it is a violation.
fn recorded(bench: &dyn Bench, report: &CellReport) -> Result<Json, InputError> {
    let mut answer = answers::report(report);
    if report.answer == Answer::Violated
        && let Some(fields) = answer.as_object_mut()
    {
        let record = bench.record(report, &report.note())?;
        let picture = |(title, bars): &(String, _)| json!({"title": title, "svg": picture::bars(bars)});
        fields.insert("pictures".to_string(), bench.exhibit(&record)?.pictures.iter().map(picture).collect());
        fields.insert("record".to_string(), json!(record.to_toml()));
    }
    Ok(answer)
}

/// Answers a question. An error in the question is an answer too, and so is a cut.
///
/// `ask` is one of `run`, `trace`, `judge`, `row`, `query`, `family`, `points`, `measure`, `search`, `worst`, `separate`, `shrink`, `replay`, `write` and `latex`.
pub fn answer(bench: &dyn Bench, question: &Json, around: &Around<'_>) -> Json {
    match answered(bench, Arguments(question), around) {
        Ok(answer) => answer,
        Err(Halt::Failed(error)) => answers::error(&error),
        Err(Halt::Cut) => {
            let stopped = around.stop.is_thrown();
            json!({"cut": if stopped { "it was interrupted" } else { "it was not decided in the time allowed" }})
        }
    }
}

fn answered(bench: &dyn Bench, given: Arguments<'_>, around: &Around<'_>) -> Result<Json, Halt<InputError>> {
    let patience = given.patience(around);
    match given.text("ask")? {
        "run" => {
            let document = given.document("instance")?;
            Ok(answers::run(&bench.run(given.text("mechanism")?, &document, &patience)?, &document.root))
        }
        "judge" => {
            let document = given.document("instance")?;
            let report =
                bench.judge(given.text("mechanism")?, given.text("property")?, &document, &patience)?;
            Ok(recorded(bench, &CellReport { minimality: GIVEN, ..report })?)
        }
        "trace" => {
            let document = given.document("instance")?;
            let steps = bench.trace(given.text("mechanism")?, &document, &patience)?;
            Ok(match steps {
                Ok(steps) => {
                    json!({"trace": steps.iter().map(|step| step.to_value().to_json()).collect::<Vec<_>>()})
                }
                Err(refusal) => json!({"trace": null, "reason": refusal.to_string()}),
            })
        }
        "row" => Ok(instance::row(bench, given, &patience)?),
        "query" => Ok(query::asked(bench, given, &patience)?),
        "family" => construction::family(bench, given, &patience),
        "points" => Ok(instance::points(bench, given, &patience)?),
        "write" => Ok(instance::write(bench, given)?),
        "latex" => instance::latex(bench, given, &patience),
        "measure" => {
            let document = given.document("instance")?;
            let value =
                bench.measure(given.text("mechanism")?, given.text("measure")?, &document, &patience)?;
            Ok(json!({"value": value.map(|value| value.to_string())}))
        }
        "search" => {
            let (mechanism, property) = (given.text("mechanism")?, given.text("property")?);
            if let Some(reason) = bench.never(mechanism, property)? {
                return Ok(json!({"never": reason}));
            }
            let plan = given.plan(around.archive)?;
            Ok(recorded(bench, &bench.search(mechanism, property, &plan, &given.limits(around))?)?)
        }
        "worst" => {
            let (mechanism, measure) = (given.text("mechanism")?, given.text("measure")?);
            let plan = given.plan(around.archive)?;
            Ok(answers::worst(&bench.worst(mechanism, measure, &plan, &given.limits(around))?))
        }
        #[cfg(feature = "separate")]
        "census" => {
            let (properties, plan) = (given.texts("properties")?, given.plan(&Vec::new)?);
            let mechanisms = [given.text("mechanism")?];
            Ok(json!(bench.census(&mechanisms, &properties, plan.scope, &given.limits(around))?))
        }
        #[cfg(feature = "separate")]
        "separate" => {
            let (mechanism, other) = (given.text("mechanism")?, given.text("other")?);
            let plan = given.plan(around.archive)?;
            let reports = bench.separate(mechanism, other, &plan, &given.limits(around))?;
            Ok(reports.iter().map(answers::separation).collect())
        }
        "shrink" => {
            // The violation of a file with several is named as one of `cell` in place of the file.
            let file = format!("{}.toml", given.text("cell").unwrap_or("record"));
            let document = Document::parse(&file, given.text("record")?)?;
            let cell = |record: &Record| Ok(format!("{} with {}", record.mechanism, record.property));
            let record = Record::read_by(&document, cell)?;
            match bench.shrink(&record, &patience, &patience)? {
                Some(report) => Ok(recorded(bench, &report)?),
                None => Err(wrong("record", "its instance does not violate the property").into()),
            }
        }
        "replay" => {
            let text = given.text("record")?;
            let document = Document::parse("record.toml", text)?;
            match bench.replay(&document, text, &patience).uncut()? {
                Ok(()) | Err(ReplayError::Name(_)) => Ok(json!({"verified": true})),
                Err(error) => Ok(json!({"verified": false, "reason": error.to_string()})),
            }
        }
        other => Err(wrong("ask", format!("`{other}` is no question")).into()),
    }
}
