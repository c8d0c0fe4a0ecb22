//! `verify run` and `verify instance`: one instance, allocated or written.

use std::path::Path;

use anyhow::{Result, bail};
use fairwitness::document::InputError;
use fairwitness::instances::construction::{CONSTRUCTIONS, Construction, MOST};
use fairwitness::linear::{Halt, Uncut as _};
use fairwitness::model::refusal::Refusal;
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::search::Budget;
use fairwitness::trace::Step;
use fairwitness::workbench::{LongReport, RunReport, Shown, assumptions};
use serde::{Serialize, Serializer};

use super::args::Format;
use super::inputs::{load, note_state};
use super::judge::seconds;
use super::limits::{self, interruption};
use super::said::Built;
use super::{UNDECIDED, ids, render};

pub fn run(
    mechs: &[String],
    instance: &Path,
    trace: bool,
    budget: Option<Budget>,
    format: Format,
) -> Result<u8> {
    let found = mechs.iter().map(|mech| ids::mechanism(mech)).collect::<Result<Vec<_>>>()?;
    let document = load(instance)?.instance();
    note_state(&document)?;
    let time = limits::patience(&document, budget.unwrap_or_default());
    let stop = interruption();
    let shown = if format == Format::Json { Shown::Outcome } else { Shown::Tables };
    let mut reports = Vec::new();
    for (bench, mech) in found {
        let late = format!("it was not done in {}; a larger --budget allows more", seconds(time));
        let assumed = assumptions(&document)?;
        let late = Err(Refusal::Undecided(late));
        let undecided = RunReport { assumed, ..RunReport::of(mech, bench.model(), late) };
        let said = undecided.clone();
        let _watch = limits::watch(time, move || render::show(format, &said, || render::run(&said)));
        let patience = limits::for_at_most(super::outside::left(time));
        let run = || -> Result<_, Halt<InputError>> {
            if trace {
                let run = bench.run_shown(mech, &document, shown, &patience)?;
                return Ok(Ran::Plain(run, Some(bench.trace(mech, &document, &patience)?)));
            }
            Ok(match bench.run_long(mech, &document)? {
                Some(long) => Ran::Long(long),
                None => Ran::Plain(bench.run_shown(mech, &document, shown, &patience)?, None),
            })
        };
        let (report, steps) = match run().uncut() {
            Ok(Ok(Ran::Long(long))) => {
                reports.push(Ran::Long(long));
                continue;
            }
            Ok(Ok(Ran::Plain(report, steps))) => (report, steps),
            Ok(Err(error)) => return Err(error.into()),
            Err(_) if stop.is_thrown() => return Ok(UNDECIDED),
            Err(_) => (undecided, None),
        };
        if let Err(refusal @ Refusal::OutOfDomain(_)) = &report.outcome {
            let (file, field) = (document.file.clone(), String::new());
            return Err(InputError { file, field, reason: format!("{mech} {refusal}") }.into());
        }
        reports.push(Ran::Plain(report, steps));
    }
    let long = reports.iter().any(|report| matches!(report, Ran::Long(_)));
    match (format, &reports[..]) {
        (Format::Json, [one]) if long => render::print_streamed(one),
        (Format::Json, all) if long => render::print_streamed(all),
        (Format::Json, [one]) => render::print_json(one),
        (Format::Json, all) => render::print_json(all),
        (Format::Text, all) => {
            for report in all {
                let head = if all.len() > 1 { format!("{}\n\n", report.mechanism()) } else { String::new() };
                let gap = if all.len() > 1 { "\n" } else { "" };
                render::print(&format!("{head}{}{gap}", report.text()));
            }
            render::print(&render::under_assumptions());
        }
    }
    let none = |report: &Ran| matches!(report, Ran::Plain(report, _) if report.outcome.is_err());
    Ok(if reports.iter().any(none) { UNDECIDED } else { 0 })
}

/// The outcome of an instance, with its steps if they were asked for, or a long outcome.
enum Ran {
    Plain(RunReport, Option<Result<Vec<Step>, Refusal>>),
    Long(LongReport),
}

impl Ran {
    fn mechanism(&self) -> &'static str {
        match self {
            Ran::Plain(report, _) => report.mechanism,
            Ran::Long(report) => report.mechanism,
        }
    }

    fn text(&self) -> String {
        match self {
            Ran::Plain(report, steps) => {
                render::run(report) + &steps.as_ref().map_or_else(String::new, render::trace)
            }
            Ran::Long(report) => render::run_long(report),
        }
    }
}

impl Serialize for Ran {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Ran::Plain(report, steps) => {
                let mut document = serde_json::to_value(report).map_err(serde::ser::Error::custom)?;
                if let (Some(steps), Some(fields)) = (steps, document.as_object_mut()) {
                    fields.insert("trace".to_string(), render::trace_json(steps));
                }
                document.serialize(serializer)
            }
            Ran::Long(report) => report.serialize(serializer),
        }
    }
}

pub fn instance(id: Option<&str>, m: Option<usize>, eps: Option<&Rational>, format: Format) -> Result<u8> {
    let Some(id) = id else {
        let said = |c: &Construction| Built { id: c.id, least: c.least, about: c.about };
        render::show(format, &CONSTRUCTIONS.iter().map(said).collect::<Vec<_>>(), || {
            let row = |c: &Construction| {
                let least = c.least.map_or_else(|| "-".to_string(), |m| m.to_string());
                vec![c.id.to_string(), least, c.about.to_string()]
            };
            render::table("constructions", &["id", "m from", "about"], CONSTRUCTIONS.iter().map(row))
        });
        return Ok(0);
    };
    let construction = ids::construction(id)?;
    if construction.least.is_none() && m.is_some() {
        bail!("--m: {id} has no m");
    }
    let m = m.unwrap_or(2);
    if construction.least.is_some_and(|least| m < least || m > MOST) {
        bail!("--m {m}: {id} is defined for m from {} to {MOST}", construction.least.unwrap_or(1));
    }
    if eps.is_some_and(|eps| !eps.is_positive()) {
        bail!("--eps must be above zero");
    }
    let document = construction.instance(m, eps);
    match format {
        Format::Json => render::print_document(&document.to_json()),
        Format::Text => {
            let head = format!("# {}: {}", construction.id, construction.about);
            render::print_file(&format!("{head}\n{}", document.to_toml()));
        }
    }
    Ok(0)
}
