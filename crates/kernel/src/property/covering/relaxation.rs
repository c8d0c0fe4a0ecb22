//! The value of a programme is at most the ratio of the fairest assignment (mukherjee III).

use super::{InStocks, covers, ratio};
use crate::model::covering::{Allotment, Covering, Setting};
use crate::model::{Checked, Rejected};
use crate::property::{Compared, Comparison, Facts, Owed, Run, Sides, Witness};
use crate::scalar::{Of, Scalar};

/// The formula of `relaxation`.
#[derive(Debug)]
pub struct Relaxation;

/// The property `relaxation`: the bound by a programme.
pub const RELAXATION: Compared<Relaxation> = Compared { id: "relaxation", formula: Relaxation };

impl Comparison<Covering> for Relaxation {
    type At = ();
    const UNIT: &'static str = "in the ratio";
    const FACTS: Facts = Facts::NONE;

    fn never(&self, setting: Setting) -> Option<&'static str> {
        setting.integral.then_some("the outcome is not that of a programme")
    }

    fn at(&self, run: &Run<'_, Covering>, witness: &Witness<Covering>) -> Checked {
        match (witness, &run.outcome) {
            (Witness::Better(instead), Allotment::Parts { .. }) => covers(run.instance, instead),
            _ => Err(Rejected::Kind),
        }
    }

    fn sides<N: Scalar, S: Of<N>>(&self, both: &InStocks<'_, S, N>, (): &()) -> Owed<S> {
        Ok(Sides { due: ratio(both.first), has: ratio(both.second) })
    }

    fn less(&self, _: &InStocks<'_>, (): &()) -> String {
        "the value of the programme, less the ratio of the assignment on the right".to_string()
    }

    fn tell(&self, _: &InStocks<'_>, (): &(), Sides { due, has }: &Sides) -> String {
        format!("The value of the programme is {due}, although an assignment has the smaller ratio {has}.")
    }
}
