//! Agreement with dynamic DRF: the shares are the least solution of LP (1) of li2019 at every step.
//!
//! The programme's value is computed here by its constraints alone, resource by resource and from one old share to the
//! next, and shares nothing with the mechanisms.

use super::history::{OfHistory, Shortfall};
use crate::model::arrivals::Sequence;
use crate::scalar::{Rational, Scalar, least, max};

/// The largest `M` for which everybody can have `max(M, x_i)` of a resource of which `released` may be used: with a share
/// `x_i` from before, and none for the newcomer. `None` when nobody wants it.
fn most(demand: &[&Rational], before: &[Rational], released: &Rational) -> Option<Rational> {
    let mut steps: Vec<(Rational, &Rational)> = demand
        .iter()
        .enumerate()
        .map(|(i, d)| (before.get(i).cloned().unwrap_or_else(Rational::zero), *d))
        .filter(|(_, d)| d.is_positive())
        .collect();
    steps.sort();
    let mut used = steps.iter().fold(Rational::zero(), |sum, (x, d)| sum + x * *d);
    let (mut level, mut slope) = (Rational::zero(), Rational::zero());
    for (k, (x, d)) in steps.iter().enumerate() {
        // From the level up to x only those below it rise.
        let rise = &slope * &(x - &level);
        if k > 0 && &used + &rise > *released {
            break;
        }
        used = used + rise;
        level.clone_from(x);
        slope = &slope + *d;
    }
    slope.is_positive().then(|| level + (released - used) / slope)
}

/// The histories that LP (1) leads to, step by step from its own shares before.
fn solution(sequence: &Sequence) -> Vec<Vec<Rational>> {
    let demand = sequence.normalised();
    let mut shares: Vec<Vec<Rational>> = Vec::new();
    for k in 0..sequence.steps() {
        let before = shares.last().cloned().unwrap_or_default();
        let of = |r: usize| -> Vec<&Rational> { demand[..=k].iter().map(|row| &row[r]).collect() };
        let levels = (0..sequence.resources()).filter_map(|r| most(&of(r), &before, &sequence.released(k)));
        let level = least(levels).unwrap_or_else(Rational::zero);
        let mut now: Vec<Rational> = before.into_iter().map(|x| max(x, level.clone())).collect();
        now.push(level);
        shares.push(now);
    }
    shares
}

pub(super) const AGREES_WITH_LP: OfHistory = OfHistory {
    id: "agrees-with-lp",
    page: include_str!("../../../properties/arrivals/agrees-with-lp.md"),
    judges_infeasible: true,
    shortfalls: |run| {
        let right = solution(run.instance);
        let steps = run.outcome.shares.iter().zip(&right).enumerate();
        steps
            .flat_map(|(step, (x, y))| {
                let differ = x.iter().zip(y).enumerate();
                differ.map(move |(agent, (x, y))| Shortfall { step, agent, other: agent, by: (x - y).abs() })
            })
            .collect()
    },
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
