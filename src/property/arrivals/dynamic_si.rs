//! Sharing incentive at every step: everybody present has at least `1/n` (li2019 2, property 1).

use super::history::{OfHistory, Shortfall};

pub(super) const DYNAMIC_SI: OfHistory = OfHistory {
    id: "dynamic-si",
    page: include_str!("../../../properties/arrivals/dynamic-si.md"),
    judges_infeasible: true,
    shortfalls: |run| {
        let even = run.instance.released(0);
        let x = run.outcome.shares.iter().enumerate();
        x.flat_map(|(step, row)| {
            let even = even.clone();
            row.iter().enumerate().map(move |(agent, x)| Shortfall {
                step,
                agent,
                other: agent,
                by: &even - x,
            })
        })
        .collect()
    },
    tell: |run, s| {
        let share = &run.outcome.shares[s.step][s.agent];
        format!(
            "At step {} agent {} has {share}, less than {}.",
            s.step + 1,
            s.agent + 1,
            run.instance.released(0)
        )
    },
};
