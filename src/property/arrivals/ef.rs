//! Envy-freeness at every step: nobody could use another's bundle better than its own. What dynamic mechanisms
//! give up; compare `def`.

use super::history::{OfHistory, Shortfall, of_pairs};
use crate::model::arrivals::Arrivals;
use crate::model::cluster::fitting;
use crate::property::evidence::Run;
use crate::scalar::Rational;

/// The dominant share that `i` would have with what `j` holds at the step.
fn with_bundle_of(demand: &[Vec<Rational>], x: &[Rational], i: usize, j: usize) -> Rational {
    &x[j] * fitting(&demand[i], &demand[j])
}

fn told(run: &Run<'_, Arrivals>, s: &Shortfall) -> String {
    let x = &run.outcome.shares[s.step];
    let with = with_bundle_of(&run.instance.normalised(), x, s.agent, s.other);
    format!(
        "At step {} agent {} has {}; with what agent {} has it would have {with}.",
        s.step + 1,
        s.agent + 1,
        x[s.agent],
        s.other + 1
    )
}

pub(super) const EF: OfHistory = OfHistory {
    id: "ef",
    page: include_str!("../../../properties/arrivals/ef.md"),
    judges_infeasible: false,
    shortfalls: |run| {
        let demand = run.instance.normalised();
        of_pairs(run, |_, x, agent, other| with_bundle_of(&demand, x, agent, other) - &x[agent])
    },
    tell: told,
};
