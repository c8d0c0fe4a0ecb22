//! The bound of the rounding: every task pays at most twice the amount that the relaxation with pruned costs
//! allows it (mukherjee IV, Theorem 5).

use super::{InStocks, paid, ratio};
use crate::model::covering::{Allotment, Covering, Setting};
use crate::model::{Checked, Rejected};
use crate::property::{Compared, Comparison, Facts, Owed, Run, Sides, Witness, largest};
use crate::scalar::{Of, Rational, Scalar};
use crate::specification::covering::within_pruned;

/// The formula of `rounding-bound`.
#[derive(Debug)]
pub struct RoundingBound;

/// The property `rounding-bound`: the factor two of the rounding.
pub const ROUNDING_BOUND: Compared<RoundingBound> = Compared { id: "rounding-bound", formula: RoundingBound };

/// The task that pays most beyond twice the ratio of the second case times its isolation cost, with both amounts; the
/// first task among equals.
pub fn dearest<N: Scalar, S: Of<N>>(both: &InStocks<'_, S, N>) -> Option<(usize, Sides<S>)> {
    let (stock, ratio) = (both.first.instance, ratio(both.second).plain());
    let Some(Allotment::Whole(given)) = both.first.outcome else { return None };
    let of = |j: usize| {
        let has = (S::int(2) * &ratio * S::of(&stock.isolation()[j])).said(|_| {
            format!(
                "twice the ratio of the fractions on the right, times what task {} would pay alone",
                j + 1
            )
        });
        (j, Sides { due: paid(stock, given, j), has })
    };
    largest((0..stock.tasks()).map(of))
}

impl Comparison<Covering> for RoundingBound {
    type At = ();
    const UNIT: &'static str = "in cost";
    const FACTS: Facts = Facts { judges_infeasible: true, ..Facts::NONE };

    fn never(&self, setting: Setting) -> Option<&'static str> {
        (!setting.integral).then_some("the outcome is not an assignment")
    }

    /// Fractions that satisfy the programme at their ratio show that its value is no larger than the ratio.
    fn at(&self, run: &Run<'_, Covering>, witness: &Witness<Covering>) -> Checked {
        match (witness, &run.outcome) {
            (Witness::Better(instead), Allotment::Whole(_)) => within_pruned(run.instance, instead),
            _ => Err(Rejected::Kind),
        }
    }

    fn sides<N: Scalar, S: Of<N>>(&self, both: &InStocks<'_, S, N>, (): &()) -> Owed<S> {
        dearest(both).map(|(_, sides)| sides).ok_or(Rejected::Kind)
    }

    fn less(&self, both: &InStocks<'_>, (): &()) -> String {
        dearest(both).map_or_else(String::new, |(j, _)| format!("what task {} pays, less that", j + 1))
    }

    fn tell(&self, both: &InStocks<'_>, (): &(), _: &Sides) -> String {
        let Some((j, Sides { due, has })) = dearest(both) else { return String::new() };
        format!(
            "Task {} pays {due}, although the programme has fractions at the ratio {}, twice which allows the task no more than {has}.",
            j + 1,
            ratio::<Rational, Rational>(both.second),
        )
    }
}
