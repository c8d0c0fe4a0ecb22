//! The bound of greedy covering: with equal tasks and sorted costs that rise by at most `eps` per step, the
//! ratio is at most `1 + eps` times the smallest ratio (mukherjee VI, Theorem 13).

use fairwitness_kernel::property::covering::greedy_bound::GreedyBound;

use crate::linear::Uncut as _;
use crate::mechanism::{below, best};
use crate::model::Refusal;
use crate::model::covering::{Allotment, Covering};
use crate::property::{Examined, Hearing, Seek, Verdict, Witness};
use crate::scalar::Rational;

impl<const LITERAL: bool> Seek<Covering> for GreedyBound<LITERAL> {
    fn seek(&self, &Hearing { run, patience, .. }: &Hearing<'_, Covering>) -> Examined<Covering> {
        let stock = run.instance;
        let (ratio, factor) = (run.outcome.ratio(stock), Self::factor::<Rational, Rational>(stock));
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
            Err(_) => Verdict::OutOfScope("the tasks cannot all be covered together".into()),
        })
    }
}
