//! The bound of greedy covering: with equal tasks and sorted costs that rise by at most `eps` per step, the
//! ratio is at most `1 + eps` times the smallest ratio (mukherjee VI, Theorem 13).

use super::reached;
use crate::model::covering::{Allotment, Covering, Setting, Stock};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar, greatest, max};
use crate::specification::Settles;

/// The bound claimed for the greedy rule, under one reading of `eps`.
#[derive(Debug)]
pub struct GreedyBound {
    id: &'static str,
    /// The value of `eps`, by one reading of Definition 8.
    eps: fn(&Stock) -> Rational,
}

/// The bound in which `eps` is the largest difference between neighbours among the sorted costs.
pub const GREEDY_BOUND: GreedyBound = GreedyBound { id: "greedy-bound", eps: largest_step };

/// The bound in which `eps` follows Definition 8 as printed.
pub const GREEDY_BOUND_LITERAL: GreedyBound = GreedyBound { id: "greedy-bound-literal", eps: largest_rise };

/// The reason why the bound is not claimed for other stocks.
pub const UNLIKE: &str = "sizes 1, equal whole demands and costs of 1 or more are needed";

/// The largest difference between neighbours among the costs in ascending order.
fn largest_step(stock: &Stock) -> Rational {
    let mut costs = stock.cost.clone();
    costs.sort();
    greatest(costs.windows(2).map(|pair| &pair[1] - &pair[0])).unwrap_or_else(Rational::zero)
}

/// The largest rise between neighbours among the costs in descending order, as printed; costs in that order
/// never rise, so the value is 0.
fn largest_rise(stock: &Stock) -> Rational {
    let mut costs = stock.cost.clone();
    costs.sort();
    costs.reverse();
    let rises = costs.windows(2).map(|pair| &pair[1] - &pair[0]);
    max(greatest(rises).unwrap_or_else(Rational::zero), Rational::zero())
}

impl GreedyBound {
    /// The factor `1 + eps` that the claim allows over the smallest ratio; `None` if the claim does not cover
    /// the stock.
    pub fn allowed(&self, stock: &Stock) -> Option<Rational> {
        let equal = stock.demand.iter().all(|d| *d == stock.demand[0]);
        let dear = stock.cost.iter().all(|c| *c >= Rational::one());
        (stock.unit() && equal && dear).then(|| Rational::one() + (self.eps)(stock))
    }
}

impl Property<Covering> for GreedyBound {
    fn id(&self) -> &'static str {
        self.id
    }

    fn never(&self, setting: Setting) -> Option<&'static str> {
        (!setting.integral).then_some("the outcome is not an assignment")
    }

    fn confirm(
        &self,
        run: &Run<'_, Covering>,
        witness: &Witness<Covering>,
        _second: Option<&Allotment>,
    ) -> Result<Margin, Rejected> {
        let stock = run.instance;
        let (Witness::Better(instead), Allotment::Whole(_)) = (witness, &run.outcome) else {
            return Err(Rejected::Kind);
        };
        let factor = self.allowed(stock).ok_or(Rejected::OutOfScope(UNLIKE))?;
        positive(run.outcome.ratio(stock) - factor * reached(stock, instead)?)
    }

    /// The ratio of the outcome, regardless of the assignment.
    fn reads(&self, _run: &Run<'_, Covering>, _witness: &Witness<Covering>) -> Settles {
        Settles::Utilities
    }

    fn tell(
        &self,
        run: &Run<'_, Covering>,
        witness: &Witness<Covering>,
        _second: Option<&Allotment>,
    ) -> String {
        let Witness::Better(instead) = witness else { return String::new() };
        let stock = run.instance;
        format!(
            "The ratio is {}, and another assignment has the ratio {}; with eps = {} the claim allows no more than {} times that.",
            run.outcome.ratio(stock),
            instead.ratio(stock),
            (self.eps)(stock),
            Rational::one() + (self.eps)(stock)
        )
    }
}
