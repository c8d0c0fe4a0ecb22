//! With equal tasks and costs that rise in steps of `eps` at most, the ratio is within `1 + eps` of the smallest
//! (mukherjee VI, Theorem 13).

use super::reached;
use crate::model::covering::{Allotment, Covering, Setting, Stock};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar, greatest, max};
use crate::specification::Settles;

/// The bound claimed for greedy.
#[derive(Debug)]
pub struct GreedyBound {
    id: &'static str,
    /// How unlike the costs are, by a reading of Definition 8.
    eps: fn(&Stock) -> Rational,
}

/// `greedy-bound`: the largest step between neighbours among the sorted costs.
pub const GREEDY_BOUND: GreedyBound = GreedyBound { id: "greedy-bound", eps: largest_step };

/// `greedy-bound-literal`: Definition 8 as printed.
pub const GREEDY_BOUND_LITERAL: GreedyBound = GreedyBound { id: "greedy-bound-literal", eps: largest_rise };

/// Why nothing is said of other stocks.
pub const UNLIKE: &str = "sizes 1, equal whole demands and costs of 1 or more are needed";

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

    /// What agents get in all, whoever has it where.
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
