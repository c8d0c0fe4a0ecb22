//! Allocations side by side in one frame at true scale: amounts in units, with losses marked.

use super::Bars;
use fairwitness_kernel::scalar::{Rational, Scalar};

/// One or two allocations with one legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The names of the agents, in order; empty if each column belongs to the agent of its position.
    pub agents: Vec<String>,
    /// The allocations, with their headings.
    pub panels: Vec<Panel>,
    /// The meaning of heights, in a sentence.
    pub scale: String,
}

/// One allocation of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// The mechanism or the instance of the allocation.
    pub title: String,
    /// The groups of columns, side by side, each with its name.
    pub groups: Vec<(String, Vec<Column>)>,
}

/// A column: an amount, and the parts of it that agents hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name of the column; may be empty.
    pub name: String,
    /// The height of the outline, where 1 is the height of the scale; `None` without an outline.
    pub full: Option<Rational>,
    /// The amount, written above the outline.
    pub amount: String,
    /// The parts of the column, from the bottom up.
    pub parts: Vec<Part>,
    /// A level that the column should reach, with a phrase for it.
    pub mark: Option<(Rational, String)>,
}

/// A part of a column, held by one agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Index of the agent that holds the part.
    pub agent: usize,
    /// Height of the part, where 1 is the height of the scale.
    pub height: Rational,
    /// The value of the part, as text.
    pub value: String,
    /// `true` if the part has a thick outline.
    pub bold: bool,
}

/// The marks in an allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The agent whose parts have a thick outline.
    pub bold: Option<usize>,
    /// Levels of agents' totals: agent, amount, and the phrase for the level.
    pub levels: Vec<(usize, Rational, String)>,
}

impl Frame {
    /// The frame with the marks applied, panel by panel.
    #[must_use]
    pub fn marked<'a>(mut self, marks: impl Iterator<Item = &'a Marks>) -> Frame {
        for (panel, marks) in self.panels.iter_mut().zip(marks) {
            let columns = panel.groups.iter_mut().flat_map(|(_, group)| group);
            columns.flat_map(|c| &mut c.parts).for_each(|part| part.bold = marks.bold == Some(part.agent));
        }
        self
    }

    /// The frame of bars whose heights are numbers already.
    pub fn of_bars(all: Vec<(String, Bars)>) -> Frame {
        let agents = all.first().map(|(_, bars)| bars.agents.clone()).unwrap_or_default();
        let whole = all.first().and_then(|(_, bars)| bars.whole);
        let outline = match whole {
            Some("alone") => " The outline is what the task pays alone.",
            Some("all") => " The outline is all quotas of the resource together.",
            _ => "",
        };
        let scale = all.first().map(|(_, bars)| format!("{}.{outline}", bars.title)).unwrap_or_default();
        // All panels share the largest height.
        let height = |parts: &[(usize, Rational)]| parts.iter().fold(Rational::zero(), |sum, (_, x)| sum + x);
        let columns = all.iter().flat_map(|(_, bars)| bars.groups.iter().flat_map(|(_, group)| group));
        let most = columns.map(|bar| height(&bar.parts)).max().unwrap_or_else(Rational::zero);
        let top = if most.is_zero() || (whole.is_some() && most < Rational::one()) {
            Rational::one()
        } else {
            most
        };
        let part = |(agent, x): (usize, Rational)| {
            let value = x.to_string();
            Part { agent, value, height: x / &top, bold: false }
        };
        let column = |bar: super::Bar| Column {
            name: bar.name,
            full: whole.map(|_| Rational::one() / &top),
            amount: String::new(),
            parts: bar.parts.into_iter().map(part).collect(),
            mark: None,
        };
        let panel = |(title, bars): (String, Bars)| {
            let columns = |group: Vec<super::Bar>| group.into_iter().map(column).collect();
            Panel {
                title,
                groups: bars.groups.into_iter().map(|(name, group)| (name, columns(group))).collect(),
            }
        };
        Frame { agents, panels: all.into_iter().map(panel).collect(), scale }
    }
}
