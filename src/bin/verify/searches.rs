//! `verify worst`, `verify census` and `verify separate`: searches that ask something other than a cell.

use std::path::Path;

use anyhow::Result;
use fairwitness::instances::Scope;
use fairwitness::search::{Budget, Ended, Searched};
use fairwitness::workbench::Bench;

use super::args::{Format, Search};
use super::limits::{with_limits, within};
use super::records::archive;
use super::{FOUND, UNDECIDED, ids, render};

pub fn worst(mech: &str, measure: &str, search: Search, format: Format) -> Result<u8> {
    let (bench, mech, measure) = ids::measured(mech, measure)?;
    let plan = search.plan("auto", Vec::new());
    let report = within(search, |limits| Ok(bench.worst(mech, measure, &plan, limits)?))?;
    match format {
        Format::Json => render::print_json(&render::worst_json(&report)),
        Format::Text => render::print(&render::worst(&report)),
    }
    Ok(interrupted(&report.searched))
}

pub fn separate(a: &str, b: &str, search: Search, with_archive: bool, format: Format) -> Result<u8> {
    let (bench, a, b) = ids::pair(a, b)?;
    let records = if with_archive { archive(Path::new("counterexamples")) } else { Vec::new() };
    let plan = search.plan("auto", records);
    let reports = within(search, |limits| Ok(bench.separate(a, b, &plan, limits)?))?;
    match format {
        Format::Json => render::print_json(&render::separations_json(&reports)),
        Format::Text => render::print(&render::separations(&reports, a, b)),
    }
    let stopped = reports.iter().map(|r| interrupted(&r.searched)).max().unwrap_or(0);
    Ok(if reports.iter().any(|r| r.instance.is_some()) { FOUND } else { stopped })
}

pub fn census(
    bench: &dyn Bench,
    mechanisms: &[&str],
    properties: &[&str],
    scope: Scope,
    budget: Budget,
    threads: Option<usize>,
    format: Format,
) -> Result<u8> {
    let report =
        with_limits(budget, threads, |limits| Ok(bench.census(mechanisms, properties, scope, limits)?))?;
    match format {
        Format::Json => render::print_json(&render::census_json(&report)),
        Format::Text => render::print(&render::census(&report)),
    }
    let violated = report.mechanisms.iter().flat_map(|m| &m.properties).any(|p| p.violated > 0);
    Ok(if violated { FOUND } else { interrupted(&report.searched) })
}

/// The exit status of a search that found nothing.
fn interrupted(searched: &Searched) -> u8 {
    if searched.ended == Ended::Interrupted { UNDECIDED } else { 0 }
}
