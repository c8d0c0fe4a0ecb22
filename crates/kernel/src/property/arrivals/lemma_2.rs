//! Lemma 2 of li2019: shares decrease in the order of arrival.

use super::history::{Inequalities, OfHistory, Shortfall, of_pairs};
use crate::model::arrivals::{History, Sequence};
use crate::scalar::Scalar;

fn shortfalls<S: Scalar>(_: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
    let mut later = of_pairs(history, |_, x, agent, other| x[other].clone() - &x[agent]);
    later.retain(|s| s.other > s.agent);
    later
}

/// Inequalities of `lemma-2`: at each step, no agent has a larger share than an agent that arrived earlier.
#[derive(Debug)]
pub struct Inequality;

impl Inequalities for Inequality {
    fn shortfalls<S: Scalar>(&self, sequence: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
        shortfalls(sequence, history)
    }
}

/// The property `lemma-2` of a history.
pub const LEMMA_2: OfHistory<Inequality> = OfHistory {
    id: "lemma-2",
    judges_infeasible: true,
    inequalities: Inequality,
    tell: |run, s| {
        let x = &run.outcome.shares[s.step];
        format!(
            "At step {} agent {}, who came later, has {}, and agent {} has {}.",
            s.step + 1,
            s.other + 1,
            x[s.other],
            s.agent + 1,
            x[s.agent]
        )
    },
};
