//! Adjustment of a search plan to mechanisms: features that one of them does not read are removed.

use super::Plan;
use crate::mechanism::Mechanism;
use crate::model::{Hypothesis, Model};

/// The plan with queues if all `mechanisms` read trees, and without features that one of them refuses or the judge does
/// not take.
pub(super) fn fitted<M: Model>(
    plan: &Plan,
    mechanisms: &[&dyn Mechanism<M>],
    judge_takes: impl Fn(&str) -> bool,
) -> Plan {
    let trees = !mechanisms.is_empty() && mechanisms.iter().all(|mechanism| mechanism.takes_trees());
    let mut scope = if trees { plan.scope.with_trees() } else { plan.scope };
    let left_out = |word: &str| {
        let refuses = |mechanism: &&dyn Mechanism<M>| mechanism.outside().is_some_and(|own| !own.takes(word));
        mechanisms.iter().any(refuses) || !judge_takes(word)
    };
    let extras = &mut scope.extras;
    for (word, most, none) in [
        ("weights", &mut extras.weights, 1),
        ("resource-weights", &mut extras.resource_weights, 0),
        ("limits", &mut extras.limits, 0),
        ("rates", &mut extras.rates, 0),
        ("priorities", &mut extras.priorities, 0),
        ("trees", &mut extras.trees, 0),
    ] {
        if left_out(word) {
            *most = Some(none);
        }
    }
    extras.unconstrained |= left_out("eligible");
    extras.owned &= !left_out("owners");
    if left_out("sizes") && scope.hypothesis == Hypothesis::None {
        scope.hypothesis = Hypothesis::UnitSizes;
    }
    Plan { scope, ..plan.clone() }
}
