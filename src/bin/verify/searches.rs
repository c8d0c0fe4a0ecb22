//! `verify worst`, `verify census` and `verify separate`: searches that do not concern a single cell.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use fairwitness::document::put;
use fairwitness::instances::Scope;
use fairwitness::library::searches::with_census;
use fairwitness::library::worst as kept;
use fairwitness::search::{Budget, Searched};
use fairwitness::workbench::{Bench, WorstReport, concluded, status};

use super::args::{Format, Search};
use super::limits::{with_limits, within};
use super::records::archive;
use super::{FOUND, UNDECIDED, bounds, ids, inputs, render};

pub fn worst(
    mechs: &[String],
    measures: &[String],
    search: Search,
    with_archive: bool,
    (save, bounded): (bool, bool),
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
    let (mut reports, mut bounds) = (Vec::new(), Vec::new());
    for (bench, mech, measure) in questions {
        let before = kept::find(&all, mech, measure).filter(|_| with_archive);
        let known: Vec<_> = before.map(kept::start).into_iter().collect();
        let report = within(search, |limits| Ok(bench.worst_from(mech, measure, &plan, &known, limits)?))?;
        if save && kept::keep(&mut all, &report)? {
            put(file, &kept::to_toml(&all)).with_context(|| kept::FILE)?;
        }
        let ask = || bounds::ask(bench, &report, search, &inputs::root(None));
        bounds.push(bounded.then(ask).transpose()?);
        reports.push(report);
    }
    let documents = reports.iter().zip(&bounds).map(|(report, known)| {
        let mut json = serde_json::to_value(report).unwrap_or_default();
        known.iter().for_each(|known| bounds::add(&mut json, known));
        json
    });
    match (format, &reports[..]) {
        (Format::Json, [_]) => documents.for_each(|json| render::print_json(&json)),
        (Format::Json, _) => render::print_json(&documents.collect::<Vec<_>>()),
        (Format::Text, [report]) => {
            let side = bounds[0].as_ref().map(|known| bounds::told(report, known));
            render::print(&(render::worst(report) + &side.unwrap_or_default()));
        }
        (Format::Text, _) => {
            let told = reports.iter().zip(&bounds).filter_map(|(report, known)| {
                let told = bounds::told(report, known.as_ref()?);
                Some(format!("\n{} of {}\n{told}", report.measure, report.mechanism))
            });
            let told: String = told.collect();
            render::print(&(render::worst_table(&reports) + &told));
        }
    }
    let of =
        |report: &WorstReport| if report.value.is_some() { settled(&report.searched) } else { UNDECIDED };
    Ok(reports.iter().map(of).max().unwrap_or(0))
}

pub fn separate(a: &str, b: &str, search: Search, with_archive: bool, format: Format) -> Result<u8> {
    let (bench, a, b) = ids::pair(a, b)?;
    let records = if with_archive { archive(Path::new("counterexamples")) } else { Vec::new() };
    let plan = search.plan("auto", records);
    let reports = within(search, |limits| Ok(bench.separate(a, b, &plan, limits)?))?;
    render::show(format, &reports, || render::separations(&reports, a, b));
    let stopped = reports.iter().map(|r| settled(&r.searched)).max().unwrap_or(0);
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
        let file = Path::new("properties/evidence/census").join(format!("{}.toml", report.model));
        let Some(text) = with_census(&file, &report)? else {
            bail!("the scope was not gone through completely, so nothing is kept; a larger --budget may do")
        };
        std::fs::create_dir_all("properties/evidence/census").context("properties/evidence/census")?;
        put(&file, &text).with_context(|| file.display().to_string())?;
    }
    render::show(format, &report, || render::census(&report));
    let violated = report.mechanisms.iter().flat_map(|m| &m.properties).any(|p| p.violated > 0);
    Ok(if violated { FOUND } else { settled(&report.searched) })
}

/// Returns the exit status of a search without a violation.
fn settled(searched: &Searched) -> u8 {
    status(concluded(searched, None).answer, searched.ended)
}
