//! `verify run` and `verify instance`: one instance, allocated or written.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Result, bail};
use fairwitness::document::InputError;
use fairwitness::instances::construction::{CONSTRUCTIONS, MOST};
use fairwitness::linear::patience;
use fairwitness::model::Table;
use fairwitness::model::refusal::Refusal;
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::search::Budget;
use fairwitness::workbench::RunReport;
use serde_json::json;

use super::args::Format;
use super::inputs::load;
use super::judge::seconds;
use super::limits::{self, interruption};
use super::{UNDECIDED, ids, render};

pub fn run(mechs: &[String], instance: &Path, budget: Option<Budget>, format: Format) -> Result<u8> {
    let found = mechs.iter().map(|mech| ids::mechanism(mech)).collect::<Result<Vec<_>>>()?;
    let document = load(instance)?.instance();
    let time = limits::patience(&document, budget.unwrap_or_default());
    let stop = interruption();
    let mut reports = Vec::new();
    for (bench, mech) in found {
        let undecided = RunReport {
            mechanism: mech,
            model: bench.model(),
            outcome: Err(Refusal::Undecided(format!(
                "it was not done in {}; a larger --budget allows more",
                seconds(time)
            ))),
            certified: None,
            reason: None,
            tables: Vec::new(),
            bars: None,
        };
        let said = undecided.clone();
        let _watch = limits::watch(time, move || match format {
            Format::Json => render::print_json(&render::run_json(&said)),
            Format::Text => render::print(&render::run(&said)),
        });
        let deadline = Some(Instant::now() + time);
        let report = match patience::within(deadline, || bench.run(mech, &document)) {
            Some(report) => report?,
            None if stop.load(Ordering::Relaxed) => return Ok(UNDECIDED),
            None => undecided,
        };
        if let Err(refusal @ Refusal::OutOfDomain(_)) = &report.outcome {
            let (file, field) = (document.file.clone(), String::new());
            return Err(InputError { file, field, reason: format!("{mech} {refusal}") }.into());
        }
        reports.push(report);
    }
    match format {
        Format::Json if reports.len() == 1 => render::print_json(&render::run_json(&reports[0])),
        Format::Json => render::print_json(&reports.iter().map(render::run_json).collect()),
        Format::Text => {
            for report in &reports {
                let head =
                    if reports.len() > 1 { format!("{}\n\n", report.mechanism) } else { String::new() };
                let gap = if reports.len() > 1 { "\n" } else { "" };
                render::print(&format!("{head}{}{gap}", render::run(report)));
            }
        }
    }
    Ok(if reports.iter().any(|report| report.outcome.is_err()) { UNDECIDED } else { 0 })
}

pub fn instance(id: Option<&str>, m: usize, eps: Option<&Rational>, format: Format) -> Result<u8> {
    let Some(id) = id else {
        let table = Table {
            title: "constructions".to_string(),
            head: ["id", "m from", "about"].map(String::from).to_vec(),
            rows: CONSTRUCTIONS
                .iter()
                .map(|c| {
                    let least = c.least.map_or_else(|| "-".to_string(), |m| m.to_string());
                    vec![c.id.to_string(), least, c.about.to_string()]
                })
                .collect(),
        };
        match format {
            Format::Json => {
                let rows =
                    CONSTRUCTIONS.iter().map(|c| json!({"id": c.id, "least": c.least, "about": c.about}));
                render::print_json(&json!(rows.collect::<Vec<_>>()));
            }
            Format::Text => render::print(&render::grid(&table)),
        }
        return Ok(0);
    };
    let construction = ids::construction(id)?;
    if construction.least.is_some_and(|least| m < least || m > MOST) {
        bail!("--m {m}: {id} is defined for m from {} to {MOST}", construction.least.unwrap_or(1));
    }
    if eps.is_some_and(|eps| !eps.is_positive()) {
        bail!("--eps must be above zero");
    }
    let document = construction.instance(m, eps);
    match format {
        Format::Json => render::print_json(&document.to_json()),
        Format::Text => {
            let head = format!("# {}: {}", construction.id, construction.about);
            render::print_file(&format!("{head}\n{}", document.to_toml()));
        }
    }
    Ok(0)
}
