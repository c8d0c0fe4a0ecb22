//! Arrivals in words: the ceiling rises, the agents with the smallest shares rise, and a resource stops them.

use fairwitness_kernel::specification::arrivals::ddrf_printed::Event;
use fairwitness_kernel::specification::arrivals::drf_offline::pool;
use fairwitness_kernel::specification::per_server::fill_seen;

use super::filling::{Filled, Names};
use super::{agents, assigned, capital, sum_of, verb};
use crate::arithmetic::held;
use crate::document::Value;
use crate::model::Refusal;
use crate::model::arrivals::{Arrivals, History, Sequence, used};
use crate::scalar::{Rational, Scalar, greatest, least, sum};
use crate::trace::{BOUND, MOST_STEPS, Step, Trace, too_many};

/// Refuses a history with too many numbers.
///
/// # Errors
/// The refusal.
pub fn bounded(sequence: &Sequence) -> Result<(), Refusal> {
    let numbers = sequence.steps().saturating_mul(sequence.steps());
    if numbers > MOST_STEPS { Err(too_many()) } else { Ok(()) }
}

/// The first step: demands divided by their largest entry.
fn normalised(sequence: &Sequence, demand: &[Vec<Rational>]) -> Step {
    let mut step = Step::new(
        "demand",
        "Each agent's demand is divided by its largest entry, so that a share x is the agent's dominant share.",
    )
    .with("demand", Value::matrix(demand));
    for (i, row) in demand.iter().enumerate() {
        let vector = |row: &[Rational]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let reported = &sequence.demand[i];
        let divided = match greatest(reported.iter().cloned()) {
            Some(most) if reported != row => format!("({}) / {} = ", vector(reported), held(&most)),
            _ => String::new(),
        };
        step = step.line(format!("d{} = {divided}({})", i + 1, vector(row)), format!("agent {}", i + 1));
    }
    step
}

/// The variables of the shares of the agents up to the one that arrives at step `k`.
fn share_names(k: usize) -> Vec<String> {
    (0..=k).map(|i| format!("x{}", i + 1)).collect()
}

/// The step of kind `arrival` at which agent `k` arrives.
fn arrival(sequence: &Sequence, k: usize, says: String) -> Step {
    Step::new("arrival", says)
        .with("step", Value::index(k))
        .with("released", Value::Number(sequence.released(k)))
}

/// The step with the shares after step `k`.
fn after(step: Step, k: usize, shares: &[Rational]) -> Step {
    step.with("shares", Value::numbers(shares))
        .line(assigned(&share_names(k), shares), format!("the shares after step {}", k + 1))
}

/// Dynamic DRF, which each of its algorithms computes, as water-filling: the agents with the smallest share have
/// risen together, and a resource that they demand is used up.
pub fn dynamic(sequence: &Sequence, history: &History) -> Trace<Arrivals> {
    let demand = sequence.normalised();
    let (mut steps, mut bounds) = (vec![normalised(sequence, &demand)], Vec::new());
    for (k, shares) in history.shares.iter().enumerate() {
        let (released, level) = (sequence.released(k), &shares[k]);
        let (rising, kept): (Vec<usize>, Vec<usize>) = (0..=k).partition(|&i| shares[i] == *level);
        let rate = |r: usize| sum(rising.iter().map(|&i| demand[i][r].clone()));
        let used = used(&demand[..=k], shares);
        let tight = |r: &usize| used[*r] == released && rate(*r).is_positive();
        let r = (0..used.len()).find(tight).unwrap_or_default();
        let rate = rate(r);
        let fixed = &used[r] - level * &rate;
        let others = match kept.len() {
            0 => String::new(),
            1 => format!(" {} keeps what it had.", capital(&agents("agent", &kept))),
            _ => format!(" {} keep what they had.", capital(&agents("agent", &kept))),
        };
        let says = format!(
            "Step {}: agent {} arrives with nothing, and {released} of each resource may be used. The smallest share rises to \
             {level}, where resource {} is used up to that; {} {} that share.{others}",
            k + 1,
            k + 1,
            r + 1,
            agents("agent", &rising),
            if rising.len() == 1 { "has" } else { "have" },
        );
        let terms = [(rate.clone(), "M".to_string()), (fixed.clone(), String::new())];
        let because = format!("resource {}: the agents that rise to M, and what the others keep", r + 1);
        let step = arrival(sequence, k, says)
            .with("level", Value::Number(level.clone()))
            .with("resource", Value::index(r))
            .with("rising", Value::indexes(rising.iter().copied()))
            .line(format!("{} <= {released}", sum_of(&terms)), because)
            .line(
                format!("M = ({released} - {fixed}) / {} = {level}", held(&rate)),
                "the ceiling of this step",
            );
        steps.push(after(step, k, shares));
        let need: Vec<usize> = rising.into_iter().filter(|&i| demand[i][r].is_positive()).collect();
        let says = format!(
            "Step {}: no share below {level} is needed and no smallest share above it is possible, because resource {} \
             is used up and {}, with the smallest share, {} it.",
            k + 1,
            r + 1,
            agents("agent", &need),
            verb(need.len(), "need")
        );
        bounds.push(
            Step::new(BOUND, says).line(
                format!("{} = {released}", used[r]),
                format!("resource {} after step {}", r + 1, k + 1),
            ),
        );
    }
    steps.extend(bounds);
    Trace { steps, end: Some(history.clone()) }
}

/// DRF with complete knowledge at every step: each step is a filling from the beginning.
pub fn offline(sequence: &Sequence) -> Trace<Arrivals> {
    let demand = sequence.normalised();
    let (mut steps, mut bounds, mut shares) = (vec![normalised(sequence, &demand)], Vec::new(), Vec::new());
    for k in 0..sequence.steps() {
        let (none, mut stops) = (vec![Rational::zero(); k + 1], Vec::new());
        let server = pool(sequence, k);
        let tasks = fill_seen(&server, &none, &vec![None; k + 1], &mut stops);
        let names = Names {
            server: String::new(),
            resources: (1..=sequence.resources()).map(|r| format!("resource {r}")).collect(),
            variables: share_names(k),
            agent: "agent",
            level: "dominant share",
        };
        let (own, mut bound) =
            Filled { names: &names, server: &server, elsewhere: &none, stops: &stops, tasks: &tasks }.told();
        let (n, may) = (k + 1, format!("{} of each resource may be used", sequence.released(k)));
        let says = format!("Step {n}: agent {n} arrives, {may}, and all shares are computed again from 0.");
        steps.push(arrival(sequence, k, says));
        steps.extend(own);
        steps.push(after(Step::new("shares", format!("Step {} ends.", k + 1)), k, &tasks));
        bound.says = format!("Step {}: {}", k + 1, bound.says);
        bounds.push(bound);
        shares.push(tasks);
    }
    steps.extend(bounds);
    Trace { steps, end: Some(History { shares }) }
}

/// Algorithm 1 of li2019 as printed, from the events of its run; the printed line numbers are in brackets. `end` is
/// `None` if line 21 divides by zero.
pub fn printed(sequence: &Sequence, events: &[Event], end: Option<History>) -> Trace<Arrivals> {
    let demand = sequence.normalised();
    let first = sequence.released(0);
    let says = format!(
        "Step 1: 1 of {} agents has arrived, so {first} of each resource may be used. Agent 1 gets the share {first} (line 3).",
        sequence.agents
    );
    let mut steps = vec![normalised(sequence, &demand), after(arrival(sequence, 0, says), 0, &[first])];
    let mut events = events.iter().peekable();
    for k in 1.. {
        if events.peek().is_none() {
            break;
        }
        let (n, may) = (k + 1, format!("{} of each resource may be used", sequence.released(k)));
        let says = format!("Step {n}: agent {n} arrives with nothing, and {may}.");
        let mut step = arrival(sequence, k, says);
        if let Some(Event::Over(r)) = events.next_if(|event| matches!(event, Event::Over(_))) {
            step.says +=
                &format!(" Resource {} is already used beyond that (line 7), so tau is searched.", r + 1);
        } else {
            step.says += " Nothing is used beyond that, so all agents rise together (line 6).";
        }
        for event in events.by_ref() {
            step = told(sequence, &demand, k, step, event);
            if matches!(event, Event::Shares(_)) {
                break;
            }
        }
        steps.push(step);
    }
    if end.is_some() {
        steps.push(Step::new(BOUND, "The algorithm is run as printed: each line has one result, whether or not it is what the paper states."));
    }
    Trace { steps, end }
}

/// The step of agent `k` with the lines of an event.
fn told(sequence: &Sequence, demand: &[Vec<Rational>], k: usize, mut step: Step, event: &Event) -> Step {
    let released = sequence.released(k);
    match event {
        Event::Over(_) => step,
        Event::Search { tau, low, high, fits } => {
            let why = match fits {
                None => "",
                Some(true) => "the test of line 12 holds: high is lowered; ",
                Some(false) => "the test of line 12 fails: low is raised; ",
            };
            step.line(format!("tau = {tau}"), format!("{why}between {low} and {high}"))
        }
        Event::Sums(alpha, beta) => {
            if let Some(r) = beta.iter().position(Scalar::is_zero) {
                let none = format!("no agent that rises demands resource {}", r + 1);
                step.says += &format!(" Line 21 divides by zero: {none}. The algorithm has no outcome.");
                return step;
            }
            let levels: Vec<Rational> =
                alpha.iter().zip(beta).map(|(alpha, beta)| (&released - alpha) / beta).collect();
            for (r, level) in levels.iter().enumerate() {
                let (alpha, beta) = (&alpha[r], &beta[r]);
                step = step.line(
                    format!("({released} - {alpha}) / {} = {level}", held(beta)),
                    format!(
                        "line 21 for resource {}: what may be used, less {alpha} for the agents that keep their shares, over \
                         {beta}, the sum of the demands of the agents that rise",
                        r + 1
                    ),
                );
            }
            let level = least(levels).unwrap_or_else(Rational::zero);
            step.line(format!("M = {level}"), "the smallest of them").with("level", Value::Number(level))
        }
        Event::Shares(shares) => {
            let mut step = after(step, k, shares);
            for (r, used) in used(demand, shares).into_iter().enumerate().filter(|(_, used)| *used > released)
            {
                let takes = (0..=k).filter(|&i| demand[i][r].is_positive());
                let terms = takes.map(|i| format!("{} * {}", held(&shares[i]), held(&demand[i][r])));
                let line = format!("{} = {used} > {released}", terms.collect::<Vec<_>>().join(" + "));
                let over = format!("resource {} is overloaded after this step", r + 1);
                step = step.line(line, format!("{over}: shares times demands"));
            }
            step
        }
    }
}
