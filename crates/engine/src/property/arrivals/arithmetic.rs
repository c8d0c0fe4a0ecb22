//! The margin of a violation of arrivals line by line, for a reader with a pencil.

use fairwitness_kernel::property::arrivals::agrees_with_lp::solution;
use fairwitness_kernel::property::arrivals::history::Shortfall;

use crate::arithmetic::{held, less, line, taken};
use crate::model::arrivals::Arrivals;
use crate::model::cluster::fitting;
use crate::property::evidence::Run;
use crate::scalar::{Rational, Scalar, max, min, sum};
use crate::trace::Line;

/// The least of these numbers; one of them stands alone.
fn least_of(texts: &[String], value: &Rational) -> String {
    match texts {
        [one] if *one == value.to_string() => one.clone(),
        [one] => format!("{one} = {value}"),
        _ => format!("min({}) = {value}", texts.join(", ")),
    }
}

/// The larger number less the smaller.
fn between(a: &Rational, b: &Rational, because: impl Into<String>) -> Line {
    if a < b { less(b, a, because) } else { less(a, b, because) }
}

/// The usage of resource `r` by the shares of a step, and the displayed sum.
fn used(run: &Run<'_, Arrivals>, step: usize, r: usize) -> (Rational, Line) {
    let (demand, x) = (run.instance.normalised(), &run.outcome.shares[step]);
    let terms: Vec<String> = (0..x.len())
        .filter(|&i| demand[i][r].is_positive())
        .map(|i| format!("{} * {}", held(&x[i]), held(&demand[i][r])))
        .collect();
    let all = sum((0..x.len()).map(|i| &x[i] * &demand[i][r]));
    let text = if terms.is_empty() { "0".to_string() } else { format!("{} = {all}", terms.join(" + ")) };
    (
        all,
        line(
            text,
            format!("what the shares of step {} use of resource {}: share times demand", step + 1, r + 1),
        ),
    )
}

/// The displayed excess of the resource whose usage exceeds its released amount by most.
pub(super) fn overload(run: &Run<'_, Arrivals>, margin: &Rational) -> Vec<Line> {
    for step in 0..run.outcome.shares.len() {
        let released = run.instance.released(step);
        for r in 0..run.instance.resources() {
            let (all, how) = used(run, step, r);
            if &all - &released == *margin {
                return vec![
                    how,
                    less(&all, &released, format!("less what may be used at step {}", step + 1)),
                ];
            }
        }
    }
    Vec::new()
}

/// The properties that are one inequality for every step and pair of agents, by id.
pub(super) fn shortfall(id: &str, run: &Run<'_, Arrivals>, s: &Shortfall) -> Vec<Line> {
    let shares = &run.outcome.shares;
    let x = &shares[s.step];
    let (own, its) = (&x[s.agent], &x[s.other]);
    let (name, other) = (s.agent + 1, s.other + 1);
    match id {
        "agrees-with-lp" => {
            let due = &solution(run.instance)[s.step][s.agent];
            vec![between(
                own,
                due,
                format!("the share of agent {name} at step {}, and that of LP (1)", s.step + 1),
            )]
        }
        "dpo" => {
            let released = run.instance.released(s.step);
            let mut lines = Vec::new();
            let mut all = Vec::new();
            for r in 0..run.instance.resources() {
                let (amount, how) = used(run, s.step, r);
                let by = if amount < released { &released - &amount } else { &amount - &released };
                lines.push(how);
                lines.push(between(
                    &amount,
                    &released,
                    format!("how far that is from what is released, {released}"),
                ));
                all.push(by);
            }
            let texts: Vec<String> = all.iter().map(ToString::to_string).collect();
            lines.push(line(least_of(&texts, &s.by), "the smallest distance"));
            lines
        }
        "dynamic-po" => {
            let (demand, released) = (run.instance.normalised(), run.instance.released(s.step));
            let mut lines = Vec::new();
            let mut all = Vec::new();
            for r in (0..run.instance.resources()).filter(|&r| demand[s.agent][r].is_positive()) {
                let (amount, how) = used(run, s.step, r);
                let rise = (&released - &amount) / &demand[s.agent][r];
                lines.push(how);
                lines.push(line(
                    format!("({released} - {}) / {} = {rise}", taken(&amount), held(&demand[s.agent][r])),
                    format!("the rise of agent {name} for which resource {} has room", r + 1),
                ));
                all.push(rise.to_string());
            }
            lines.push(line(least_of(&all, &s.by), "the rise for which all resources have room"));
            lines
        }
        "dynamic-si" => {
            let even = run.instance.released(0);
            vec![less(
                &even,
                own,
                format!("an equal part, less the share of agent {name} at step {}", s.step + 1),
            )]
        }
        "ef" => {
            let demand = run.instance.normalised();
            let fits = fitting(&demand[s.agent], &demand[s.other]);
            let quotients: Vec<String> = demand[s.agent]
                .iter()
                .zip(&demand[s.other])
                .filter(|(d, _)| d.is_positive())
                .map(|(d, b)| format!("{} / {}", held(b), held(d)))
                .collect();
            let with = its * &fits;
            vec![
                line(
                    least_of(&quotients, &fits),
                    format!("what a unit of the share of agent {other} is worth to agent {name}"),
                ),
                line(
                    format!("{} * {} = {with}", held(its), held(&fits)),
                    format!("what agent {other} has at step {}, as a share of agent {name}", s.step + 1),
                ),
                less(&with, own, format!("less the share of agent {name}")),
            ]
        }
        "def" => {
            let above = its - own;
            let mut lines = vec![less(its, own, format!("how far agent {other} is above agent {name}"))];
            if s.other < s.agent {
                let had = &shares[s.agent - 1][s.other];
                let grown = if its < had { had - its } else { its - had };
                lines.push(between(
                    its,
                    had,
                    format!("how much that share changed after agent {name} arrived"),
                ));
                lines.push(line(
                    format!("min({above}, {grown}) = {}", min(above.clone(), grown.clone())),
                    "the smaller of both",
                ));
            }
            lines
        }
        "irrevocable" => vec![less(
            &shares[s.step - 1][s.agent],
            own,
            format!("the share of agent {name} before and after step {}", s.step + 1),
        )],
        "lemma-1" => {
            let (new, old) = (&x[s.step], &shares[s.step - 1][s.agent]);
            let due = max(new.clone(), old.clone());
            vec![
                line(
                    format!("max({new}, {old}) = {due}"),
                    format!("the share of the newcomer, and that of agent {name} one step before"),
                ),
                between(own, &due, format!("how far the share of agent {name} is from that")),
            ]
        }
        "lemma-2" => vec![less(
            its,
            own,
            format!("the share of agent {other}, who came later, less that of agent {name}"),
        )],
        _ => Vec::new(),
    }
}
