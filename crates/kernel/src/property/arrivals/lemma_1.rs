//! Lemma 1 of li2019: each agent has the larger of its earlier share and the newcomer's share `M^k`.

use super::history::{Inequalities, OfHistory, Shortfall, apart};
use crate::model::arrivals::{History, Sequence};
use crate::scalar::{Scalar, max};

fn shortfalls<S: Scalar>(_: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
    let x = &history.shares;
    let steps = (1..x.len()).flat_map(|step| {
        (0..step).map(move |agent| {
            let expected = max(x[step][step].clone(), x[step - 1][agent].clone());
            Shortfall { step, agent, other: agent, by: apart(&x[step][agent], &expected) }
        })
    });
    steps.collect()
}

/// Inequalities of `lemma-1`: no earlier agent's share differs from the larger of its share one step before and the
/// newcomer's share.
#[derive(Debug)]
pub struct Inequality;

impl Inequalities for Inequality {
    fn shortfalls<S: Scalar>(&self, sequence: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
        shortfalls(sequence, history)
    }
}

/// The property `lemma-1` of a history.
pub const LEMMA_1: OfHistory<Inequality> = OfHistory {
    id: "lemma-1",
    judges_infeasible: true,
    inequalities: Inequality,
    tell: |run, s| {
        let x = &run.outcome.shares;
        format!(
            "At step {} agent {} has the share {}, after {} one step before, and the newcomer has {}.",
            s.step + 1,
            s.agent + 1,
            x[s.step][s.agent],
            x[s.step - 1][s.agent],
            x[s.step][s.step]
        )
    },
};
