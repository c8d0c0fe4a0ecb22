//! States of a cohort in which one workload after another asks and each decision is carried out at once.
//!
//! A preempted workload is pending again and may ask again. In the product the targets stop first and the
//! preemptor is admitted in a later cycle; here both happen in one step.

use crate::model::cohort::{Cohort, Decision, Queues};
use crate::model::refusal::Rejected;
use crate::scalar::Rational;
use crate::specification::Specification;

/// The admission of a workload that asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Index of the workload that asked.
    pub asking: usize,
    /// The decision on that workload.
    pub decision: Decision,
    /// The cohort after the step.
    pub state: Queues,
}

/// The step in which pending workload `asking` asks in `state`; `None` if it is rejected.
///
/// # Errors
/// A workload that is admitted already, or a rule whose decisions cannot be followed.
pub fn step(
    rule: &dyn Specification<Cohort>,
    state: &Queues,
    asking: usize,
) -> Result<Option<Step>, Rejected> {
    if asking >= state.workload.len() || state.admitted.contains(&asking) {
        return Err(Rejected::Misfit(format!("workload {} is not pending when it asks", asking + 1)));
    }
    let Some(printed) = rule.printed() else {
        return Err(Rejected::OutOfScope("only a rule that is run as documented can be followed"));
    };
    let asked = Queues { incoming: Some(asking), ..state.clone() };
    let decision = printed.run(&asked, None)?;
    let state = state.after(asking, &decision);
    Ok(decision.targets.is_some().then_some(Step { asking, decision, state }))
}

/// The steps in which the workloads of `order` ask one after another; each must be pending and be admitted.
///
/// # Errors
/// The first workload that is not pending when it asks, or is rejected.
pub fn follow(
    rule: &dyn Specification<Cohort>,
    start: &Queues,
    order: &[usize],
) -> Result<Vec<Step>, Rejected> {
    let mut steps: Vec<Step> = Vec::with_capacity(order.len());
    for &asking in order {
        let state = steps.last().map_or(start, |step| &step.state);
        let next = step(rule, state, asking)?;
        let down = || Rejected::Misfit(format!("workload {} is turned down when it asks", asking + 1));
        steps.push(next.ok_or_else(down)?);
    }
    Ok(steps)
}

/// The step of the workload whose turn it is. Each queue puts forward its first pending workload, by priority
/// and then submission, that would be admitted. Among these candidates, one whose queue borrows none of the
/// requested resources goes first, then the smaller share of its queue afterwards, the higher priority, the
/// earlier submission. `None` if no pending workload would be admitted.
///
/// # Errors
/// The refusal of a rule whose decisions cannot be followed.
pub fn in_turn(rule: &dyn Specification<Cohort>, state: &Queues) -> Result<Option<Step>, Rejected> {
    let (total, usage) = (state.total(), state.usage(&state.admitted));
    let mut best: Option<((bool, Rational, i64, usize), Step)> = None;
    for queue in 0..state.queues() {
        let mut pending = state.pending();
        pending.retain(|w| state.workload[*w].queue == queue);
        pending.sort_by_key(|w| (-state.workload[*w].priority, *w));
        for asking in pending {
            let Some(next) = step(rule, state, asking)? else { continue };
            let workload = &state.workload[asking];
            let with: Vec<Rational> =
                usage[queue].iter().zip(&workload.request).map(|(used, asked)| used + asked).collect();
            let borrows = with
                .iter()
                .zip(&state.quota[queue])
                .zip(&workload.request)
                .any(|((with, quota), asked)| *asked > Rational::from(0) && with > quota);
            let key = (borrows, state.share(queue, &with, &total), -workload.priority, asking);
            if best.as_ref().is_none_or(|(least, _)| key < *least) {
                best = Some((key, next));
            }
            break;
        }
    }
    Ok(best.map(|(_, step)| step))
}

impl Step {
    /// The number of workloads preempted in the step.
    pub fn evictions(&self) -> usize {
        self.decision.targets().len()
    }
}
