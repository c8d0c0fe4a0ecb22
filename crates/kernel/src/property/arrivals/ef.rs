//! Envy-freeness at every step: no agent could use another agent's bundle better than its own. Dynamic
//! mechanisms give up this property; compare `def`.

use super::history::{Inequalities, OfHistory, Shortfall, of_pairs};
use crate::model::arrivals::{Arrivals, History, Sequence};
use crate::model::cluster::fitting;
use crate::property::evidence::Run;
use crate::scalar::Scalar;

/// The dominant share that `i` would have with the bundle of `j`.
fn with_bundle_of<S: Scalar>(demand: &[Vec<S>], x: &[S], i: usize, j: usize) -> S {
    x[j].clone() * fitting(&demand[i], &demand[j])
}

fn told(run: &Run<'_, Arrivals>, s: &Shortfall) -> String {
    let x = &run.outcome.shares[s.step];
    let with = with_bundle_of(&run.instance.normalised(), x, s.agent, s.other);
    format!(
        "At step {} agent {} has the share {}; the bundle of agent {} would be worth a share of {with} to the same agent.",
        s.step + 1,
        s.agent + 1,
        x[s.agent],
        s.other + 1
    )
}

fn shortfalls<S: Scalar>(sequence: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
    let demand = sequence.normalised();
    of_pairs(history, |_, x, agent, other| with_bundle_of(&demand, x, agent, other) - &x[agent])
}

/// Inequalities of `ef`: at each step, no agent would have a larger dominant share with another agent's bundle.
#[derive(Debug)]
pub struct Inequality;

impl Inequalities for Inequality {
    fn shortfalls<S: Scalar>(&self, sequence: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
        shortfalls(sequence, history)
    }
}

/// The property `ef` of a history.
pub const EF: OfHistory<Inequality> =
    OfHistory { id: "ef", judges_infeasible: false, inequalities: Inequality, tell: told };
