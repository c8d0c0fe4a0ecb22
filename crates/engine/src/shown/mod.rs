//! Instances and outcomes for readers: tables, stacked bars, names.

mod arrivals;
mod cluster;
mod cohort;
mod covering;
pub mod frame;
mod nearby;

pub use frame::{Column, Frame, Marks, Panel, Part};

use fairwitness_kernel::document::Value;
use fairwitness_kernel::model::{Instance, Model, Outcome};
use fairwitness_kernel::scalar::Rational;

/// A model whose instances and outcomes can be displayed.
pub trait Presented: Model {
    /// The instance, and the outcome if there is one, as tables.
    fn tables(instance: &Instance<Self>, outcome: Option<&Outcome<Self>>) -> Vec<Table>;
    /// The outcome as stacked bars.
    fn bars(instance: &Instance<Self>, outcome: &Outcome<Self>) -> Bars;
    /// Allocations side by side, with the marks of each; their instances have the agents of the first.
    fn frame(allocations: &[Allocated<'_, Self>]) -> Frame {
        let all = allocations.iter().map(|a| (a.title.clone(), Self::bars(a.instance, a.outcome)));
        Frame::of_bars(all.collect()).marked(allocations.iter().map(|a| &a.marks))
    }
    /// Instances with a part, a rule or a zero more or less, each named by the change: "without user 1".
    fn nearby(_instance: &Instance<Self>) -> Vec<(String, Instance<Self>)> {
        Vec::new()
    }
    /// A number of the instance that can be varied, if there is one: its name and its value.
    fn dial(_instance: &Instance<Self>) -> Option<(String, Rational)> {
        None
    }
    /// The instance with that number set to `value`; `None` if the result is no instance.
    fn turned(_instance: &Instance<Self>, _value: &Rational) -> Option<Instance<Self>> {
        None
    }
    /// An outcome without one agent, with the agent back in its place and without anything; `None` if outcomes
    /// of the model have no such form.
    fn with_absent(_outcome: &Outcome<Self>, _agent: usize) -> Option<Outcome<Self>> {
        None
    }
    /// The number of places over which an agent's tasks are counted.
    fn places(_instance: &Instance<Self>) -> usize {
        1
    }
    /// What a document of the outcome says beside it: names, and amounts as the product counts them.
    fn beside(_instance: &Instance<Self>, _outcome: &Outcome<Self>) -> Vec<(String, Value)> {
        Vec::new()
    }
    /// The name of an agent: its label, or its kind and its number counted from 1.
    fn agent_name(instance: &Instance<Self>, agent: usize) -> String;
}

/// An allocation to be displayed.
#[derive(Debug)]
pub struct Allocated<'a, M: Model> {
    /// The mechanism or the instance of the allocation.
    pub title: String,
    /// The instance allocated.
    pub instance: &'a Instance<M>,
    /// The outcome on the instance.
    pub outcome: &'a Outcome<M>,
    /// The marks in the display.
    pub marks: Marks,
}

/// A table for readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The title of the table.
    pub title: String,
    /// The heads of the columns.
    pub head: Vec<String>,
    /// The rows, each with one cell per column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table of `rows` rows that has no columns yet.
    pub fn new(title: impl Into<String>, rows: usize) -> Table {
        Table { title: title.into(), head: Vec::new(), rows: vec![Vec::new(); rows] }
    }

    /// The table of these rows.
    pub fn of(title: impl Into<String>, head: &[&str], rows: Vec<Vec<String>>) -> Table {
        Table { title: title.into(), head: head.iter().map(ToString::to_string).collect(), rows }
    }

    /// The table with a further column: its head, and its cell in each row.
    #[must_use]
    pub fn column<C: ToString>(self, head: impl Into<String>, cell: impl Fn(usize) -> C) -> Table {
        self.columns([head], |row, _| cell(row))
    }

    /// The table with further columns, as many as there are heads: the cell of each row in each of these columns.
    #[must_use]
    pub fn columns<C: ToString>(
        mut self,
        heads: impl IntoIterator<Item = impl Into<String>>,
        cell: impl Fn(usize, usize) -> C,
    ) -> Table {
        for (k, head) in heads.into_iter().enumerate() {
            self.push(head.into(), &|row| cell(row, k).to_string());
        }
        self
    }

    fn push(&mut self, head: String, cell: &dyn Fn(usize) -> String) {
        self.head.push(head);
        self.rows.iter_mut().enumerate().for_each(|(row, cells)| cells.push(cell(row)));
    }
}

/// The numbers, with commas between.
pub fn join(numbers: &[Rational]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Stacked bars for readers: the amounts that agents hold, in groups side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bars {
    /// The title of the bars.
    pub title: String,
    /// The meaning of the height 1, if the bars have a line there.
    pub whole: Option<&'static str>,
    /// The names of the agents, in order.
    pub agents: Vec<String>,
    /// The groups, each with its name and its bars.
    pub groups: Vec<(String, Vec<Bar>)>,
}

/// One stacked bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The name of the bar; may be empty.
    pub name: String,
    /// The parts from the bottom up: the agent, and the height of its part.
    pub parts: Vec<(usize, Rational)>,
}

/// Names that terms begin with.
const NAMES: [&str; 3] = ["Kueue", "Leontief", "Pareto"];

/// A name or title within a sentence: with a lower-case first letter, unless it begins with an abbreviation
/// or a name.
pub fn within_sentence(text: &str) -> String {
    if NAMES.iter().any(|name| text.starts_with(name)) {
        return text.to_string();
    }
    let mut letters = text.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() && second != '-' => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => text.to_string(),
    }
}
