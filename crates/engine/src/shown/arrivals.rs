//! Arrival sequences and histories as tables and bars for a reader.

use super::{Bar, Bars, Presented, Table, nearby};
use fairwitness_kernel::model::arrivals::{Arrivals, History, Sequence};
use fairwitness_kernel::scalar::{Rational, Scalar};

impl Presented for Arrivals {
    fn tables(sequence: &Sequence, outcome: Option<&History>) -> Vec<Table> {
        tables(sequence, outcome)
    }

    fn bars(sequence: &Sequence, outcome: &History) -> Bars {
        bars(sequence, outcome)
    }

    fn nearby(sequence: &Sequence) -> Vec<(String, Sequence)> {
        nearby::of_sequence(sequence)
    }

    fn agent_name(_sequence: &Sequence, agent: usize) -> String {
        format!("agent {}", agent + 1)
    }
}

fn tables(sequence: &Sequence, history: Option<&History>) -> Vec<Table> {
    let head = |first: &str, what: &str, count: usize| {
        std::iter::once(first.to_string()).chain((1..=count).map(|k| format!("{what} {k}"))).collect()
    };
    let row = |name: String, cells: &[Rational]| {
        std::iter::once(name).chain(cells.iter().map(ToString::to_string)).collect::<Vec<_>>()
    };
    let agents = sequence.demand.iter().enumerate();
    let mut tables = vec![Table {
        title: format!("agents in order of arrival (demand per task); n = {}", sequence.agents),
        head: head("agent", "resource", sequence.resources()),
        rows: agents.map(|(i, demand)| row(format!("agent {}", i + 1), demand)).collect(),
    }];
    if let Some(history) = history {
        let steps = history.shares.iter().enumerate();
        tables.push(Table {
            title: "who gets what (dominant shares after each step)".to_string(),
            head: head("step", "agent", sequence.steps()),
            rows: steps
                .map(|(k, shares)| {
                    let mut row = row(format!("step {}", k + 1), shares);
                    row.resize(sequence.steps() + 1, String::new());
                    row
                })
                .collect(),
        });
    }
    tables
}

/// The share of every agent after each step: its earlier share, and the amount added by the step.
fn bars(sequence: &Sequence, history: &History) -> Bars {
    let none = Rational::zero();
    let before =
        |k: usize, i: usize| k.checked_sub(1).and_then(|k| history.shares[k].get(i)).unwrap_or(&none);
    let parts = |k: usize, i: usize| {
        let (had, has) = (before(k, i), &history.shares[k][i]);
        let kept = if had < has { had } else { has };
        [(i, kept.clone()), (i, has - kept)].into_iter().filter(|(_, part)| part.is_positive()).collect()
    };
    let bar = |k: usize, i: usize| Bar { name: String::new(), parts: parts(k, i) };
    Bars {
        title: "Dominant shares after each step; the line in a bar is the level before".to_string(),
        whole: None,
        agents: (1..=sequence.steps()).map(|i| format!("agent {i}")).collect(),
        groups: (0..sequence.steps())
            .map(|k| (format!("step {}", k + 1), (0..=k).map(|i| bar(k, i)).collect()))
            .collect(),
    }
}
