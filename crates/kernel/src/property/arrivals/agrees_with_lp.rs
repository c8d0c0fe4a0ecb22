//! Agreement with dynamic DRF: the shares are the least solution of LP (1) of li2019 at every step.
//!
//! The value of the programme is computed here from its constraints alone, resource by resource and from one
//! earlier share to the next, by code that the mechanisms do not use.

use std::cmp::Ordering;

use super::history::{InHistory, Place, Rows, agents, claim, demands};
use crate::model::arrivals::{Arrivals, Sequence};
use crate::property::{Claim, Facts, Formula, Sides};
use crate::scalar::{Of, Rational, Scalar, least, max};

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
pub fn solution<N: Scalar, S: Of<N>>(sequence: &Sequence<N>) -> Vec<Vec<S>> {
    let demand: Vec<Vec<S>> = demands(sequence);
    let mut shares: Vec<Vec<S>> = Vec::new();
    for k in 0..sequence.steps() {
        let before = shares.last().cloned().unwrap_or_default();
        let of = |r: usize| -> Vec<&S> { demand[..=k].iter().map(|row| &row[r]).collect() };
        let levels =
            (0..sequence.resources()).filter_map(|r| most(&of(r), &before, &S::of(&sequence.released(k))));
        let level = least(levels).unwrap_or_else(S::zero);
        let mut now: Vec<S> = before.into_iter().map(|x| max(x, level.clone())).collect();
        now.push(level);
        shares.push(now);
    }
    shares
}

/// The formula of `agrees-with-lp`: no agent's share differs from the [`solution`] of LP (1).
#[derive(Debug)]
pub struct AgreesWithLp;

impl Formula<Arrivals> for AgreesWithLp {
    type At = Place;
    type Basis<S: Scalar> = Rows<S>;
    const ID: &'static str = "agrees-with-lp";
    const FACTS: Facts = Facts { judges_infeasible: true, compared_with: Some("ddrf"), ..Facts::NONE };

    fn basis<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>) -> Rows<S> {
        solution(case.instance)
    }

    fn places<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>) -> impl Iterator<Item = Place> {
        agents(case.instance, |step| step + 1)
    }

    fn claim<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>, basis: &Rows<S>, at: Place) -> Claim<S> {
        claim(case, |x| {
            let due = basis[at.step][at.agent].clone().plain();
            let apart = x.share::<S>(at.step, at.agent).apart(due).said(|_| {
                let (step, name, _) = at.counted();
                format!("the share of agent {name} at step {step}, and that of LP (1)")
            });
            (apart, S::zero())
        })
    }

    fn tell(&self, case: &InHistory<'_>, basis: &Rows<Rational>, at: Place, _: &Sides) -> String {
        let (step, name, _) = at.counted();
        let has: Rational = case.outcome.map_or_else(Rational::zero, |x| x.share(at.step, at.agent));
        format!("At step {step} agent {name} has {has}; LP (1) gives {}.", basis[at.step][at.agent])
    }
}
