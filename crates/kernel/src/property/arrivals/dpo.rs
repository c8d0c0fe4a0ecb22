//! Dynamic Pareto optimality as li2019 defines it (2, property 3): at every step some resource is used to
//! exactly `k/n`. A violation names the newcomer of the step.

use super::history::{Inequalities, OfHistory, Shortfall, apart};
use crate::model::arrivals::{History, Sequence, used};
use crate::scalar::{Scalar, least};

fn shortfalls<S: Scalar>(sequence: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
    let demand = sequence.normalised();
    let steps = history.shares.iter().enumerate();
    steps
        .map(|(step, x)| {
            let released = sequence.released(step);
            let by = least(used(&demand, x).iter().map(|u| apart(&released, u))).unwrap_or(released);
            Shortfall { step, agent: step, other: step, by }
        })
        .collect()
}

/// Inequalities of `dpo`: at step `k` of `n`, the use of some resource does not differ from `k/n`.
#[derive(Debug)]
pub struct Inequality;

impl Inequalities for Inequality {
    fn shortfalls<S: Scalar>(&self, sequence: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>> {
        shortfalls(sequence, history)
    }
}

/// The property `dpo` of a history.
pub const DPO: OfHistory<Inequality> = OfHistory {
    id: "dpo",
    judges_infeasible: true,
    inequalities: Inequality,
    tell: |run, s| {
        let used = used(&run.instance.normalised(), &run.outcome.shares[s.step]);
        format!(
            "At step {} the resources are used to {used:?}, and no resource to exactly {}.",
            s.step + 1,
            run.instance.released(s.step)
        )
    },
};
