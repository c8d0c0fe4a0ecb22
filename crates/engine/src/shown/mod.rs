//! Instances and outcomes for a reader: tables, stacked bars, names.

mod arrivals;
mod cluster;
mod cohort;
mod covering;

use fairwitness_kernel::model::Model;
use fairwitness_kernel::scalar::Rational;

/// A model whose instances and outcomes can be laid out for a reader.
pub trait Presented: Model {
    /// The instance, and the outcome where there is one, as tables.
    fn tables(instance: &Self::Instance<Rational>, outcome: Option<&Self::Outcome<Rational>>) -> Vec<Table>;
    /// The outcome as bars.
    fn bars(instance: &Self::Instance<Rational>, outcome: &Self::Outcome<Rational>) -> Bars;
    /// The name of an agent: its label, or its kind and number counted from 1.
    fn agent_name(instance: &Self::Instance<Rational>, agent: usize) -> String;
}

/// A table for a reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The column heads.
    pub head: Vec<String>,
    /// The rows, as wide as the head.
    pub rows: Vec<Vec<String>>,
}

/// Stacked bars for a reader: what agents hold, in groups that stand side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bars {
    /// What they show.
    pub title: String,
    /// What the height 1 stands for, where a line is to be drawn there.
    pub whole: Option<&'static str>,
    /// The agents, in order.
    pub agents: Vec<String>,
    /// The groups: their names and their bars.
    pub groups: Vec<(String, Vec<Bar>)>,
}

/// One bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// What it stands for; may be empty.
    pub name: String,
    /// From the ground up: whose part it is, and how high.
    pub parts: Vec<(usize, Rational)>,
}

/// People whom terms are named after.
const NAMES: [&str; 2] = ["Leontief", "Pareto"];

/// A name or title for the middle of a sentence: with a small first letter, unless it begins with an abbreviation or somebody's
/// name.
pub fn within_sentence(text: &str) -> String {
    if NAMES.iter().any(|name| text.starts_with(name)) {
        return text.to_string();
    }
    let mut letters = text.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => text.to_string(),
    }
}
