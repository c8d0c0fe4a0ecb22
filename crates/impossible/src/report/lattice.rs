//! The report of all sets of a list of properties.

use super::{FORMAT, ProfileReport, RowReport, Shown, about, profile, rows};
use crate::answer::{Lattice, Proof, State, sets};
use crate::question::Question;
use crate::rule::Rule;
use serde::Serialize;

/// A set of properties that is possible and maximal, or impossible and minimal.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetReport {
    /// Ids of the properties of the set.
    pub properties: Vec<&'static str>,
    /// The core of an impossible set.
    pub core: Option<Vec<ProfileReport>>,
    /// The proof of an impossible set in words.
    pub proof: Option<Vec<String>>,
    /// The rule of a possible set.
    pub rule: Option<Vec<RowReport>>,
    /// Name of a known rule with that table.
    pub known: Option<String>,
}

/// The answers for all sets of the properties.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LatticeReport {
    /// Version of the JSON format.
    pub format: u32,
    /// The state of the whole list: `impossible`, `possible` or `undecided`.
    pub verdict: &'static str,
    /// Ids of the properties.
    pub properties: Vec<&'static str>,
    /// Scope over which rules are defined.
    pub scope: String,
    /// Number of profiles of the scope.
    pub profiles: usize,
    /// `true` if every set is decided.
    pub complete: bool,
    /// Maximal possible sets, each with a rule.
    pub possible: Vec<SetReport>,
    /// Minimal impossible sets, each with a core.
    pub impossible: Vec<SetReport>,
    /// Numbers of possible, impossible and open sets.
    pub counts: [usize; 3],
    #[serde(skip)]
    about: String,
}

impl LatticeReport {
    /// Returns the report of a lattice.
    pub fn new<D: Shown>(question: &Question, lattice: &Lattice<D>) -> Self {
        let ids = |set: &[usize]| set.iter().map(|&k| question.properties[k].id()).collect::<Vec<_>>();
        let asked = |set: &[usize]| set.iter().map(|&k| question.properties[k]).collect::<Vec<_>>();
        let possible = |set: &[usize], rule: &Rule<D>| SetReport {
            properties: ids(set),
            rule: Some(rows(rule)),
            known: D::known(rule),
            ..SetReport::default()
        };
        let impossible = |set: &[usize], proof: &Proof<D>| SetReport {
            properties: ids(set),
            core: Some(proof.profiles.iter().map(profile).collect()),
            proof: D::proof(&asked(set), proof),
            ..SetReport::default()
        };
        let every = sets(question.properties.len());
        let count = |state| every.iter().filter(|set| lattice.state(set) == state).count();
        let whole: Vec<usize> = (0..question.properties.len()).collect();
        LatticeReport {
            format: FORMAT,
            verdict: lattice.state(&whole).word(),
            properties: question.ids(),
            scope: question.scope.to_string(),
            profiles: question.profiles.len(),
            complete: lattice.complete,
            possible: lattice.possible.iter().map(|(set, rule)| possible(set, rule)).collect(),
            impossible: lattice.impossible.iter().map(|(set, proof)| impossible(set, proof)).collect(),
            counts: [count(State::Possible), count(State::Impossible), count(State::Open)],
            about: about(question),
        }
    }

    /// Returns the report as text.
    pub fn text(&self) -> String {
        let [possible, impossible, open] = self.counts;
        let (all, names) = (possible + impossible + open, self.properties.join(", "));
        let states = format!("{possible} are possible, {impossible} are impossible and {open} are open");
        let mut out = format!("Of the {all} sets of {names}, {states}.\nScope: {}.\n", self.about);
        out += "\nMaximal sets that a rule has:\n";
        for set in &self.possible {
            let known = set.known.as_ref().map_or(String::new(), |k| format!(" ({k})"));
            out += &format!("  {}{known}\n", set.properties.join(", "));
        }
        out += "\nMinimal sets that no rule has:\n";
        for set in &self.impossible {
            let size = set.core.as_ref().map_or(0, Vec::len);
            let plural = if size == 1 { "" } else { "s" };
            out += &format!("  {}, from {size} profile{plural}\n", set.properties.join(", "));
        }
        for set in &self.impossible {
            if let Some(proof) = &set.proof {
                out += &format!("\nNo rule has {}:\n  {}\n", set.properties.join(", "), proof.join("\n  "));
            }
        }
        out
    }
}
