//! Agreement with dynamic DRF: the shares are the least solution of LP (1) of li2019 at every step.
//!
//! The value of the programme is computed here from its constraints alone, resource by resource and from one
//! earlier share to the next, by code that the mechanisms do not use.

use std::cmp::Ordering;

use super::history::{Inequalities, OfHistory, Shortfall, apart};
use crate::model::arrivals::{History, Sequence};
use crate::scalar::{Scalar, least, max};

/// The largest `M` for which each agent can have `max(M, x_i)`, if `released` of the resource may be used;
/// `x_i` is the agent's earlier share (`before`), zero for the newcomer. `None` if no agent demands the
/// resource.
fn most<S: Scalar>(demand: &[&S], before: &[S], released: &S) -> Option<S> {
    let mut steps: Vec<(S, &S)> = demand
        .iter()
        .enumerate()
        .map(|(i, d)| (before.get(i).cloned().unwrap_or_else(S::zero), *d))
        .filter(|(_, d)| d.is_positive())
        .collect();
    steps.sort_by(|(x, _), (y, _)| x.partial_cmp(y).unwrap_or(Ordering::Equal));
    let mut used = steps.iter().fold(S::zero(), |sum, (x, d)| sum + x.clone() * *d);
    let (mut level, mut slope) = (S::zero(), S::zero());
    for (x, d) in &steps {
        // From `level` up to x only the agents below x rise.
        let rise = slope.clone() * &(x.clone() - &level);
        if used.clone() + &rise > *released {
            break;
        }
        used = used + rise;
        level.clone_from(x);
        slope = slope + *d;
    }
    slope.is_positive().then(|| level + (released.clone() - used) / slope)
}

/// The history of LP (1), step by step from the programme's own earlier shares.
pub fn solution<S: Scalar>(sequence: &Sequence<S>) -> Vec<Vec<S>> {
    let demand = sequence.normalised();
    let mut shares: Vec<Vec<S>> = Vec::new();
    for k in 0..sequence.steps() {
        let before = shares.last().cloned().unwrap_or_default();
        let of = |r: usize| -> Vec<&S> { demand[..=k].iter().map(|row| &row[r]).collect() };
        let levels = (0..sequence.resources()).filter_map(|r| most(&of(r), &before, &sequence.released(k)));
        let level = least(levels).unwrap_or_else(S::zero);
        let mut now: Vec<S> = before.into_iter().map(|x| max(x, level.clone())).collect();
        now.push(level);
        shares.push(now);
    }
    shares
}

fn shortfalls<S: Scalar>(sequence: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
    let right = solution(sequence);
    let mut found = Vec::new();
    for (step, (x, y)) in history.shares.iter().zip(&right).enumerate() {
        for (agent, (x, y)) in x.iter().zip(y).enumerate() {
            found.push(Shortfall { step, agent, other: agent, by: apart(x, y) });
        }
    }
    found
}

/// Inequalities of `agrees-with-lp`: at each step, no agent's share differs from the [`solution`] of LP (1).
#[derive(Debug)]
pub struct Inequality;

impl Inequalities for Inequality {
    fn shortfalls<S: Scalar>(&self, sequence: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
        shortfalls(sequence, history)
    }
}

/// The property `agrees-with-lp` of a history.
pub const AGREES_WITH_LP: OfHistory<Inequality> = OfHistory {
    id: "agrees-with-lp",
    judges_infeasible: true,
    inequalities: Inequality,
    tell: |run, s| {
        let right = solution(run.instance);
        format!(
            "At step {} agent {} has {}; LP (1) gives {}.",
            s.step + 1,
            s.agent + 1,
            run.outcome.shares[s.step][s.agent],
            right[s.step][s.agent]
        )
    },
};
