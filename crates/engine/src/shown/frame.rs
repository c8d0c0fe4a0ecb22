//! Allocations side by side in one frame, at true scale: amounts in units, with what is lost marked.

use super::Bars;
use fairwitness_kernel::scalar::{Rational, Scalar};

/// One or two allocations under one legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The agents, in order; empty where each column belongs to the agent of its number.
    pub agents: Vec<String>,
    /// The allocations, with their headings.
    pub panels: Vec<Panel>,
    /// What heights stand for, in a sentence.
    pub scale: String,
}

/// One allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// Whose it is, or on which instance.
    pub title: String,
    /// The groups of columns that stand side by side.
    pub groups: Vec<(String, Vec<Column>)>,
}

/// A column: what there is, and who has how much of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What it stands for; may be empty.
    pub name: String,
    /// The height of its outline, where there is as much as that: 1 is the height of the scale.
    pub full: Option<Rational>,
    /// What stands above the outline: how much there is.
    pub amount: String,
    /// From the ground up.
    pub parts: Vec<Part>,
    /// A level that the column should reach, with the words for it.
    pub mark: Option<(Rational, String)>,
}

/// A part of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Whose it is.
    pub agent: usize,
    /// Its height, where 1 is the height of the scale.
    pub height: Rational,
    /// Its value.
    pub value: String,
    /// Whether it is drawn with a thick line around it.
    pub bold: bool,
}

/// What is marked in an allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The agent whose parts get a thick line.
    pub bold: Option<usize>,
    /// Levels of what agents have in all: whose, how much, and what it is.
    pub levels: Vec<(usize, Rational, String)>,
}

impl Frame {
    /// The frame with thick lines around the parts that are marked, panel by panel.
    #[must_use]
    pub fn marked<'a>(mut self, marks: impl Iterator<Item = &'a Marks>) -> Frame {
        for (panel, marks) in self.panels.iter_mut().zip(marks) {
            let columns = panel.groups.iter_mut().flat_map(|(_, group)| group);
            columns.flat_map(|c| &mut c.parts).for_each(|part| part.bold = marks.bold == Some(part.agent));
        }
        self
    }

    /// The frame of bars, whose heights are numbers already.
    pub fn of_bars(all: Vec<(String, Bars)>) -> Frame {
        let agents = all.first().map(|(_, bars)| bars.agents.clone()).unwrap_or_default();
        let whole = all.first().and_then(|(_, bars)| bars.whole);
        let scale = all.first().map(|(_, bars)| format!("{}.", bars.title)).unwrap_or_default();
        // All panels share the largest height.
        let height = |parts: &[(usize, Rational)]| parts.iter().fold(Rational::zero(), |sum, (_, x)| sum + x);
        let columns = all.iter().flat_map(|(_, bars)| bars.groups.iter().flat_map(|(_, group)| group));
        let most = columns.map(|bar| height(&bar.parts)).max().unwrap_or_else(Rational::zero);
        let top = if most.is_zero() || (whole.is_some() && most < Rational::one()) {
            Rational::one()
        } else {
            most
        };
        let column = |bar: super::Bar| Column {
            name: bar.name,
            full: whole.map(|_| Rational::one() / &top),
            amount: String::new(),
            parts: bar
                .parts
                .into_iter()
                .map(|(agent, x)| Part { agent, value: x.to_string(), height: x / &top, bold: false })
                .collect(),
            mark: None,
        };
        let panel = |(title, bars): (String, Bars)| Panel {
            title,
            groups: bars
                .groups
                .into_iter()
                .map(|(name, group)| (name, group.into_iter().map(column).collect()))
                .collect(),
        };
        Frame { agents, panels: all.into_iter().map(panel).collect(), scale }
    }
}
