//! Instances and outcomes for a reader: tables, stacked bars, names.

mod arrivals;
mod cluster;
mod cohort;
mod covering;
pub mod frame;
mod nearby;

pub use frame::{Column, Frame, Marks, Panel, Part};

use fairwitness_kernel::model::Model;
use fairwitness_kernel::scalar::Rational;

/// A model whose instances and outcomes can be laid out for a reader.
pub trait Presented: Model {
    /// The instance, and the outcome where there is one, as tables.
    fn tables(instance: &Self::Instance<Rational>, outcome: Option<&Self::Outcome<Rational>>) -> Vec<Table>;
    /// The outcome as bars.
    fn bars(instance: &Self::Instance<Rational>, outcome: &Self::Outcome<Rational>) -> Bars;
    /// Allocations side by side, with what is marked in each; all of instances with the agents of the first.
    fn frame(allocations: &[Allocated<'_, Self>]) -> Frame {
        let all = allocations.iter().map(|a| (a.title.clone(), Self::bars(a.instance, a.outcome)));
        Frame::of_bars(all.collect()).marked(allocations.iter().map(|a| &a.marks))
    }
    /// Instances with one part less, a rule less, a zero more or less, named by what was done: "without user 1".
    fn nearby(_instance: &Self::Instance<Rational>) -> Vec<(String, Self::Instance<Rational>)> {
        Vec::new()
    }
    /// A number of the instance that can be turned, if there is one: what it counts, and its value.
    fn dial(_instance: &Self::Instance<Rational>) -> Option<(String, Rational)> {
        None
    }
    /// The instance with that number at another value; `None` where there is no such instance.
    fn turned(_instance: &Self::Instance<Rational>, _value: &Rational) -> Option<Self::Instance<Rational>> {
        None
    }
    /// The name of an agent: its label, or its kind and number counted from 1.
    fn agent_name(instance: &Self::Instance<Rational>, agent: usize) -> String;
}

/// An allocation to be drawn.
#[derive(Debug)]
pub struct Allocated<'a, M: Model> {
    /// Whose it is, or on which instance.
    pub title: String,
    /// What is allocated.
    pub instance: &'a M::Instance<Rational>,
    /// How.
    pub outcome: &'a M::Outcome<Rational>,
    /// What is marked in it.
    pub marks: Marks,
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
