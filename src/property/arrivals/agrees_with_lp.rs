//! Agreement with dynamic DRF: the shares are the least solution of LP (1) of li2019 at every step.
//!
//! Checked by the closed form of its value: the smallest level at which any tail of agents would be stopped.

use super::history::{OfHistory, Shortfall};
use crate::mechanism::closed_form;

pub(super) const AGREES_WITH_LP: OfHistory = OfHistory {
    id: "agrees-with-lp",
    page: include_str!("../../../properties/arrivals/agrees-with-lp.md"),
    judges_infeasible: true,
    shortfalls: |run| {
        let right = closed_form(run.instance);
        let steps = run.outcome.shares.iter().zip(&right.shares).enumerate();
        steps
            .flat_map(|(step, (x, y))| {
                let differ = x.iter().zip(y).enumerate();
                differ.map(move |(agent, (x, y))| Shortfall { step, agent, other: agent, by: (x - y).abs() })
            })
            .collect()
    },
    tell: |run, s| {
        let right = closed_form(run.instance);
        format!(
            "At step {} agent {} has {}; LP (1) gives {}.",
            s.step + 1,
            s.agent + 1,
            run.outcome.shares[s.step][s.agent],
            right.shares[s.step][s.agent]
        )
    },
};
