//! With equal tasks and costs that rise in steps of `eps` at most, the ratio is within `1 + eps` of the smallest
//! (mukherjee VI, Theorem 13).

use super::{reached, smallest, unsettled};
use crate::evidence::{Margin, Run, Verdict, Witness, positive};
use crate::model::covering::{Allotment, Covering, Stock};
use crate::property::Property;
use crate::refusal::Rejected;
use crate::scalar::{Rational, Scalar, greatest};

/// The bound claimed for greedy.
#[derive(Debug)]
pub(super) struct GreedyBound;

const UNLIKE: &str = "sizes 1, equal whole demands and costs of 1 or more are needed";

/// The largest step between neighbours among the sorted costs.
pub(super) fn largest_step(stock: &Stock) -> Rational {
    let mut costs = stock.cost.clone();
    costs.sort();
    greatest(costs.windows(2).map(|pair| &pair[1] - &pair[0])).unwrap_or_else(Rational::zero)
}

/// What the claim allows over the smallest ratio; `None` where it says nothing.
fn allowed(stock: &Stock) -> Option<Rational> {
    let equal = stock.demand.iter().all(|d| *d == stock.demand[0]);
    let dear = stock.cost.iter().all(|c| *c >= Rational::one());
    (stock.unit() && equal && dear).then(|| Rational::one() + largest_step(stock))
}

impl Property<Covering> for GreedyBound {
    fn id(&self) -> &'static str {
        "greedy-bound"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../properties/covering/greedy-bound.md")
    }

    fn examine(&self, run: &Run<'_, Covering>) -> Verdict<Covering> {
        let stock = run.instance;
        let Allotment::Whole(_) = run.outcome else {
            return Verdict::OutOfScope("the outcome is not an assignment");
        };
        let Some(factor) = allowed(stock) else { return Verdict::OutOfScope(UNLIKE) };
        let ratio = run.outcome.ratio(stock);
        if ratio <= factor {
            return Verdict::Holds; // No assignment has a ratio below 1.
        }
        match smallest(stock) {
            Err(verdict) => verdict,
            Ok(bounds) if &bounds.upper * &factor < ratio => {
                Verdict::Violated(Witness::Better(Allotment::Whole(bounds.assignment)))
            }
            Ok(bounds) if &bounds.lower * &factor >= ratio => Verdict::Holds,
            Ok(bounds) => unsettled(&bounds),
        }
    }

    fn confirm(&self, run: &Run<'_, Covering>, witness: &Witness<Covering>) -> Result<Margin, Rejected> {
        let stock = run.instance;
        let (Witness::Better(instead), Allotment::Whole(_)) = (witness, &run.outcome) else {
            return Err(Rejected::Kind);
        };
        let factor = allowed(stock).ok_or(Rejected::OutOfScope(UNLIKE))?;
        positive(run.outcome.ratio(stock) - factor * reached(stock, instead)?)
    }

    fn tell(&self, run: &Run<'_, Covering>, witness: &Witness<Covering>) -> String {
        let Witness::Better(instead) = witness else { return String::new() };
        let stock = run.instance;
        format!(
            "The ratio is {}, and an assignment has {}. Costs rise in steps of {} at most, so no more than {} times \
             that is claimed.",
            run.outcome.ratio(stock),
            instead.ratio(stock),
            largest_step(stock),
            Rational::one() + largest_step(stock)
        )
    }
}
