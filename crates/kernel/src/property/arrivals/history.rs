//! Places of a history: properties of a history by itself are one inequality for every step and pair of agents.

use crate::model::arrivals::{Arrivals, History, Sequence, normalised};
use crate::property::{Agent, Amounts, Both, Case, Claim, Pair, Witness};
use crate::scalar::{Of, Rational, Scalar, sum};

/// Rows of numbers, one for each agent or each step.
pub type Rows<S> = Vec<Vec<S>>;

/// One agent at a step, compared with another agent or with itself.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The step, counted from 0.
    pub step: usize,
    /// The agent below its due.
    pub agent: usize,
    /// The agent of the comparison; `agent` itself if no other agent is concerned.
    pub other: usize,
}

impl From<Place> for Witness<Arrivals> {
    /// The agents of the place; the step is left open.
    fn from(Place { agent, other, .. }: Place) -> Self {
        if agent == other { Agent(agent).into() } else { Pair(agent, other).into() }
    }
}

impl Place {
    /// Step, agent and other agent as readers count them, from 1.
    pub fn counted(self) -> (usize, usize, usize) {
        (self.step + 1, self.agent + 1, self.other + 1)
    }
}

/// A history to be judged.
pub type InHistory<'a, S = Rational, N = S> = Case<'a, Arrivals, S, N>;
/// An outcome to be judged, and the one beside it.
pub type InHistories<'a, S = Rational, N = S> = Both<'a, Arrivals, S, N>;

/// Every step with each of its first `end(step)` agents.
pub fn agents<N: Scalar>(
    sequence: &Sequence<N>,
    end: impl Fn(usize) -> usize,
) -> impl Iterator<Item = Place> {
    (0..sequence.steps())
        .flat_map(move |step| (0..end(step)).map(move |agent| Place { step, agent, other: agent }))
}

/// Every step with each pair of different agents that are present then.
pub fn pairs<N: Scalar>(sequence: &Sequence<N>) -> impl Iterator<Item = Place> {
    agents(sequence, |step| step + 1).flat_map(|place| {
        let others = (0..=place.step).filter(move |other| *other != place.agent);
        others.map(move |other| Place { other, ..place })
    })
}

/// The normalised demand of each agent.
pub fn demands<N: Scalar, S: Of<N>>(sequence: &Sequence<N>) -> Rows<S> {
    let row = |row: &Vec<N>| normalised(&row.iter().map(S::of).collect::<Vec<S>>());
    sequence.demand.iter().map(row).collect()
}

/// The claim that the second amount is at least the first, on the shares after each step; unknown without a
/// history.
pub fn claim<N: Scalar, S: Of<N>>(
    case: &InHistory<'_, S, N>,
    amounts: impl FnOnce(&History<N>) -> (S, S),
) -> Claim<S> {
    let Some(history) = case.outcome else { return Claim::Unknown };
    let (due, has) = amounts(history);
    Claim::owes(due, has)
}

impl<N: Scalar> History<N> {
    /// The share of `agent` after `step`, in another number.
    pub fn share<S: Of<N>>(&self, step: usize, agent: usize) -> S {
        S::of(&self.shares[step][agent])
    }

    /// Usage of each resource after `step`, for normalised demands.
    pub fn used<S: Of<N>>(&self, demand: &[Vec<S>], step: usize) -> Vec<S> {
        let resources = demand.first().map_or(0, Vec::len);
        let amount = |r: usize| {
            let agents = (0..=step).filter(|&agent| demand[agent][r].is_positive());
            let used = agents.map(|agent| self.share::<S>(step, agent) * &demand[agent][r].clone().plain());
            let (k, r) = (step + 1, r + 1);
            sum(used).said(|_| format!("what the shares of step {k} use of resource {r}: share times demand"))
        };
        (0..resources).map(amount).collect()
    }
}

impl Amounts for Arrivals {
    fn amounts<N: Scalar, S: Of<N>>(_outcome: &History<N>) -> Vec<S> {
        Vec::new()
    }
}
