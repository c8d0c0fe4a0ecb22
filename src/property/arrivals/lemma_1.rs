//! Lemma 1 of li2019: everybody has the larger of its old share and the newcomer's, `M^k`.

use super::history::{OfHistory, Shortfall};
use crate::scalar::max;

pub(super) const LEMMA_1: OfHistory = OfHistory {
    id: "lemma-1",
    page: include_str!("../../../properties/arrivals/lemma-1.md"),
    judges_infeasible: true,
    shortfalls: |run| {
        let x = &run.outcome.shares;
        let steps = (1..x.len()).flat_map(|step| {
            (0..step).map(move |agent| {
                let expected = max(x[step][step].clone(), x[step - 1][agent].clone());
                Shortfall { step, agent, other: agent, by: (&x[step][agent] - expected).abs() }
            })
        });
        steps.collect()
    },
    tell: |run, s| {
        let x = &run.outcome.shares;
        format!(
            "At step {} agent {} has {}; it had {}, and the newcomer has {}.",
            s.step + 1,
            s.agent + 1,
            x[s.step][s.agent],
            x[s.step - 1][s.agent],
            x[s.step][s.step]
        )
    },
};
