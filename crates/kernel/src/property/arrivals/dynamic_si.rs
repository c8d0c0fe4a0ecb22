//! Sharing incentive at every step: each agent present has at least `1/n` (li2019 2, property 1).

use super::history::{Inequalities, OfHistory, Shortfall};
use crate::model::arrivals::{History, Sequence};
use crate::scalar::Scalar;

fn shortfalls<S: Scalar>(sequence: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
    let even = sequence.released(0);
    let short =
        |step: usize, agent: usize, x: &S| Shortfall { step, agent, other: agent, by: even.clone() - x };
    let rows = history.shares.iter().enumerate();
    rows.flat_map(|(step, row)| row.iter().enumerate().map(move |(agent, x)| (step, agent, x)))
        .map(|(step, agent, x)| short(step, agent, x))
        .collect()
}

/// Inequalities of `dynamic-si`: at each step, the share of each agent present is at least `1/n`.
#[derive(Debug)]
pub struct Inequality;

impl Inequalities for Inequality {
    fn shortfalls<S: Scalar>(&self, sequence: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
        shortfalls(sequence, history)
    }
}

/// The property `dynamic-si` of a history.
pub const DYNAMIC_SI: OfHistory<Inequality> = OfHistory {
    id: "dynamic-si",
    judges_infeasible: true,
    inequalities: Inequality,
    tell: |run, s| {
        let share = &run.outcome.shares[s.step][s.agent];
        format!(
            "At step {} agent {} has the share {share}, less than the {} that an equal division gives.",
            s.step + 1,
            s.agent + 1,
            run.instance.released(0)
        )
    },
};
