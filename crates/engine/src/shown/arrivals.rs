//! Arrival sequences and histories as tables and bars for a reader.

use super::{Bar, Bars, Presented, Table, nearby};
use fairwitness_kernel::model::arrivals::{Arrivals, History, Sequence};
use fairwitness_kernel::scalar::{Rational, Scalar};

impl Presented for Arrivals {
    fn tables(sequence: &Sequence, history: Option<&History>) -> Vec<Table> {
        let (agents, steps) = (sequence.agents, sequence.steps());
        let title = format!("agents in order of arrival (demand per task); n = {agents}");
        let resources = (1..=sequence.resources()).map(|r| format!("resource {r}"));
        let given = Table::new(title, steps)
            .column("agent", |i| format!("agent {}", i + 1))
            .columns(resources, |i, r| &sequence.demand[i][r]);
        let shares = history.map(|history| {
            let cell =
                |k: usize, i: usize| history.shares[k].get(i).map_or_else(String::new, ToString::to_string);
            Table::new("who gets what (dominant shares after each step)", history.shares.len())
                .column("step", |k| format!("step {}", k + 1))
                .columns((1..=steps).map(|i| format!("agent {i}")), cell)
        });
        std::iter::once(given).chain(shares).collect()
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

    fn nearby(sequence: &Sequence) -> Vec<(String, Sequence)> {
        nearby::of_sequence(sequence)
    }

    fn agent_name(_sequence: &Sequence, agent: usize) -> String {
        format!("agent {}", agent + 1)
    }
}
