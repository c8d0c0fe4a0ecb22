//! Dynamic Pareto optimality as li2019 defines it (2, property 3): at every step some resource is used to
//! exactly `k/n`. The agent named is the newcomer of the step.

use super::history::{OfHistory, Shortfall, apart};
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

pub(super) const DPO: OfHistory = OfHistory {
    id: "dpo",
    page: include_str!("../../../properties/arrivals/dpo.md"),
    judges_infeasible: true,
    shortfalls,
    in_words: shortfalls,
    tell: |run, s| {
        let used = used(&run.instance.normalised(), &run.outcome.shares[s.step]);
        format!(
            "At step {} the resources are used to {used:?}, none to exactly {}.",
            s.step + 1,
            run.instance.released(s.step)
        )
    },
};
