//! The states of sets of properties over a range of capacities, with the capacity from which on a set is
//! impossible.

use crate::answer::{Set, State};
use crate::lattice::lattice;
use crate::property::Property;
use crate::question::{Question, Refusal};
use crate::scope::ProfileScope;
use crate::stop::Stop;
use serde::Serialize;
use std::collections::BTreeSet;

/// The states of all sets that are minimal impossible at some capacity of the range.
#[derive(Debug, Clone, Serialize)]
pub struct Over {
    /// The version of the JSON format.
    pub format: u32,
    /// Ids of the properties.
    pub properties: Vec<&'static str>,
    /// The capacities; each is the capacity of all resources of all servers and also the largest demand.
    pub capacities: Vec<u32>,
    /// One row for each set.
    pub sets: Vec<OverRow>,
    /// `true` if every capacity was decided.
    pub complete: bool,
}

/// One set of properties over all capacities.
#[derive(Debug, Clone, Serialize)]
pub struct OverRow {
    /// Ids of the properties of the set.
    pub properties: Vec<&'static str>,
    /// The state at each capacity: `possible`, `impossible` or `undecided`.
    pub states: Vec<&'static str>,
    /// The smallest capacity such that the set is impossible there and at every larger capacity of the range,
    /// or `None` if it is not impossible at the last.
    pub from: Option<u32>,
}

/// Decides all sets of `properties` at every capacity of the range; the largest demand is the capacity.
///
/// # Errors
/// The refusal of the first capacity whose question is too large.
pub fn over(
    properties: &[&'static dyn Property],
    scope: &ProfileScope,
    capacities: std::ops::RangeInclusive<u32>,
    stop: &dyn Stop,
) -> Result<Over, Refusal> {
    let capacities: Vec<u32> = capacities.collect();
    let mut lattices = vec![];
    for &capacity in &capacities {
        let question = Question::new(properties.to_vec(), scope.with_capacity(capacity))?;
        lattices.push(lattice(&question, stop));
    }
    let minimal: BTreeSet<(usize, Set)> =
        lattices.iter().flat_map(|l| l.impossible.iter().map(|(set, _)| (set.len(), set.clone()))).collect();
    let row = |(_, set): (usize, Set)| {
        let states: Vec<State> = lattices.iter().map(|l| l.state(&set)).collect();
        let tail = states.iter().rev().take_while(|s| **s == State::Impossible).count();
        OverRow {
            properties: set.iter().map(|&k| properties[k].id()).collect(),
            states: states.iter().map(|state| state.word()).collect(),
            from: (tail > 0).then(|| capacities[capacities.len() - tail]),
        }
    };
    Ok(Over {
        format: crate::report::FORMAT,
        properties: properties.iter().map(|p| p.id()).collect(),
        sets: minimal.into_iter().map(row).collect(),
        complete: lattices.iter().all(|l| l.complete),
        capacities,
    })
}

impl Over {
    /// Returns the table as text: `x` impossible, `.` possible, `?` undecided.
    pub fn text(&self) -> String {
        let widest = self.sets.iter().map(|row| row.properties.join(", ").len()).max().unwrap_or(0);
        let caps: Vec<String> = self.capacities.iter().map(|c| format!("{c:>2}")).collect();
        let mut out = format!("{:widest$}  {}\n", "capacity", caps.join(" "));
        for row in &self.sets {
            let mark = |s: &&str| match *s {
                "impossible" => " x",
                "possible" => " .",
                _ => " ?",
            };
            let marks: Vec<&str> = row.states.iter().map(mark).collect();
            let from = row.from.map_or(String::new(), |c| format!("  from {c} on"));
            out += &format!("{:widest$}  {}{from}\n", row.properties.join(", "), marks.join(" "));
        }
        out
    }
}
