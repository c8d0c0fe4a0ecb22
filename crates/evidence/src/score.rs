//! The scorecard of a mechanism: the state of every property, and its failure rate on random pools.

use std::path::Path;
use std::time::{Duration, Instant};

use strum::IntoStaticStr;

use crate::claims::Library;
use crate::document::{Document, InputError};
use crate::instances::Scope;
use crate::linear::{Cut, Patience, Uncut as _};
use crate::matrix::{CellState, matrix};
use crate::model::Hypothesis;
use crate::scalar::Rational;
use crate::workbench::{Answer, Bench};
use crate::worst::{self, Worst};

/// The state of a property of a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum State {
    /// A violation is on record, or follows from one.
    Violated,
    /// A theorem proves the property.
    Proved,
    /// A proof on paper shows the property, and no proof kernel has checked it.
    ProvedOnPaper,
    /// The property holds on the instance that was judged.
    Holds,
    /// Searches found no violation, and decided some instances.
    Unrefuted,
    /// No instance was decided.
    Undecided,
    /// The property is not defined here.
    OutOfScope,
}

impl State {
    /// The word for the state in documents.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// One line of a scorecard.
#[derive(Clone, Debug)]
pub struct Line {
    /// Id of the property.
    pub property: &'static str,
    /// State of the property.
    pub state: State,
    /// The margin of a violation.
    pub margin: Option<String>,
    /// The record with the smallest violating instance, or the file that was judged.
    pub instance: Option<String>,
    /// The number of random pools on which the property is violated, and the number on which it was decided.
    pub rate: Option<(u64, u64)>,
    /// A remark: the extent of a search, the origin of an implication, the reason why nothing was decided.
    pub extent: String,
}

/// The scorecard of a mechanism.
#[derive(Clone, Debug)]
pub struct Score {
    /// Id of the mechanism.
    pub mechanism: &'static str,
    /// Id of the model.
    pub model: &'static str,
    /// The lines, one for each property that may apply.
    pub lines: Vec<Line>,
    /// The worst values: measure, value, and the number of agents if the value comes from a search.
    pub worst: Vec<(String, Rational, Option<usize>)>,
}

/// The random pools for failure rates.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    /// Number of pools.
    pub count: u64,
    /// The seed of random choices.
    pub seed: u64,
    /// The largest size of pools.
    pub scope: Scope,
    /// The time for all rates.
    pub time: Duration,
}

/// The size of an instance: the sum of the numbers in its size label.
pub(crate) fn size_of(file: &str) -> usize {
    let label = file.rsplit('-').find(|part| part.starts_with(|c: char| c.is_ascii_digit()));
    let digits = label.unwrap_or_default().split(|c: char| !c.is_ascii_digit());
    digits.filter_map(|n| n.parse::<usize>().ok()).sum()
}

/// The smallest instance on record that violates the cell, with its margin.
fn smallest(
    library: &Library,
    bench: &dyn Bench,
    mechanism: &str,
    property: &str,
) -> Option<(String, String)> {
    let own = library.records().iter().filter(|(_, r)| r.mechanism == mechanism && r.property == property);
    if let Some((name, record)) = own.min_by_key(|(name, _)| (size_of(name), name.len())) {
        return Some((name.clone(), record.margin()));
    }
    let others = library.records().iter().filter(|(_, r)| r.model == bench.model());
    let mut also: Vec<&str> =
        others.map(|(n, _)| n.as_str()).filter(|n| library.lists(n, mechanism, property)).collect();
    also.sort_by_key(|name| (size_of(name), name.len()));
    let name = also.first()?;
    let document = library.instance(&path(name)).ok()?;
    let report = bench.judge(mechanism, property, &document, &Patience::unlimited()).ok()?;
    let margin = report.witness.as_ref()?.get("margin")?.to_json();
    Some(((*name).to_string(), margin.as_str().unwrap_or_default().to_string()))
}

/// The path of a record's file.
fn path(file: &str) -> String {
    format!("counterexamples/{file}")
}

/// The scorecard of a mechanism from the evidence of a project's folder; failure rates as far as time and
/// patience permit.
///
/// # Errors
/// A file that cannot be read.
pub fn score(
    library: &Library,
    root: &Path,
    bench: &'static dyn Bench,
    mechanism: &'static str,
    draws: Option<Draws>,
    patience: &Patience,
) -> Result<Score, InputError> {
    let cells = matrix(library, root, bench, Hypothesis::None)?;
    let patience = patience.clone().until(draws.map(|d| Instant::now() + d.time));
    let mut lines = Vec::new();
    for cell in cells.iter().filter(|c| c.mechanism == mechanism) {
        if bench.never(mechanism, cell.property)?.is_some() {
            continue;
        }
        let rate = match draws {
            Some(draws) => rate(bench, mechanism, cell.property, draws, &patience)?,
            None => None,
        };
        let blank = Line {
            property: cell.property,
            state: State::Undecided,
            margin: None,
            instance: None,
            rate,
            extent: String::new(),
        };
        lines.push(match &cell.state {
            CellState::Violated { record } => {
                let found = smallest(library, bench, mechanism, cell.property);
                let (file, margin) = found.unwrap_or_else(|| (record.clone(), String::new()));
                let margin = Some(margin).filter(|m| !m.is_empty());
                Line { state: State::Violated, margin, instance: Some(path(&file)), ..blank }
            }
            CellState::Derived { from, record, .. } => Line {
                state: State::Violated,
                instance: Some(path(record)),
                extent: format!("follows from {from}"),
                ..blank
            },
            CellState::Proved { theorem, .. } => {
                Line { state: State::Proved, extent: format!("theorem {theorem}"), ..blank }
            }
            CellState::ProvedOnPaper { file } => {
                Line { state: State::ProvedOnPaper, extent: format!("proof on paper, {file}"), ..blank }
            }
            CellState::Unrefuted(extent) => {
                Line { state: State::Unrefuted, extent: extent.to_string(), ..blank }
            }
            CellState::Undecided(extent) => Line { extent: extent.to_string(), ..blank },
            CellState::OutOfScope(extent) => {
                Line { state: State::OutOfScope, extent: extent.to_string(), ..blank }
            }
        });
    }
    let kept = worst::load(root)?;
    let of_mechanism = kept.into_iter().filter(|w| w.mechanism == mechanism);
    let worst = of_mechanism.map(|Worst { measure, value, agents, .. }| (measure, value, Some(agents)));
    Ok(Score { mechanism, model: bench.model(), lines, worst: worst.collect() })
}

/// The failure rate of a property on random pools, within the time: violated and decided.
fn rate(
    bench: &dyn Bench,
    mechanism: &str,
    property: &str,
    draws: Draws,
    patience: &Patience,
) -> Result<Option<(u64, u64)>, InputError> {
    let (mut violated, mut decided) = (0, 0);
    // No single property takes more than a tenth of the time.
    let until = Instant::now() + draws.time / 10;
    let patience = patience.clone().until(until);
    for k in 0..draws.count {
        if patience.over() {
            break;
        }
        let document = bench.drawn(draws.seed, k, draws.scope);
        match bench.judge(mechanism, property, &document, &patience).uncut() {
            Err(Cut) => break,
            Ok(report) => match report?.answer {
                Answer::Violated => (violated, decided) = (violated + 1, decided + 1),
                Answer::Holds => decided += 1,
                // A search for lies that finds none proves nothing; here it counts as an instance without a
                // violation.
                Answer::Undecided => decided += 1,
                Answer::OutOfScope | Answer::Unrefuted => {}
            },
        }
    }
    Ok((decided > 0).then_some((violated, decided)))
}

/// The scorecard of a mechanism on one instance, within `patience`.
///
/// # Errors
/// An instance that cannot be read.
pub fn on_instance(
    bench: &'static dyn Bench,
    mechanism: &'static str,
    instance: &Document,
    patience: &Patience,
) -> Result<Score, InputError> {
    let mut lines = Vec::new();
    for property in bench.properties() {
        if bench.never(mechanism, property.id)?.is_some() {
            continue;
        }
        let line = match bench.judge(mechanism, property.id, instance, patience).uncut() {
            Err(Cut) => (State::Undecided, None, "the time was up".to_string()),
            Ok(report) => {
                let report = report?;
                let margin = report.witness.as_ref().and_then(|w| w.get("margin")).map(|m| m.to_json());
                let margin = margin.and_then(|m| m.as_str().map(String::from));
                let state = match report.answer {
                    Answer::Violated => State::Violated,
                    Answer::Holds => State::Holds,
                    Answer::OutOfScope => State::OutOfScope,
                    Answer::Undecided | Answer::Unrefuted => State::Undecided,
                };
                let extent = report.reason.clone().unwrap_or_else(|| report.sentence());
                (state, margin, extent)
            }
        };
        let (state, margin, extent) = line;
        let instance = Some(instance.file.clone()).filter(|_| state == State::Violated);
        lines.push(Line { property: property.id, state, margin, instance, rate: None, extent });
    }
    let mut worst = Vec::new();
    for measure in bench.measures() {
        let value = bench.measure(mechanism, measure.id, instance, patience).uncut();
        if let Ok(value) = value
            && let Some(value) = value?
        {
            worst.push((measure.id.to_string(), value, None));
        }
    }
    Ok(Score { mechanism, model: bench.model(), lines, worst })
}
