//! Pareto optimality at every step: no agent present could have more of the released resources without a loss
//! to another agent. One agent can rise exactly if every resource that it demands has room.

use super::history::{Inequalities, OfHistory, Shortfall};
use crate::model::arrivals::{History, Sequence, used};
use crate::scalar::{Scalar, least};

fn shortfalls<S: Scalar>(sequence: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
    let demand = sequence.normalised();
    let mut found = Vec::new();
    for (step, x) in history.shares.iter().enumerate() {
        let (released, used) = (sequence.released(step), used(&demand, x));
        for agent in 0..=step {
            let own = &demand[agent];
            let wanted = (0..used.len()).filter(|&r| own[r].is_positive());
            let rise = least(wanted.map(|r| (released.clone() - &used[r]) / &own[r]));
            found.push(Shortfall { step, agent, other: agent, by: rise.unwrap_or_else(S::zero) });
        }
    }
    found
}

/// Inequalities of `dynamic-po`: at each step, some resource that an agent demands leaves the agent no room to rise.
#[derive(Debug)]
pub struct Inequality;

impl Inequalities for Inequality {
    fn shortfalls<S: Scalar>(&self, sequence: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
        shortfalls(sequence, history)
    }
}

/// The property `dynamic-po` of a history.
pub const DYNAMIC_PO: OfHistory<Inequality> = OfHistory {
    id: "dynamic-po",
    judges_infeasible: false,
    inequalities: Inequality,
    tell: |run, s| {
        let share = &run.outcome.shares[s.step][s.agent];
        format!(
            "At step {} agent {} has {share} and could have {} more without a loss to any other agent.",
            s.step + 1,
            s.agent + 1,
            s.by
        )
    },
};
