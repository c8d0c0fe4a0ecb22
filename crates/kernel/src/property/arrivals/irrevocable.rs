//! Irrevocability: no agent's share ever shrinks (li2019 2).

use super::history::{Inequalities, OfHistory, Shortfall};
use crate::model::arrivals::{History, Sequence};
use crate::scalar::Scalar;

fn shortfalls<S: Scalar>(_: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
    let x = &history.shares;
    let falls = (1..x.len()).flat_map(|step| {
        (0..step).map(move |agent| Shortfall {
            step,
            agent,
            other: agent,
            by: x[step - 1][agent].clone() - &x[step][agent],
        })
    });
    falls.collect()
}

/// Inequalities of `irrevocable`: the share of each agent is at least its share one step before.
#[derive(Debug)]
pub struct Inequality;

impl Inequalities for Inequality {
    fn shortfalls<S: Scalar>(&self, sequence: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
        shortfalls(sequence, history)
    }
}

/// The property `irrevocable` of a history.
pub const IRREVOCABLE: OfHistory<Inequality> = OfHistory {
    id: "irrevocable",
    judges_infeasible: true,
    inequalities: Inequality,
    tell: |run, s| {
        let (before, now) = (&run.outcome.shares[s.step - 1][s.agent], &run.outcome.shares[s.step][s.agent]);
        format!("The share of agent {} falls from {before} to {now} at step {}.", s.agent + 1, s.step + 1)
    },
};
