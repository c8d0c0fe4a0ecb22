//! Runs whose outcome is much longer than their instance: kept in compact form, and written row by row.

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeMap as _, SerializeSeq as _, Serializer};

use crate::mechanism::{Mechanism, check_levels, tight_resources};
use crate::model::arrivals::{Arrivals, Levels, Sequence};
use crate::model::{Model, Table};
use crate::scalar::Rational;

/// The number of arrivals above which a history is kept in compact form, if possible.
pub(super) const LONG: usize = 256;

/// The largest number of digits that a table shows.
const SHOWN: usize = 40;

/// A compact history with its certificate. Serialised, it is the report of a run with the full history.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LongReport {
    /// Id of the mechanism.
    pub mechanism: &'static str,
    /// Id of the model.
    pub model: &'static str,
    /// `true` if a certificate was accepted.
    pub certified: bool,
    /// The reason why no certificate was accepted.
    pub reason: Option<String>,
    /// The agents with their shares on arrival and at the end.
    pub tables: Vec<Table>,
    /// The number of entries of the full history.
    pub numbers: usize,
    levels: Levels,
}

/// Allocates in compact form; `None` if the mechanism has none, or the sequence has at most [`LONG`] arrivals.
pub(super) fn arrivals(mechanism: &dyn Mechanism<Arrivals>, sequence: &Sequence) -> Option<LongReport> {
    if sequence.steps() <= LONG {
        return None;
    }
    let levels = mechanism.levels(sequence)?;
    let found = tight_resources(sequence, &levels);
    let checked =
        found.as_ref().map_err(Clone::clone).and_then(|tight| check_levels(sequence, &levels, tight));
    let n = sequence.steps();
    Some(LongReport {
        mechanism: mechanism.id(),
        model: Arrivals::ID,
        certified: checked.is_ok(),
        reason: checked.err().map(|reason| reason.to_string()),
        tables: vec![table(sequence, &levels, found.ok().as_deref())],
        numbers: n * (n + 1) / 2,
        levels,
    })
}

/// The number, or its approximate value if it has more than [`SHOWN`] digits.
fn short(x: &Rational) -> String {
    let text = x.to_string();
    if text.len() <= SHOWN { text } else { format!("about {:.9} ({} digits)", x.to_f64(), text.len() - 1) }
}

fn table(sequence: &Sequence, levels: &Levels, tight: Option<&[usize]>) -> Table {
    let mut last: Vec<(usize, usize)> = Vec::new();
    levels.groups(|groups| {
        if groups.last().is_some_and(|(_, of)| of + 1 == levels.level.len()) {
            last = groups.to_vec();
        }
    });
    let of_first: BTreeMap<usize, usize> = last.into_iter().collect();
    let end = |agent: usize| of_first.range(..=agent).next_back().map_or(agent, |(_, of)| *of);
    let stopped = |k: usize| tight.map_or_else(String::new, |tight| format!("resource {}", tight[k] + 1));
    let title =
        format!("agents in order of arrival (demand per task, dominant shares); n = {}", sequence.agents);
    Table::new(title, sequence.demand.len())
        .column("agent", |k| format!("agent {}", k + 1))
        .columns((1..=sequence.resources()).map(|r| format!("resource {r}")), |k, r| &sequence.demand[k][r])
        .column("share on arrival", |k| short(&levels.level[k]))
        .column("stopped by", stopped)
        .column("share at the end", |k| short(&levels.level[end(k)]))
}

/// The shares after one step.
struct Row<'a> {
    groups: &'a [(usize, usize)],
    agents: usize,
    texts: &'a [String],
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_seq(Some(self.agents))?;
        let ends = self.groups.iter().skip(1).map(|(first, _)| *first).chain([self.agents]);
        for ((first, of), end) in self.groups.iter().zip(ends) {
            for _ in *first..end {
                row.serialize_element(&self.texts[*of])?;
            }
        }
        row.end()
    }
}

/// All rows, one per step.
struct Rows<'a>(&'a Levels);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let texts: Vec<String> = self.0.level.iter().map(ToString::to_string).collect();
        let mut rows = serializer.serialize_seq(Some(texts.len()))?;
        let (mut step, mut failed) = (0, None);
        self.0.groups(|groups| {
            step += 1;
            if failed.is_none() {
                failed = rows.serialize_element(&Row { groups, agents: step, texts: &texts }).err();
            }
        });
        match failed {
            Some(error) => Err(error),
            None => rows.end(),
        }
    }
}

/// The outcome, an object with one field.
struct Outcome<'a>(&'a Levels);

impl Serialize for Outcome<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut outcome = serializer.serialize_map(Some(1))?;
        outcome.serialize_entry("shares", &Rows(self.0))?;
        outcome.end()
    }
}

impl Serialize for LongReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut report = serializer.serialize_map(None)?;
        report.serialize_entry("format", &1)?;
        report.serialize_entry("mechanism", self.mechanism)?;
        report.serialize_entry("model", self.model)?;
        report.serialize_entry("certified", &self.certified)?;
        report.serialize_entry("outcome", &Outcome(&self.levels))?;
        if let Some(reason) = &self.reason {
            report.serialize_entry("reason", reason)?;
        }
        report.end()
    }
}
