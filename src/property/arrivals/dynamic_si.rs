//! Sharing incentive at every step: everybody present has at least `1/n` (li2019 2, property 1).

use super::history::{OfHistory, Shortfall};
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

pub(super) const DYNAMIC_SI: OfHistory = OfHistory {
    id: "dynamic-si",
    page: include_str!("../../../properties/arrivals/dynamic-si.md"),
    judges_infeasible: true,
    shortfalls,
    in_words: shortfalls,
    tell: |run, s| {
        let share = &run.outcome.shares[s.step][s.agent];
        format!(
            "At step {} agent {} has {share}, less than {}.",
            s.step + 1,
            s.agent + 1,
            run.instance.released(0)
        )
    },
};
