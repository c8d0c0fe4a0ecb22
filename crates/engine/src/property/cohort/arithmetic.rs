//! The margins of violations of cohorts line by line, for a reader with a pencil.

use fairwitness_kernel::property::cohort::quota_kept::taken;
use fairwitness_kernel::specification::cohort::Step;

use crate::arithmetic::line;
use crate::mechanism::{COHORT_RULES, Specification as _, followed, share};
use crate::model::cohort::{Cohort, Queues, Target};
use crate::property::Run;
use crate::scalar::{Rational, Scalar};
use crate::trace::Line;

/// The decisions of these steps from the state `start`, each with the comparisons by which workloads go.
fn told(run: &Run<'_, Cohort>, start: &Queues, steps: &[Step]) -> Vec<Line> {
    let Some(rule) = COHORT_RULES.into_iter().find(|rule| rule.id() == run.mechanism.id()) else {
        return Vec::new();
    };
    let mut state = start;
    let mut lines = Vec::new();
    for step in steps {
        lines.extend(followed(rule, state, step.asking, &step.decision));
        state = &step.state;
    }
    lines
}

/// A loop: the steps that lead to it, those of the loop, and its preemptions.
pub(super) fn looped(run: &Run<'_, Cohort>, before: &[Step], cycle: &[Step]) -> Vec<Line> {
    let start = Queues { incoming: None, ..run.instance.clone() };
    let all: Vec<Step> = before.iter().chain(cycle).cloned().collect();
    let mut lines = told(run, &start, &all);
    let gone: Vec<String> = cycle.iter().map(|step| step.evictions().to_string()).collect();
    let sum: usize = cycle.iter().map(Step::evictions).sum();
    let because = format!("preemptions in the last {} steps, which are the loop", cycle.len());
    lines.push(line(format!("{} = {sum}", gone.join(" + ")), because));
    lines
}

/// The decision, and the one that returns it.
pub(super) fn returned(run: &Run<'_, Cohort>, back: &Step) -> Vec<Line> {
    let Some(asking) = run.instance.asks() else { return Vec::new() };
    let after = run.instance.after(asking, &run.outcome);
    let first = Step { asking, decision: run.outcome.clone(), state: after };
    let start = Queues { incoming: None, ..run.instance.clone() };
    let mut lines = told(run, &start, &[first, back.clone()]);
    let (returns, gone) = (back.asking + 1, asking + 1);
    lines.push(line("1", format!("workload {returns} returns, and workload {gone} is gone again")));
    lines
}

/// The shares that the rules compare, before or after the decision for the queue of the target, and their difference.
pub(super) fn compared(
    run: &Run<'_, Cohort>,
    target: Target,
    shares: &(Rational, Rational),
    net: bool,
) -> Vec<Line> {
    let queues = run.instance;
    let Some(asking) = queues.asks() else { return Vec::new() };
    let after = queues.after(asking, &run.outcome).admitted;
    let (own, other) = (queues.workload[asking].queue, queues.workload[target.workload].queue);
    let (own, other) = queues.tree().apart(own, other).unwrap_or((own, other));
    let when = |line: Line, when: &str| Line { because: format!("{}, {when}", line.because), ..line };
    let (at, then) =
        if net { (&queues.admitted, "before the decision") } else { (&after, "after the decision") };
    vec![
        when(share(queues, own, &after), "after the decision"),
        when(share(queues, other, at), then),
        line(
            format!("{} - {} = {}", shares.0, shares.1, &shares.0 - &shares.1),
            "the share of the preemptor's queue, less that of the other queue",
        ),
    ]
}

/// What the queue of the target would use with it, and what it loses.
pub(super) fn within_quota(run: &Run<'_, Cohort>, target: Target) -> Vec<Line> {
    let queues = run.instance;
    let Some(asking) = queues.asks() else { return Vec::new() };
    let mut with = queues.after(asking, &run.outcome).admitted;
    with.push(target.workload);
    let workload = &queues.workload[target.workload];
    let (q, name) = (workload.queue, target.workload + 1);
    let used = &queues.usage(&with)[q];
    let short = queues.short(asking);
    let of = |&r: &usize| {
        let uses = format!("what queue {} would use of resource {}, which is short", q + 1, r + 1);
        let because = format!("{uses}, if workload {name} stayed; and its quota");
        line(format!("{} <= {}", used[r], queues.quota[q][r]), because)
    };
    let mut lines: Vec<Line> = short.iter().map(of).collect();
    let lost = taken(run, target.workload);
    let by = short.iter().find(|&&r| workload.request[r] == lost && lost.is_positive());
    lines.extend(
        by.map(|r| line(format!("{lost}"), format!("what workload {name} uses of resource {}", r + 1))),
    );
    lines
}
