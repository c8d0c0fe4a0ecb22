//! States of a cohort in which one workload after another asks and each decision is carried out at once.
//!
//! A preempted workload is pending again and may ask again. In the product the targets stop first and the
//! preemptor is admitted in a later cycle; here both happen in one step.

use crate::model::cohort::{Cohort, Decision, Queues};
use crate::model::{Checked, Rejected};
use crate::scalar::{Rational, Scalar};
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
pub fn step(rule: &dyn Specification<Cohort>, state: &Queues, asking: usize) -> Checked<Option<Step>> {
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
pub fn follow(rule: &dyn Specification<Cohort>, start: &Queues, order: &[usize]) -> Checked<Vec<Step>> {
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
/// and then submission, that would be admitted. At each cohort, from the lowest, the candidates of its children are
/// compared: one whose child borrows none of the requested resources goes first, then the smaller share of the
/// child afterwards, the higher priority, the earlier submission. Of several trees, the higher priority and the earlier
/// submission go first. `None` if no pending workload would be admitted.
///
/// # Errors
/// The refusal of a rule whose decisions cannot be followed.
pub fn in_turn(rule: &dyn Specification<Cohort>, state: &Queues) -> Checked<Option<Step>> {
    let (mut steps, mut done) = (Vec::new(), vec![false; state.queues()]);
    for asking in in_order(state) {
        let queue = state.workload[asking].queue;
        let step = if done[queue] { None } else { step(rule, state, asking)? };
        done[queue] |= step.is_some();
        steps.extend(step);
    }
    let first = first(state, steps.iter().map(|step| step.asking));
    Ok(steps.into_iter().find(|step| Some(step.asking) == first))
}

/// The workload that asks first: each queue puts forward its first pending workload, and these are compared as in
/// [`in_turn`]. `None` if none is pending.
pub fn head(state: &Queues) -> Option<usize> {
    let (mut heads, mut done) = (in_order(state), vec![false; state.queues()]);
    heads.retain(|w| !std::mem::replace(&mut done[state.workload[*w].queue], true));
    first(state, heads.into_iter())
}

/// The pending workloads, by priority and then submission.
fn in_order(state: &Queues) -> Vec<usize> {
    let mut pending = state.pending();
    pending.sort_by_key(|w| (-state.workload[*w].priority, *w));
    pending
}

/// The first of `candidates`, of which each queue has at most one.
fn first(state: &Queues, candidates: impl Iterator<Item = usize>) -> Option<usize> {
    let tree = state.tree();
    let usage = tree.usage(state.usage(&state.admitted));
    let mut heads: Vec<Option<Head>> = (0..tree.nodes()).map(|_| None).collect();
    for asking in candidates {
        let (queue, mut usage) = (state.workload[asking].queue, usage.clone());
        let request = &state.workload[asking].request;
        request.iter().enumerate().for_each(|(r, asked)| tree.add(&mut usage, queue, r, asked));
        heads[queue] = Some(Head { asking, usage });
    }
    let rank = |head: &Head| (-state.workload[head.asking].priority, head.asking);
    for node in tree.upwards() {
        let Some(above) = tree.parent(node) else { continue };
        let Some(head) = heads[node].take() else { continue };
        let key = |node: usize, head: &Head| {
            let request = state.workload[head.asking].request.iter().enumerate();
            let borrows =
                |(r, asked): (usize, &Rational)| asked.is_positive() && tree.borrows(&head.usage, node, r);
            (request.clone().any(borrows), tree.share(&head.usage, node), rank(head))
        };
        let child = |head: &Head| {
            let queue = state.workload[head.asking].queue;
            std::iter::once(queue).chain(tree.above(queue)).find(|node| tree.parent(*node) == Some(above))
        };
        let first = heads[above].as_ref().and_then(|best| Some(key(child(best)?, best)));
        if first.is_none_or(|first| key(node, &head) < first) {
            heads[above] = Some(head);
        }
    }
    heads.into_iter().flatten().min_by_key(rank).map(|head| head.asking)
}

/// The workload that a node of the tree puts forward, and the usage of all nodes with it.
struct Head {
    asking: usize,
    usage: Vec<Vec<Rational>>,
}

impl Step {
    /// The number of workloads preempted in the step.
    pub fn evictions(&self) -> usize {
        self.decision.targets().len()
    }
}
