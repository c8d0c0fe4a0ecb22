//! Lemma 2 of li2019: shares fall in the order of arrival.

use super::history::{OfHistory, of_pairs};

pub(super) const LEMMA_2: OfHistory = OfHistory {
    id: "lemma-2",
    page: include_str!("../../../properties/arrivals/lemma-2.md"),
    judges_infeasible: true,
    shortfalls: |run| {
        let mut later = of_pairs(run, |_, x, agent, other| &x[other] - &x[agent]);
        later.retain(|s| s.other > s.agent);
        later
    },
    tell: |run, s| {
        let x = &run.outcome.shares[s.step];
        format!(
            "At step {} agent {}, who came later, has {}, and agent {} has {}.",
            s.step + 1,
            s.other + 1,
            x[s.other],
            s.agent + 1,
            x[s.agent]
        )
    },
};
