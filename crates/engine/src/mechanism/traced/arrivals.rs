//! Traces for arrivals: the ceiling rises, the agents with the smallest shares rise, and a resource stops
//! them.

use std::borrow::Cow;

use fairwitness_kernel::specification::per_server::Server;

use super::filling::{Names, filled};
use super::words::{agents, sum_of, verb};
use crate::arithmetic::held;
use crate::document::Value;
use crate::model::arrivals::{Arrivals, History, Sequence};
use crate::model::refusal::Refusal;
use crate::scalar::{Rational, Scalar, greatest, least, max, sum};
use crate::trace::{BOUND, MOST_STEPS, Step, Trace, too_many};

fn bounded(sequence: &Sequence) -> Result<(), Refusal> {
    let numbers = sequence.steps().saturating_mul(sequence.steps());
    if numbers > MOST_STEPS { Err(too_many()) } else { Ok(()) }
}

/// The first step: demands divided by their largest entry.
fn normalised(sequence: &Sequence) -> Step {
    let demand = sequence.normalised();
    let mut step = Step::new(
        "demand",
        "Each agent's demand is divided by its largest entry, so that a share x is the agent's dominant share.",
    )
    .with("demand", Value::matrix(&demand));
    for (i, row) in demand.iter().enumerate() {
        let vector = |row: &[Rational]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let reported = &sequence.demand[i];
        let text = match greatest(reported.iter().cloned()) {
            Some(most) if reported != row => {
                format!("d{} = ({}) / {} = ({})", i + 1, vector(reported), held(&most), vector(row))
            }
            _ => format!("d{} = ({})", i + 1, vector(row)),
        };
        step = step.line(text, format!("agent {}", i + 1));
    }
    step
}

fn share_names(k: usize) -> Vec<String> {
    (0..=k).map(|i| format!("x{}", i + 1)).collect()
}

fn after(step: Step, k: usize, shares: &[Rational]) -> Step {
    step.with("shares", Value::numbers(shares))
        .line(super::words::assigned(&share_names(k), shares), format!("the shares after step {}", k + 1))
}

/// Traces dynamic DRF as water-filling.
///
/// # Errors
/// The refusal of too many arrivals.
pub(in crate::mechanism) fn dynamic(sequence: &Sequence) -> Result<Trace<Arrivals>, Refusal> {
    bounded(sequence)?;
    let demand = sequence.normalised();
    let mut steps = vec![normalised(sequence)];
    let mut bounds = Vec::new();
    let mut shares: Vec<Vec<Rational>> = Vec::new();
    for k in 0..sequence.steps() {
        let mut before = shares.last().cloned().unwrap_or_default();
        before.push(Rational::zero());
        let released = sequence.released(k);
        let mut water = Rational::zero();
        let (level, r, rising, fixed, rate) = loop {
            let rising: Vec<usize> = (0..=k).filter(|&i| before[i] <= water).collect();
            let mut stop: Option<(Rational, usize, Rational, Rational)> = None;
            for r in 0..sequence.resources() {
                let rate = sum(rising.iter().map(|&i| demand[i][r].clone()));
                let kept = (0..=k).filter(|i| !rising.contains(i));
                let fixed = sum(kept.map(|i| &before[i] * &demand[i][r]));
                if rate.is_positive() {
                    let at = (&released - &fixed) / &rate;
                    if stop.as_ref().is_none_or(|(best, ..)| at < *best) {
                        stop = Some((at, r, fixed, rate));
                    }
                }
            }
            let Some((at, r, fixed, rate)) = stop else {
                break (Rational::zero(), 0, rising, Rational::zero(), Rational::one());
            };
            match least(before.iter().filter(|x| **x > water).cloned()) {
                Some(next) if next <= at => water = next,
                _ => break (at, r, rising, fixed, rate),
            }
        };
        let now: Vec<Rational> = before.iter().map(|x| max(x.clone(), level.clone())).collect();
        let kept: Vec<usize> = (0..=k).filter(|i| !rising.contains(i)).collect();
        let others = if kept.is_empty() {
            String::new()
        } else {
            format!(
                " {} {} what {} had.",
                super::words::capital(&agents("agent", &kept)),
                verb(kept.len(), "keep"),
                if kept.len() == 1 { "it" } else { "they" }
            )
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
        let mut terms: Vec<(Rational, String)> = vec![(rate.clone(), "M".to_string())];
        terms.push((fixed.clone(), String::new()));
        let step = Step::new("arrival", says)
            .with("step", Value::index(k))
            .with("released", Value::Number(released.clone()))
            .with("level", Value::Number(level.clone()))
            .with("resource", Value::index(r))
            .with("rising", Value::indexes(rising.iter().copied()))
            .line(
                format!("{} <= {released}", sum_of(&terms)),
                format!("resource {}: the agents that rise to M, and what the others keep", r + 1),
            )
            .line(
                format!("M = ({released} - {fixed}) / {} = {level}", held(&rate)),
                "the ceiling of this step",
            );
        steps.push(after(step, k, &now));
        let at_level: Vec<usize> =
            (0..=k).filter(|&i| now[i] == level && demand[i][r].is_positive()).collect();
        let used = sum((0..=k).map(|i| &now[i] * &demand[i][r]));
        bounds.push(
            Step::new(
                BOUND,
                format!(
                    "Step {}: no share below {level} is needed and no smallest share above it is possible, because resource {} \
                     is used up and {}, with the smallest share, {} it.",
                    k + 1,
                    r + 1,
                    agents("agent", &at_level),
                    verb(at_level.len(), "need")
                ),
            )
            .line(format!("{used} = {released}"), format!("resource {} after step {}", r + 1, k + 1)),
        );
        shares.push(now);
    }
    steps.extend(bounds);
    Ok(Trace { steps, end: Some(History { shares }) })
}

/// Traces DRF with complete knowledge at every step.
///
/// # Errors
/// The refusal of too many arrivals.
pub(in crate::mechanism) fn offline(sequence: &Sequence) -> Result<Trace<Arrivals>, Refusal> {
    bounded(sequence)?;
    let demand = sequence.normalised();
    let mut steps = vec![normalised(sequence)];
    let mut bounds = Vec::new();
    let mut shares = Vec::new();
    for k in 0..sequence.steps() {
        let released = sequence.released(k);
        let names = Names {
            server: String::new(),
            resources: (1..=sequence.resources()).map(|r| format!("resource {r}")).collect(),
            variables: share_names(k),
            agent: "agent",
            level: "dominant share",
        };
        let server = Server {
            capacity: Cow::from(vec![released.clone(); sequence.resources()]),
            load: Cow::from(&demand[..=k]),
            unit: vec![Rational::one(); k + 1],
        };
        let none = vec![Rational::zero(); k + 1];
        let run = filled(&names, &server, &none, &vec![None; k + 1]);
        steps.push(
            Step::new(
                "arrival",
                format!("Step {}: agent {} arrives, {released} of each resource may be used, and all shares are computed again from 0.", k + 1, k + 1),
            )
            .with("step", Value::index(k))
            .with("released", Value::Number(released)),
        );
        steps.extend(run.steps);
        steps.push(after(Step::new("shares", format!("Step {} ends.", k + 1)), k, &run.tasks));
        let mut bound = run.bound;
        bound.says = format!("Step {}: {}", k + 1, bound.says);
        bounds.push(bound);
        shares.push(run.tasks);
    }
    steps.extend(bounds);
    Ok(Trace { steps, end: Some(History { shares }) })
}

/// Traces Algorithm 1 of li2019 as printed; the printed line numbers are in brackets.
///
/// # Errors
/// The refusal of too many arrivals.
pub(in crate::mechanism) fn printed(sequence: &Sequence) -> Result<Trace<Arrivals>, Refusal> {
    bounded(sequence)?;
    let demand = sequence.normalised();
    let resources = sequence.resources();
    let first = sequence.released(0);
    let mut steps = vec![normalised(sequence)];
    steps.push(after(
        Step::new("arrival", format!("Step 1: 1 of {} agents has arrived, so {first} of each resource may be used. Agent 1 gets the share {first} (line 3).", sequence.agents))
            .with("step", Value::index(0))
            .with("released", Value::Number(first.clone())),
        0,
        std::slice::from_ref(&first),
    ));
    let mut shares = vec![vec![first]];
    for k in 1..sequence.steps() {
        let mut x = shares[k - 1].clone();
        x.push(Rational::zero());
        let released = sequence.released(k);
        let used = |r: usize, agents: std::ops::Range<usize>| sum(agents.map(|i| &demand[i][r] * &x[i]));
        let wanted = |r: usize, agents: std::ops::Range<usize>| sum(agents.map(|i| demand[i][r].clone()));
        let mut alpha = vec![Rational::zero(); resources];
        let mut beta: Vec<Rational> = (0..resources).map(|r| wanted(r, 0..k + 1)).collect();
        let mut step = Step::new(
            "arrival",
            format!(
                "Step {}: agent {} arrives with nothing, and {released} of each resource may be used.",
                k + 1,
                k + 1
            ),
        )
        .with("step", Value::index(k))
        .with("released", Value::Number(released.clone()));
        let over = (0..resources).find(|&r| used(r, 0..k + 1) > released);
        if let Some(r) = over {
            step.says +=
                &format!(" Resource {} is already used beyond that (line 7), so tau is searched.", r + 1);
            let middle = |low: usize, high: usize| (low + high).div_ceil(2);
            let (mut low, mut high) = (1, k + 1);
            let mut tau = middle(low, high);
            for r in 0..resources {
                alpha[r] = used(r, 0..tau - 1);
                beta[r] = wanted(r, tau - 1..k + 1);
            }
            step = step.line(format!("tau = {tau}"), format!("between {low} and {high}"));
            while high - low > 1 {
                let fits = (0..resources).all(|r| &alpha[r] + &beta[r] * &x[tau - 1] <= released);
                if fits {
                    high = tau;
                    tau = middle(low, high);
                    for r in 0..resources {
                        alpha[r] = &alpha[r] - used(r, tau - 1..high - 1);
                        beta[r] = &beta[r] + wanted(r, tau - 1..high - 1);
                    }
                } else {
                    low = tau;
                    tau = middle(low, high);
                    for r in 0..resources {
                        alpha[r] = &alpha[r] + used(r, low - 1..tau - 1);
                        beta[r] = &beta[r] - wanted(r, low - 1..tau - 1);
                    }
                }
                let why = if fits {
                    "the test of line 12 holds: high is lowered"
                } else {
                    "the test of line 12 fails: low is raised"
                };
                step = step.line(format!("tau = {tau}"), format!("{why}; between {low} and {high}"));
            }
        } else {
            step.says += " Nothing is used beyond that, so all agents rise together (line 6).";
        }
        if let Some(r) = (0..resources).find(|&r| beta[r].is_zero()) {
            step.says += &format!(
                " Line 21 divides by zero: no agent that rises demands resource {}. The algorithm has no outcome.",
                r + 1
            );
            steps.push(step);
            return Ok(Trace { steps, end: None });
        }
        let levels: Vec<Rational> = (0..resources).map(|r| (&released - &alpha[r]) / &beta[r]).collect();
        for (r, level) in levels.iter().enumerate() {
            step = step.line(
                format!("({released} - {}) / {} = {level}", alpha[r], held(&beta[r])),
                format!(
                    "line 21 for resource {}: what may be used, less {} for the agents that keep their shares, over {}, the sum of the \
                     demands of the agents that rise",
                    r + 1,
                    alpha[r],
                    beta[r]
                ),
            );
        }
        let level = least(levels).unwrap_or_else(Rational::zero);
        step = step
            .line(format!("M = {level}"), "the smallest of them")
            .with("level", Value::Number(level.clone()));
        let now: Vec<Rational> = x.iter().map(|x| max(x.clone(), level.clone())).collect();
        let mut step = after(step, k, &now);
        for r in 0..resources {
            let used = sum((0..=k).map(|i| &demand[i][r] * &now[i]));
            if used > released {
                let terms: Vec<String> = (0..=k)
                    .filter(|&i| demand[i][r].is_positive())
                    .map(|i| format!("{} * {}", held(&now[i]), held(&demand[i][r])))
                    .collect();
                step = step.line(
                    format!("{} = {used} > {released}", terms.join(" + ")),
                    format!("resource {} is overloaded after this step: shares times demands", r + 1),
                );
            }
        }
        steps.push(step);
        shares.push(now);
    }
    steps.push(Step::new(BOUND, "The algorithm is run as printed: each line has one result, whether or not it is what the paper states."));
    Ok(Trace { steps, end: Some(History { shares }) })
}
