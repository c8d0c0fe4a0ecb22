//! The bound of the rounding: every task pays at most twice the amount that the relaxation with pruned costs
//! allows it (mukherjee IV, Theorem 5).

use crate::model::covering::{Allotment, Covering, Setting, Stock};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar, greatest};
use crate::specification::Settles;
use crate::specification::covering::within_pruned;

/// The factor two of the rounding: the property `rounding-bound`.
#[derive(Debug)]
pub struct RoundingBound;

/// The largest excess of a task's cost over `2 * ratio` times its isolation cost; zero if no task exceeds it.
pub fn excess(stock: &Stock, given: &[Option<usize>], ratio: &Rational) -> Rational {
    let over = stock.paid(given).into_iter().zip(stock.isolation());
    greatest(over.map(|(paid, alone)| paid - Rational::int(2) * ratio * alone)).unwrap_or_else(Rational::zero)
}

impl Property<Covering> for RoundingBound {
    fn id(&self) -> &'static str {
        "rounding-bound"
    }

    fn judges_infeasible(&self) -> bool {
        true
    }

    fn never(&self, setting: Setting) -> Option<&'static str> {
        (!setting.integral).then_some("the outcome is not an assignment")
    }

    /// Fractions that satisfy the programme at their ratio show that its value is no larger than the ratio.
    fn confirm(
        &self,
        run: &Run<'_, Covering>,
        witness: &Witness<Covering>,
        _second: Option<&Allotment>,
    ) -> Result<Margin, Rejected> {
        let (Witness::Better(instead), Allotment::Whole(given)) = (witness, &run.outcome) else {
            return Err(Rejected::Kind);
        };
        within_pruned(run.instance, instead)?;
        positive(excess(run.instance, given, &instead.ratio(run.instance)))
    }

    fn reads(&self, _run: &Run<'_, Covering>, _witness: &Witness<Covering>) -> Settles {
        Settles::Utilities
    }

    fn tell(
        &self,
        run: &Run<'_, Covering>,
        witness: &Witness<Covering>,
        _second: Option<&Allotment>,
    ) -> String {
        let (Witness::Better(instead), Allotment::Whole(given)) = (witness, &run.outcome) else {
            return String::new();
        };
        let stock = run.instance;
        let (twice, paid) = (Rational::int(2) * instead.ratio(stock), stock.paid(given));
        let over = |j: &usize| paid[*j] > &twice * &stock.isolation()[*j];
        (0..stock.tasks()).find(over).map_or_else(String::new, |j| {
            format!(
                "Task {} pays {}, although the programme has fractions at the ratio {}, twice which allows the task no more than {}.",
                j + 1,
                paid[j],
                instead.ratio(stock),
                &twice * &stock.isolation()[j]
            )
        })
    }
}
