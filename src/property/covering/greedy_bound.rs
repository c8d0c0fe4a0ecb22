//! With equal tasks and costs that rise in steps of `eps` at most, the ratio is within `1 + eps` of the smallest
//! (mukherjee VI, Theorem 13).

use super::reached;
use crate::mechanism::{Settles, below, best};
use crate::model::covering::{Allotment, Covering, Setting, Stock};
use crate::model::refusal::{Refusal, Rejected};
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Verdict, Witness, positive};
use crate::scalar::{Rational, Scalar, greatest, max};

/// The bound claimed for greedy.
#[derive(Debug)]
pub(super) struct GreedyBound {
    id: &'static str,
    page: &'static str,
    /// How unlike the costs are, by a reading of Definition 8.
    eps: fn(&Stock) -> Rational,
}

pub(super) const GREEDY_BOUND: GreedyBound = GreedyBound {
    id: "greedy-bound",
    page: include_str!("../../../properties/covering/greedy-bound.md"),
    eps: largest_step,
};
pub(super) const GREEDY_BOUND_LITERAL: GreedyBound = GreedyBound {
    id: "greedy-bound-literal",
    page: include_str!("../../../properties/covering/greedy-bound-literal.md"),
    eps: largest_rise,
};

const UNLIKE: &str = "sizes 1, equal whole demands and costs of 1 or more are needed";

/// The largest step between neighbours among the costs in ascending order.
fn largest_step(stock: &Stock) -> Rational {
    let mut costs = stock.cost.clone();
    costs.sort();
    greatest(costs.windows(2).map(|pair| &pair[1] - &pair[0])).unwrap_or_else(Rational::zero)
}

/// The same in descending order, as printed: no step is upwards, so this is 0.
fn largest_rise(stock: &Stock) -> Rational {
    let mut costs = stock.cost.clone();
    costs.sort();
    costs.reverse();
    let rises = costs.windows(2).map(|pair| &pair[1] - &pair[0]);
    max(greatest(rises).unwrap_or_else(Rational::zero), Rational::zero())
}

impl GreedyBound {
    /// What the claim allows over the smallest ratio; `None` where it says nothing.
    pub(super) fn allowed(&self, stock: &Stock) -> Option<Rational> {
        let equal = stock.demand.iter().all(|d| *d == stock.demand[0]);
        let dear = stock.cost.iter().all(|c| *c >= Rational::one());
        (stock.unit() && equal && dear).then(|| Rational::one() + (self.eps)(stock))
    }
}

impl Property<Covering> for GreedyBound {
    fn id(&self) -> &'static str {
        self.id
    }

    fn page(&self) -> &'static str {
        self.page
    }

    fn never(&self, setting: Setting) -> Option<&'static str> {
        (!setting.integral).then_some("the outcome is not an assignment")
    }

    fn examine(&self, run: &Run<'_, Covering>) -> Verdict<Covering> {
        let stock = run.instance;
        let Allotment::Whole(_) = run.outcome else {
            return Verdict::OutOfScope("the outcome is not an assignment");
        };
        let Some(factor) = self.allowed(stock) else { return Verdict::OutOfScope(UNLIKE) };
        let ratio = run.outcome.ratio(stock);
        if ratio <= factor {
            return Verdict::Holds; // No assignment has a ratio below 1.
        }
        match below(stock, &(&ratio / &factor)) {
            Ok(None) => Verdict::Holds,
            // The fairest assignment shows best by how much.
            Ok(Some(any)) => match best(stock) {
                Ok(bounds) if bounds.settled => {
                    Verdict::Violated(Witness::Better(Allotment::Whole(bounds.assignment)))
                }
                _ => Verdict::Violated(Witness::Better(Allotment::Whole(any))),
            },
            Err(Refusal::Undecided(reason)) => Verdict::Undecided(reason),
            Err(_) => Verdict::OutOfScope("the tasks cannot all be covered together"),
        }
    }

    fn confirm(&self, run: &Run<'_, Covering>, witness: &Witness<Covering>) -> Result<Margin, Rejected> {
        let stock = run.instance;
        let (Witness::Better(instead), Allotment::Whole(_)) = (witness, &run.outcome) else {
            return Err(Rejected::Kind);
        };
        let factor = self.allowed(stock).ok_or(Rejected::OutOfScope(UNLIKE))?;
        positive(run.outcome.ratio(stock) - factor * reached(stock, instead)?)
    }

    /// What agents get in all, whoever has it where.
    fn reads(&self, _run: &Run<'_, Covering>, _witness: &Witness<Covering>) -> Settles {
        Settles::Utilities
    }

    fn tell(&self, run: &Run<'_, Covering>, witness: &Witness<Covering>) -> String {
        let Witness::Better(instead) = witness else { return String::new() };
        let stock = run.instance;
        format!(
            "The ratio is {}, and an assignment has {}. With eps = {} no more than {} times that is claimed.",
            run.outcome.ratio(stock),
            instead.ratio(stock),
            (self.eps)(stock),
            Rational::one() + (self.eps)(stock)
        )
    }
}
