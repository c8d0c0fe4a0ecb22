//! The scorecard of a mechanism: the state of every property, and its failure rate on random pools.

use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, Serialize)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum State {
    /// A violation is on record, or follows from one.
    Violated,
    /// A theorem proves the property.
    Proved,
    /// A proof on paper shows the property, and no proof kernel has checked it.
    #[serde(rename = "proved")]
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
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line {
    /// Id of the property.
    pub property: &'static str,
    /// State of the property.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub state: State,
    /// The margin of a violation.
    pub margin: Option<String>,
    /// The record with the smallest violating instance, or the file that was judged.
    pub instance: Option<String>,
    /// The part of the decided random pools on which the property is violated.
    pub rate: Option<Rational>,
    /// The number of random pools on which the property was decided.
    pub decided: Option<u64>,
    /// The number of random pools on which it is violated.
    #[serde(skip)]
    pub violated: u64,
    /// A remark: the extent of a search, the origin of an implication, the reason why nothing was decided.
    pub extent: String,
    /// A command that shows the state, which the caller fills in; null for a card of one instance.
    pub command: Option<String>,
}

impl Line {
    /// The line of a property in this state, with a remark.
    pub fn of(property: &'static str, state: State, extent: String) -> Line {
        let (margin, instance, rate, decided, command) = (None, None, None, None, None);
        Line { property, state, margin, instance, rate, decided, violated: 0, extent, command }
    }
}

/// One measure on a scorecard.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Valued {
    /// Id of the measure.
    pub measure: String,
    /// The worst value on file, or the value on the instance.
    pub value: Rational,
    /// The number of agents if the value comes from a search.
    pub agents: Option<usize>,
}

/// The scorecard of a mechanism. Serialised it is the document that `--format json` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Score {
    /// Id of the mechanism.
    pub mechanism: &'static str,
    /// Id of the model.
    pub model: &'static str,
    /// The lines, one for each property that may apply.
    #[serde(rename = "properties")]
    pub lines: Vec<Line>,
    /// The worst values.
    pub worst: Vec<Valued>,
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
        let (state, extent) = match &cell.state {
            CellState::Violated { .. } => (State::Violated, String::new()),
            CellState::Derived { from, .. } => (State::Violated, format!("follows from {from}")),
            CellState::Proved { theorem, .. } => (State::Proved, format!("theorem {theorem}")),
            CellState::ProvedOnPaper { file } => (State::ProvedOnPaper, format!("proof on paper, {file}")),
            CellState::Unrefuted(extent) => (State::Unrefuted, extent.to_string()),
            CellState::Undecided(extent) => (State::Undecided, extent.to_string()),
            CellState::OutOfScope(extent) => (State::OutOfScope, extent.to_string()),
        };
        let mut line = Line::of(cell.property, state, extent);
        if let Some(draws) = draws {
            line.draw(bench, mechanism, draws, &patience)?;
        }
        match &cell.state {
            CellState::Violated { record } => {
                let found = smallest(library, bench, mechanism, cell.property);
                let (file, margin) = found.unwrap_or_else(|| (record.clone(), String::new()));
                line.margin = Some(margin).filter(|m| !m.is_empty());
                line.instance = Some(path(&file));
            }
            CellState::Derived { record, .. } => line.instance = Some(path(record)),
            _ => {}
        }
        lines.push(line);
    }
    let kept = worst::load(root)?;
    let of_mechanism = kept.into_iter().filter(|w| w.mechanism == mechanism);
    let worst = of_mechanism.map(|Worst { measure, value, agents, .. }| Valued {
        measure,
        value,
        agents: Some(agents),
    });
    Ok(Score { mechanism, model: bench.model(), lines, worst: worst.collect() })
}

impl Line {
    /// Judges the property on random pools, within the time, and keeps how often it is violated.
    fn draw(
        &mut self,
        bench: &dyn Bench,
        mechanism: &str,
        draws: Draws,
        patience: &Patience,
    ) -> Result<(), InputError> {
        let (mut violated, mut decided) = (0, 0);
        // No single property takes more than a tenth of the time.
        let until = Instant::now() + draws.time / 10;
        let patience = patience.clone().until(until);
        for k in 0..draws.count {
            if patience.over() {
                break;
            }
            let document = bench.drawn(draws.seed, k, draws.scope);
            match bench.judge(mechanism, self.property, &document, &patience).uncut() {
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
        self.violated = violated;
        self.decided = (decided > 0).then_some(decided);
        self.rate = self.decided.map(|decided| ratio(violated, decided));
        Ok(())
    }
}

/// The fraction `part / all` of what was counted.
pub fn ratio(part: u64, all: u64) -> Rational {
    let whole = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
    Rational::new(whole(part), whole(all).max(1))
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
        lines.push(Line { margin, instance, ..Line::of(property.id, state, extent) });
    }
    let mut worst = Vec::new();
    for measure in bench.measures() {
        let value = bench.measure(mechanism, measure.id, instance, patience).uncut();
        if let Ok(value) = value
            && let Some(value) = value?
        {
            worst.push(Valued { measure: measure.id.to_string(), value, agents: None });
        }
    }
    Ok(Score { mechanism, model: bench.model(), lines, worst })
}
