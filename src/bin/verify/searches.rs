//! `verify worst`, `verify census` and `verify separate`: searches that ask something other than a cell.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use fairwitness::document::put;
use fairwitness::instances::Scope;
use fairwitness::library::searches::with_census;
use fairwitness::library::worst as kept;
use fairwitness::search::{Budget, Ended, Searched};
use fairwitness::workbench::Bench;

use super::args::{Format, Search};
use super::limits::{with_limits, within};
use super::records::archive;
use super::{FOUND, UNDECIDED, ids, inputs, render};

pub fn worst(
    mechs: &[String],
    measures: &[String],
    search: Search,
    with_archive: bool,
    save: bool,
    format: Format,
) -> Result<u8> {
    let mut questions = Vec::new();
    for mech in mechs {
        for measure in measures {
            questions.push(ids::measured(mech, measure)?);
        }
    }
    let file = Path::new(kept::FILE);
    if save && !file.parent().is_some_and(Path::is_dir) {
        bail!("--save keeps worst values in {}: run it in a checkout of the project", kept::FILE);
    }
    let mut all = kept::load(&inputs::root(None))?;
    let records = if with_archive { archive(Path::new("counterexamples")) } else { Vec::new() };
    let plan = search.plan("auto", records);
    let mut reports = Vec::new();
    for (bench, mech, measure) in questions {
        let before = kept::find(&all, mech, measure).filter(|_| with_archive);
        let known: Vec<_> = before.map(kept::start).into_iter().collect();
        let report = within(search, |limits| Ok(bench.worst_from(mech, measure, &plan, &known, limits)?))?;
        if save && kept::keep(&mut all, &report)? {
            put(file, &kept::to_toml(&all)).with_context(|| kept::FILE)?;
        }
        reports.push(report);
    }
    match (format, &reports[..]) {
        (Format::Json, [report]) => render::print_json(report),
        (Format::Json, _) => render::print_json(&reports),
        (Format::Text, [report]) => render::print(&render::worst(report)),
        (Format::Text, _) => render::print(&render::worst_table(&reports)),
    }
    Ok(reports.iter().map(|report| interrupted(&report.searched)).max().unwrap_or(0))
}

pub fn separate(a: &str, b: &str, search: Search, with_archive: bool, format: Format) -> Result<u8> {
    let (bench, a, b) = ids::pair(a, b)?;
    let records = if with_archive { archive(Path::new("counterexamples")) } else { Vec::new() };
    let plan = search.plan("auto", records);
    let reports = within(search, |limits| Ok(bench.separate(a, b, &plan, limits)?))?;
    match format {
        Format::Json => render::print_json(&reports),
        Format::Text => render::print(&render::separations(&reports, a, b)),
    }
    let stopped = reports.iter().map(|r| interrupted(&r.searched)).max().unwrap_or(0);
    Ok(if reports.iter().any(|r| r.instance.is_some()) { FOUND } else { stopped })
}

pub fn census(
    bench: &dyn Bench,
    (mechanisms, properties): (&[&str], &[&str]),
    scope: Scope,
    budget: Budget,
    threads: Option<usize>,
    save: bool,
    format: Format,
) -> Result<u8> {
    let report =
        with_limits(budget, threads, |limits| Ok(bench.census(mechanisms, properties, scope, limits)?))?;
    if save {
        let file = Path::new("evidence").join("census").join(format!("{}.toml", report.model));
        let Some(text) = with_census(&file, &report)? else {
            bail!("the scope was not gone through completely, so nothing is kept; a larger --budget may do")
        };
        std::fs::create_dir_all("evidence/census").context("evidence/census")?;
        put(&file, &text).with_context(|| file.display().to_string())?;
    }
    match format {
        Format::Json => render::print_json(&report),
        Format::Text => render::print(&render::census(&report)),
    }
    let violated = report.mechanisms.iter().flat_map(|m| &m.properties).any(|p| p.violated > 0);
    Ok(if violated { FOUND } else { interrupted(&report.searched) })
}

/// The exit status of a search that found nothing.
fn interrupted(searched: &Searched) -> u8 {
    if searched.ended == Ended::Interrupted { UNDECIDED } else { 0 }
}
