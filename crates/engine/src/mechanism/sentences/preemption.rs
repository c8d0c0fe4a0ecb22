//! Traces of fair-sharing preemption: the resources in short supply, each candidate with the shares that its rule
//! compares, and the states that follow when workloads ask in turn.

use fairwitness_kernel::specification::cohort::{Event, Preempt, in_turn};

use super::{agents, listed};
use crate::arithmetic::held;
use crate::document::Value;
use crate::model::Refusal;
use crate::model::cohort::{Cohort, Decision, Queues, Rule};
use crate::scalar::{Rational, Scalar};
use crate::trace::{BOUND, Line, Step, Trace};

/// The largest number of steps of the run in turn that are listed.
const MOST_TURNS: usize = 12;

/// Adds to `step` one line per queue with its share while the workloads `admitted` are admitted.
fn shares(mut step: Step, queues: &Queues, admitted: &[usize]) -> Step {
    step.lines.extend((0..queues.queues()).map(|q| share(queues, q, admitted)));
    step
}

/// The share of a node of the tree when these workloads are admitted.
pub(crate) fn share(queues: &Queues, node: usize, admitted: &[usize]) -> Line {
    let tree = queues.tree();
    let usage = tree.usage(queues.usage(admitted));
    let (share, weight, name) = (tree.share(&usage, node), tree.weight(node), called(queues, node));
    let Some(borrowed) = tree.dominant(&usage, node) else {
        return Line {
            formula: format!("{share}"),
            because: format!("{name}: it uses no more than its quota"),
        };
    };
    let columns: Vec<usize> =
        (0..queues.resources()).filter(|r| queues.terms.resource(*r) == borrowed.resource).collect();
    let beyond = match columns[..] {
        [r] => format!("({} - {})", usage[node][r], tree.quota(node, r)),
        _ => borrowed.amount.to_string(),
    };
    let by = if *weight == Rational::one() { String::new() } else { format!(" / {}", held(weight)) };
    let lent = if queues.terms.cohort.is_empty() && queues.terms.lend.is_empty() {
        "all quotas"
    } else {
        "what its cohort can have"
    };
    Line {
        formula: format!("{beyond} / {}{by} = {share}", borrowed.lendable),
        because: format!(
            "{name}: what it uses of {} beyond its quota, over {lent}{}",
            agents("resource", &columns),
            if by.is_empty() { "" } else { ", over its weight" }
        ),
    }
}

/// The words for a node of the tree: a queue by its number, a cohort by its name.
pub(crate) fn called(queues: &Queues, node: usize) -> String {
    match node.checked_sub(queues.queues()).and_then(|cohort| queues.terms.cohorts.get(cohort)) {
        Some(cohort) => format!("cohort {}", cohort.name),
        None => format!("queue {}", node + 1),
    }
}

/// The reason why a workload goes for one of its own queue that asks.
fn outranked(queues: &Queues, asking: Option<usize>, workload: usize) -> &'static str {
    let priority = |w: usize| queues.workload[w].priority;
    match asking.is_some_and(|asking| priority(asking) == priority(workload)) {
        true => "has the same priority and is newer",
        false => "has a lower priority",
    }
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
                Rule::Own => {
                    let has = outranked(queues, queues.asks(), *workload);
                    format!("Workload {name} of the same queue {has}. It goes.")
                }
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
                    "the share of the preemptor's queue with the asking workload, and that of queue {queue} {} workload {name}",
                    if *rule == Rule::Final { "without" } else { "with" }
                ),
            )
        }
    }
}

/// Follows the decision about the workload that asks, and then the workloads that ask in turn.
///
/// # Errors
/// No workload asks.
pub fn preemption(rule: &Preempt, queues: &Queues) -> Result<Trace<Cohort>, Refusal> {
    let Some(asking) = queues.asks() else {
        return Err(Refusal::OutOfDomain("has nothing to decide: every workload is admitted".to_string()));
    };
    let mut steps = vec![shares(
        Step::new(
            "shares",
            "The share of a queue is the largest part of a resource that it borrows: what it uses beyond its quota, over what its \
             cohort can have, and over its weight where that is not 1.",
        ),
        queues,
        &queues.admitted,
    )];
    let tree = queues.tree();
    let usage = tree.usage(queues.usage(&queues.admitted));
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
    for r in (0..queues.resources()).filter(|&r| workload.request[r].is_positive()) {
        let relation = if short.contains(&r) { ">" } else { "<=" };
        let line = format!("{} {relation} {}", workload.request[r], tree.room(&usage, workload.queue, r));
        let asks = format!("resource {}: what workload {} asks for", r + 1, asking + 1);
        step = step.line(line, format!("{asks}, and what is left for its queue"));
    }
    steps.push(step);
    let mut events = Vec::new();
    let end = rule.decide_seen(queues, asking, &mut events);
    steps.extend(events.iter().map(|event| tried(event, queues)));
    steps.push(decided(queues, asking, &end));
    steps.extend(in_turns(rule, queues));
    let bound = "The rule leaves no choice: candidates have an order, and each comparison has one answer.";
    steps.push(Step::new(BOUND, bound));
    Ok(Trace { steps, end: Some(end) })
}

/// The decision, and the shares afterwards.
fn decided(queues: &Queues, asking: usize, end: &Decision) -> Step {
    let gone: Vec<usize> = end.targets().iter().map(|target| target.workload).collect();
    let name = format!("Workload {}", asking + 1);
    let says = match (&end.targets, gone.is_empty()) {
        (None, _) => format!("{name} is turned down, and no workload is preempted."),
        (Some(_), true) => format!("{name} is admitted, and no workload is preempted."),
        (Some(_), false) => {
            format!("{name} is admitted and preempts {}. The shares afterwards:", agents("workload", &gone))
        }
    };
    let step = Step::new("decision", says).with("targets", Value::indexes(gone.iter().copied()));
    if gone.is_empty() { step } else { shares(step, queues, &queues.after(asking, end).admitted) }
}

/// What follows when workloads ask in turn, until a state returns.
fn in_turns(rule: &Preempt, queues: &Queues) -> Option<Step> {
    let mut state = Queues { incoming: None, ..queues.clone() };
    let mut step = Step::new(
        "in-turn",
        "What follows when pending workloads ask in turn: first one whose queue borrows nothing, then one of the queue with the lower \
         share afterwards, then by priority and submission.",
    );
    let mut seen = vec![state.admitted.clone()];
    let mut end = "";
    while let Ok(Some(next)) = in_turn(rule, &state) {
        if seen.len() > MOST_TURNS {
            end = " Only the first steps are listed.";
            break;
        }
        step.lines.extend(followed(rule, &state, next.asking, &next.decision));
        state = next.state;
        if seen.contains(&state.admitted) {
            end = " In the end the workloads that are admitted are those of an earlier state, so the steps return without end.";
            break;
        }
        seen.push(state.admitted.clone());
    }
    step.says += end;
    if step.lines.is_empty() { None } else { Some(step) }
}

/// The lines of one decision: the workloads that go, with the comparison by which each goes, and who is admitted then.
pub(crate) fn followed(rule: &Preempt, state: &Queues, asking: usize, decision: &Decision) -> Vec<Line> {
    let asked = Queues { incoming: Some(asking), ..state.clone() };
    let mut events = Vec::new();
    rule.decide_seen(&asked, asking, &mut events);
    let gone: Vec<usize> = decision.targets().iter().map(|target| target.workload).collect();
    let preempts =
        if gone.is_empty() { String::new() } else { format!(" and preempts {}", agents("workload", &gone)) };
    let after: Vec<String> =
        state.after(asking, decision).admitted.iter().map(|w| (w + 1).to_string()).collect();
    let mut lines = vec![Line {
        formula: format!("workload {} is admitted{preempts}", asking + 1),
        because: format!("admitted afterwards: {}", listed(&after)),
    }];
    for event in &events {
        let Event::Tried { workload, rule, goes: true, .. } = event else { continue };
        if !gone.contains(workload) {
            continue;
        }
        let mut told = tried(event, state);
        for line in &mut told.lines {
            let rule = if *rule == Rule::Final { "S2-a" } else { "S2-b" };
            line.because = format!("rule {rule} for workload {}: {}", workload + 1, line.because);
        }
        if told.lines.is_empty() {
            let why = if *rule == Rule::Own {
                format!("it is of the same queue and {}", outranked(state, Some(asking), *workload))
            } else {
                format!("with workload {}, its queue stays within its quota of what is short", asking + 1)
            };
            told = told.line(format!("workload {} goes", workload + 1), why);
        }
        lines.extend(told.lines);
    }
    lines
}
