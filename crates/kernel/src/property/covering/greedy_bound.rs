//! The bound of greedy covering: with equal tasks and sorted costs that rise by at most `eps` per step, the
//! ratio is at most `1 + eps` times the smallest ratio (mukherjee VI, Theorem 13).

use super::{InStocks, covers, ratio};
use crate::model::covering::{Allotment, Covering, Setting, Stock};
use crate::model::{Checked, Rejected};
use crate::property::{Compared, Comparison, Facts, Owed, Run, Sides, Witness};
use crate::scalar::{Of, Rational, Scalar};

/// The formula of the bound claimed for the greedy rule; with `LITERAL`, `eps` follows Definition 8 as printed, and
/// otherwise it is the largest difference between neighbours among the sorted costs.
#[derive(Debug)]
pub struct GreedyBound<const LITERAL: bool>;

/// The bound in which `eps` is the largest difference between neighbours among the sorted costs.
pub const GREEDY_BOUND: Compared<GreedyBound<false>> = Compared { id: "greedy-bound", formula: GreedyBound };

/// The bound in which `eps` follows Definition 8 as printed: costs in descending order never rise, so it is 0.
pub const GREEDY_BOUND_LITERAL: Compared<GreedyBound<true>> =
    Compared { id: "greedy-bound-literal", formula: GreedyBound };

impl<const LITERAL: bool> GreedyBound<LITERAL> {
    /// The largest step between neighbouring costs, as the bound counts it.
    fn eps<N: Scalar, S: Of<N>>(stock: &Stock<N>) -> S {
        let mut costs = stock.cost.clone();
        costs.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        let steps = costs.windows(2).map(|pair| S::of(&pair[1]).plain() - S::of(&pair[0]).plain());
        let most = steps.reduce(|a, b| if b > a { b } else { a }).filter(|_| !LITERAL);
        most.unwrap_or_else(S::zero).plain().said(|_| {
            if LITERAL {
                "eps: Definition 8 as printed puts the costs in descending order, where none is above the one before it"
            } else {
                "eps: the largest difference between neighbours among the costs in ascending order"
            }
            .to_string()
        })
    }

    /// The factor `1 + eps` that the claim allows over the smallest ratio.
    pub fn factor<N: Scalar, S: Of<N>>(stock: &Stock<N>) -> S {
        (S::one().plain() + Self::eps::<N, S>(stock))
            .said(|_| "the factor that the claim allows, 1 + eps".to_string())
    }

    /// Checks that the claim covers the stock.
    ///
    /// # Errors
    /// The reason why it does not.
    pub fn covers(stock: &Stock) -> Result<(), &'static str> {
        let equal = stock.demand.iter().all(|d| *d == stock.demand[0]);
        let dear = stock.cost.iter().all(|c| *c >= Rational::one());
        let covered = stock.unit() && equal && dear;
        if covered { Ok(()) } else { Err("sizes 1, equal whole demands and costs of 1 or more are needed") }
    }
}

impl<const LITERAL: bool> Comparison<Covering> for GreedyBound<LITERAL> {
    type At = ();
    const UNIT: &'static str = "in the ratio";
    const FACTS: Facts = Facts::NONE;

    fn never(&self, setting: Setting) -> Option<&'static str> {
        (!setting.integral).then_some("the outcome is not an assignment")
    }

    fn scope(&self, _setting: Setting, stock: &Stock) -> Result<(), &'static str> {
        Self::covers(stock)
    }

    fn at(&self, run: &Run<'_, Covering>, witness: &Witness<Covering>) -> Checked {
        match (witness, &run.outcome) {
            (Witness::Better(instead), Allotment::Whole(_)) => covers(run.instance, instead),
            _ => Err(Rejected::Kind),
        }
    }

    fn sides<N: Scalar, S: Of<N>>(&self, both: &InStocks<'_, S, N>, (): &()) -> Owed<S> {
        let bound = (Self::factor::<N, S>(both.first.instance) * ratio(both.second))
            .said(|_| "the claim's bound: the factor times the ratio of the other assignment".to_string());
        Ok(Sides { due: ratio(both.first).plain(), has: bound })
    }

    fn less(&self, _: &InStocks<'_>, (): &()) -> String {
        "the ratio of the outcome, less the bound".to_string()
    }

    fn tell(&self, both: &InStocks<'_>, (): &(), Sides { due, .. }: &Sides) -> String {
        format!(
            "The ratio is {due}, and another assignment has the ratio {}; with eps = {} the claim allows no more than {} times that.",
            ratio::<Rational, Rational>(both.second),
            Self::eps::<Rational, Rational>(both.first.instance),
            Self::factor::<Rational, Rational>(both.first.instance)
        )
    }
}
