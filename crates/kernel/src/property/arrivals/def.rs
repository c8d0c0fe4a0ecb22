//! Dynamic envy-freeness as li2019 defines it (2, property 2): an agent with a larger share arrived earlier,
//! and has not gained since the other agent arrived.

use super::history::{Inequalities, OfHistory, Shortfall, apart, of_pairs};
use crate::model::arrivals::{Arrivals, History, Sequence};
use crate::property::evidence::Run;
use crate::scalar::{Scalar, min};

/// The amount by which `j` is above `i` at step `k` without the excuse that `j` arrived earlier and has not
/// gained since.
pub fn unexcused<S: Scalar>(history: &History<S>, k: usize, i: usize, j: usize) -> S {
    let x = &history.shares;
    let above = x[k][j].clone() - &x[k][i];
    if j > i {
        return above;
    }
    // The share that j had when i arrived is excused.
    min(above, apart(&x[k][j], &x[i - 1][j]))
}

fn shortfalls<S: Scalar>(_: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
    of_pairs(history, |step, _, agent, other| unexcused(history, step, agent, other))
}

/// Inequalities of `def`: at each step and for each pair of agents, [`unexcused`] is at most zero.
#[derive(Debug)]
pub struct Inequality;

impl Inequalities for Inequality {
    fn shortfalls<S: Scalar>(&self, sequence: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
        shortfalls(sequence, history)
    }
}

/// The violation in a sentence.
pub fn told(run: &Run<'_, Arrivals>, s: &Shortfall) -> String {
    let x = &run.outcome.shares[s.step];
    let excuse = if s.other > s.agent {
        format!("although agent {} came later", s.other + 1)
    } else {
        let had = &run.outcome.shares[s.agent - 1][s.other];
        format!("and more than the {had} that agent {} had when agent {} came", s.other + 1, s.agent + 1)
    };
    format!(
        "At step {} agent {} has {}, above the {} of agent {}, {excuse}.",
        s.step + 1,
        s.other + 1,
        x[s.other],
        x[s.agent],
        s.agent + 1
    )
}

/// The property `def` of a history.
pub const DEF: OfHistory<Inequality> =
    OfHistory { id: "def", judges_infeasible: false, inequalities: Inequality, tell: told };
