//! The bound of greedy covering: with equal tasks and sorted costs that rise by at most `eps` per step, the
//! ratio is at most `1 + eps` times the smallest ratio (mukherjee VI, Theorem 13).

use fairwitness_kernel::property::Property as _;
use fairwitness_kernel::property::covering::greedy_bound::{GreedyBound, UNLIKE};

use super::{Examine, Unit};
use crate::arithmetic::{held, less, line};
use crate::linear::{Cut, Patience, Uncut as _};
use crate::mechanism::{Mechanism, below, best};
use crate::model::covering::{Allotment, Covering, Stock};
use crate::model::refusal::Refusal;
use crate::property::evidence::{Run, Verdict, Witness};
use crate::scalar::{Rational, Scalar, sum};
use crate::trace::Line;

/// The costs of the task with the largest ratio in an assignment, over what it would pay alone.
fn largest(stock: &Stock, other: &Allotment) -> Option<Line> {
    let Allotment::Whole(given) = other else { return None };
    let ratio = other.ratio(stock);
    let own = |j: usize| -> Vec<Rational> {
        (0..given.len()).filter(|&i| given[i] == Some(j)).map(|i| stock.cost[i].clone()).collect()
    };
    let task = (0..stock.tasks()).find(|&j| sum(own(j)) / &stock.isolation()[j] == ratio)?;
    let costs: Vec<String> = own(task).iter().map(ToString::to_string).collect();
    Some(line(
        format!("({}) / {} = {ratio}", costs.join(" + "), held(&stock.isolation()[task])),
        format!("the ratio of the other assignment: task {} has the largest one there", task + 1),
    ))
}

/// The largest step between neighbouring costs, as the bound with this id counts it.
fn step(id: &str, stock: &Stock, eps: &Rational) -> Line {
    let mut costs = stock.cost.clone();
    costs.sort();
    let pair = costs.windows(2).find(|pair| &pair[1] - &pair[0] == *eps);
    match pair {
        Some(pair) if id == "greedy-bound" => line(
            format!("eps = {} - {} = {eps}", pair[1], pair[0]),
            "the largest difference between neighbours among the costs in ascending order",
        ),
        _ => line(
            format!("eps = {eps}"),
            "Definition 8 as printed puts the costs in descending order, where none is above the one before it",
        ),
    }
}

impl Examine<Covering> for GreedyBound {
    fn unit(&self, _run: &Run<'_, Covering>, _witness: &Witness<Covering>) -> Unit {
        Unit::of("in the ratio")
    }

    fn arithmetic(
        &self,
        run: &Run<'_, Covering>,
        witness: &Witness<Covering>,
        _second: Option<&Allotment>,
    ) -> Vec<Line> {
        let Witness::Better(instead) = witness else { return Vec::new() };
        let stock = run.instance;
        let (ratio, best) = (run.outcome.ratio(stock), instead.ratio(stock));
        let Some(factor) = self.allowed(stock) else { return Vec::new() };
        let bound = &factor * &best;
        let mut lines = vec![step(self.id(), stock, &(&factor - Rational::one()))];
        lines.push(line(
            format!("1 + {} = {factor}", &factor - Rational::one()),
            "the factor that the claim allows, 1 + eps",
        ));
        lines.extend(largest(stock, instead));
        lines.push(line(
            format!("{} * {} = {bound}", held(&factor), held(&best)),
            "the claim's bound: the factor times the ratio of the other assignment",
        ));
        lines.push(less(&ratio, &bound, "the ratio of the outcome, less the bound"));
        lines
    }

    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Covering>,
        run: &Run<'_, Covering>,
        patience: &Patience,
    ) -> Result<Verdict<Covering>, Cut> {
        let stock = run.instance;
        let Allotment::Whole(_) = run.outcome else {
            return Ok(Verdict::OutOfScope("the outcome is not an assignment"));
        };
        let Some(factor) = self.allowed(stock) else { return Ok(Verdict::OutOfScope(UNLIKE)) };
        let ratio = run.outcome.ratio(stock);
        if ratio <= factor {
            return Ok(Verdict::Holds); // No assignment has a ratio below 1.
        }
        Ok(match below(stock, &(&ratio / &factor), patience).uncut()? {
            Ok(None) => Verdict::Holds,
            // The fairest assignment gives the largest margin.
            Ok(Some(any)) => match best(stock, patience).uncut()? {
                Ok(bounds) if bounds.settled => {
                    Verdict::Violated(Witness::Better(Allotment::Whole(bounds.assignment)))
                }
                _ => Verdict::Violated(Witness::Better(Allotment::Whole(any))),
            },
            Err(Refusal::Undecided(reason)) => Verdict::undecided(reason),
            Err(_) => Verdict::OutOfScope("the tasks cannot all be covered together"),
        })
    }
}
