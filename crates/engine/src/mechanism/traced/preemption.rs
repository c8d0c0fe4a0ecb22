//! Fair-sharing preemption followed: what is short, each candidate with the shares that its rule compares, and what follows
//! when workloads ask in turn.

use fairwitness_kernel::specification::cohort::{Event, Preempt, in_turn};

use super::words::{agents, held, listed};
use crate::document::Value;
use crate::model::cohort::{Cohort, Decision, Queues, Rule};
use crate::model::refusal::Refusal;
use crate::scalar::{Rational, Scalar, sum};
use crate::trace::{BOUND, Step, Trace};

/// Steps of the run in turn that are listed at most.
const MOST_TURNS: usize = 12;

/// The share of each queue when these workloads are admitted, as lines.
fn shares(mut step: Step, queues: &Queues, admitted: &[usize]) -> Step {
    let (total, usage) = (queues.total(), queues.usage(admitted));
    for (q, used) in usage.iter().enumerate() {
        let share = queues.share(q, used, &total);
        let weight = &queues.weight[q];
        let part = |r: usize| {
            let quota = &queues.quota[q][r];
            (total[r].is_positive() && used[r] > *quota && (&used[r] - quota) / &total[r] / weight == share)
                .then_some(r)
        };
        let line = (0..total.len()).find_map(part).map(|r| {
            let by = if *weight == Rational::one() { String::new() } else { format!(" / {}", held(weight)) };
            (
                format!("({} - {}) / {}{by} = {share}", used[r], queues.quota[q][r], total[r]),
                format!(
                    "queue {}: what it uses of resource {} beyond its quota, over all quotas{}",
                    q + 1,
                    r + 1,
                    if by.is_empty() { "" } else { ", over its weight" }
                ),
            )
        });
        let (formula, because) = line.unwrap_or_else(|| {
            (format!("{share}"), format!("queue {}: it uses no more than its quota", q + 1))
        });
        step = step.line(formula, because);
    }
    step
}

/// A candidate that was tried.
fn tried(event: &Event, queues: &Queues) -> Step {
    match event {
        Event::Kept { workload } => Step::new(
            "kept",
            format!(
                "Workload {} stays after all, because the asking workload fits beside it once the later targets are gone.",
                workload + 1
            ),
        )
        .with("workload", Value::index(*workload)),
        Event::Tried { workload, rule, preemptor, other, goes } => {
            let (name, queue) = (workload + 1, queues.workload[*workload].queue + 1);
            let end = if *goes { "It goes" } else { "It stays" };
            let says = match rule {
                Rule::Own => format!("Workload {name} of the same queue has a lower priority. It goes."),
                Rule::Nominal => format!(
                    "Workload {name} of queue {queue} is tried. The preemptor's queue stays within its quota of what is short, so no \
                     rule is asked. It goes."
                ),
                Rule::Final => format!(
                    "Workload {name} of queue {queue} is tried by rule S2-a: the preemptor's share may not be above that of queue \
                     {queue} without the workload. {end}."
                ),
                Rule::Initial => format!(
                    "Workload {name} of queue {queue} is tried by rule S2-b: the preemptor's share must be below that of queue \
                     {queue} with the workload. {end}."
                ),
            };
            let step = Step::new("candidate", says)
                .with("workload", Value::index(*workload))
                .with("goes", Value::text(if *goes { "yes" } else { "no" }));
            let relation = match (rule, goes) {
                (Rule::Final, true) => "<=",
                (Rule::Final, false) => ">",
                (Rule::Initial, true) => "<",
                (Rule::Initial, false) => ">=",
                _ => return step,
            };
            step.line(
                format!("{preemptor} {relation} {other}"),
                format!(
                    "the share of the preemptor's queue, with the asking workload and without the targets so far, and that of queue \
                     {queue}"
                ),
            )
        }
    }
}

/// Follows the decision about the workload that asks, and then the workloads that ask in turn.
///
/// # Errors
/// No workload asks.
pub(in crate::mechanism) fn preemption(rule: &Preempt, queues: &Queues) -> Result<Trace<Cohort>, Refusal> {
    let Some(asking) = queues.asks() else {
        return Err(Refusal::OutOfDomain("has nothing to decide: every workload is admitted".to_string()));
    };
    let mut steps = vec![shares(
        Step::new(
            "shares",
            "The share of a queue is the largest part of a resource that it borrows: what it uses beyond its quota, over the quotas of \
             all queues, and over its weight where that is not 1.",
        ),
        queues,
        &queues.admitted,
    )];
    let (total, usage) = (queues.total(), queues.usage(&queues.admitted));
    let workload = &queues.workload[asking];
    let short = queues.short(asking);
    let mut step = Step::new(
        "asks",
        if short.is_empty() {
            format!("Workload {} of queue {} asks. It fits beside what runs.", asking + 1, workload.queue + 1)
        } else {
            format!(
                "Workload {} of queue {} asks. There is too little of {}, so candidates are tried, the queue with the highest share \
                 first.",
                asking + 1,
                workload.queue + 1,
                agents("resource", &short)
            )
        },
    )
    .with("asking", Value::index(asking));
    for r in (0..total.len()).filter(|&r| workload.request[r].is_positive()) {
        let used = sum(usage.iter().map(|row| row[r].clone()));
        let relation = if short.contains(&r) { ">" } else { "<=" };
        step = step.line(
            format!("{used} + {} {relation} {}", workload.request[r], total[r]),
            format!(
                "resource {}: what is used, what workload {} asks for, and all quotas",
                r + 1,
                asking + 1
            ),
        );
    }
    steps.push(step);
    let mut events = Vec::new();
    let end = rule.decide_seen(queues, asking, &mut |event| events.push(event));
    steps.extend(events.iter().map(|event| tried(event, queues)));
    steps.push(decided(queues, asking, &end));
    steps.extend(in_turns(rule, queues));
    steps.push(Step::new(
        BOUND,
        "The rule leaves no choice: candidates have an order, and each comparison has one answer.",
    ));
    Ok(Trace { steps, end: Some(end) })
}

/// The decision, and the shares afterwards.
fn decided(queues: &Queues, asking: usize, end: &Decision) -> Step {
    let gone: Vec<usize> = end.targets().iter().map(|target| target.workload).collect();
    let says = match (&end.targets, gone.is_empty()) {
        (None, _) => format!("Workload {} is turned down, and no workload is preempted.", asking + 1),
        (Some(_), true) => format!("Workload {} is admitted, and no workload is preempted.", asking + 1),
        (Some(_), false) => {
            format!(
                "Workload {} is admitted and preempts {}. The shares afterwards:",
                asking + 1,
                agents("workload", &gone)
            )
        }
    };
    let step = Step::new("decision", says).with("targets", Value::indexes(gone.iter().copied()));
    if gone.is_empty() { step } else { shares(step, queues, &queues.after(asking, end).admitted) }
}

/// What follows when workloads ask in turn.
fn in_turns(rule: &Preempt, queues: &Queues) -> Option<Step> {
    let mut state = Queues { incoming: None, ..queues.clone() };
    let mut step = Step::new(
        "in-turn",
        "What follows when pending workloads ask in turn: first one whose queue borrows nothing, then one of the queue with the lower \
         share afterwards, then by priority and submission.",
    );
    let mut count = 0;
    while let (Ok(Some(next)), true) = (in_turn(rule, &state), count < MOST_TURNS) {
        count += 1;
        let gone: Vec<usize> = next.decision.targets().iter().map(|t| t.workload).collect();
        let preempts =
            if gone.is_empty() { String::new() } else { format!(", preempts {}", agents("workload", &gone)) };
        let admitted: Vec<String> = next.state.admitted.iter().map(|w| (w + 1).to_string()).collect();
        step = step.line(
            format!("workload {} is admitted{preempts}", next.asking + 1),
            format!("admitted afterwards: {}", listed(&admitted)),
        );
        state = next.state;
    }
    if count == MOST_TURNS {
        step.says += &format!(" The first {MOST_TURNS} steps are listed.");
    }
    if count == 0 { None } else { Some(step) }
}
