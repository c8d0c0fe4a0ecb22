//! Dynamic Pareto optimality as li2019 defines it (2, property 3): at every step some resource is used to
//! exactly `k/n`. The agent named is the newcomer of the step.

use super::history::{OfHistory, Shortfall};
use crate::model::arrivals::used;
use crate::scalar::least;

pub(super) const DPO: OfHistory = OfHistory {
    id: "dpo",
    page: include_str!("../../../properties/arrivals/dpo.md"),
    judges_infeasible: true,
    shortfalls: |run| {
        let demand = run.instance.normalised();
        let steps = run.outcome.shares.iter().enumerate();
        steps
            .map(|(step, x)| {
                let released = run.instance.released(step);
                let gaps = used(&demand, x).into_iter().map(|u| (&released - u).abs());
                let by = least(gaps).unwrap_or(released);
                Shortfall { step, agent: step, other: step, by }
            })
            .collect()
    },
    tell: |run, s| {
        let used = used(&run.instance.normalised(), &run.outcome.shares[s.step]);
        format!(
            "At step {} the resources are used to {used:?}, none to exactly {}.",
            s.step + 1,
            run.instance.released(s.step)
        )
    },
};
