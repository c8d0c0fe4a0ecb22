//! Pareto optimality at every step: nobody present could have more of what is released with nobody having
//! less. One agent can rise exactly if every resource it demands has room.

use super::history::{OfHistory, Shortfall};
use crate::model::arrivals::used;
use crate::scalar::{Rational, Scalar, least};

pub(super) const DYNAMIC_PO: OfHistory = OfHistory {
    id: "dynamic-po",
    page: include_str!("../../../properties/arrivals/dynamic-po.md"),
    judges_infeasible: false,
    shortfalls: |run| {
        let demand = run.instance.normalised();
        let steps = run.outcome.shares.iter().enumerate();
        steps
            .flat_map(|(step, x)| {
                let (released, used) = (run.instance.released(step), used(&demand, x));
                let rise = |agent: usize| -> Rational {
                    let own = &demand[agent];
                    let wanted = (0..used.len()).filter(|&r| own[r].is_positive());
                    least(wanted.map(|r| (&released - &used[r]) / &own[r])).unwrap_or_else(Rational::zero)
                };
                (0..=step)
                    .map(|agent| Shortfall { step, agent, other: agent, by: rise(agent) })
                    .collect::<Vec<_>>()
            })
            .collect()
    },
    tell: |run, s| {
        let share = &run.outcome.shares[s.step][s.agent];
        format!(
            "At step {} agent {} has {share} and could have {} more at nobody's cost.",
            s.step + 1,
            s.agent + 1,
            s.by
        )
    },
};
