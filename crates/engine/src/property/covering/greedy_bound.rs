//! The bound of greedy covering: with equal tasks and sorted costs that rise by at most `eps` per step, the
//! ratio is at most `1 + eps` times the smallest ratio (mukherjee VI, Theorem 13).

use fairwitness_kernel::property::covering::greedy_bound::{GreedyBound, UNLIKE};

use super::{Examine, Unit, less, line};
use crate::linear::{Cut, Patience, Uncut as _};
use crate::mechanism::{Mechanism, below, best};
use crate::model::covering::{Allotment, Covering};
use crate::model::refusal::Refusal;
use crate::property::evidence::{Run, Verdict, Witness};
use crate::scalar::{Rational, Scalar};
use crate::trace::Line;

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
        vec![
            line(
                format!("1 + {} = {factor}", &factor - Rational::one()),
                "1 and eps, the largest step between neighbouring costs as the claim counts it",
            ),
            line(
                format!("{factor} * {best} = {bound}"),
                "the claim's bound: that, times the ratio of the assignment on the right",
            ),
            less(&ratio, &bound, "the ratio of the allocation, less the bound"),
        ]
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
            Err(Refusal::Undecided(reason)) => Verdict::Undecided(reason),
            Err(_) => Verdict::OutOfScope("the tasks cannot all be covered together"),
        })
    }
}
