//! The value of a programme is at most the ratio of the fairest assignment (mukherjee III).

use fairwitness_kernel::property::covering::relaxation::Relaxation;

use super::{Examine, Unit, smallest, unsettled};
use crate::arithmetic::less;
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::covering::{Allotment, Covering};
use crate::property::evidence::{Run, Verdict, Witness};
use crate::trace::Line;

impl Examine<Covering> for Relaxation {
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
        let (value, ratio) = (run.outcome.ratio(run.instance), instead.ratio(run.instance));
        vec![less(
            &value,
            &ratio,
            "the value of the programme, less the ratio of the assignment on the right",
        )]
    }

    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Covering>,
        run: &Run<'_, Covering>,
        patience: &Patience,
    ) -> Result<Verdict<Covering>, Cut> {
        let Allotment::Parts { ratio, .. } = &run.outcome else {
            return Ok(Verdict::OutOfScope("the outcome is not that of a programme"));
        };
        Ok(match smallest(run.instance, patience)? {
            Err(verdict) => verdict,
            Ok(bounds) if bounds.upper < *ratio => {
                Verdict::Violated(Witness::Better(Allotment::Whole(bounds.assignment)))
            }
            Ok(bounds) if bounds.lower >= *ratio => Verdict::Holds,
            Ok(bounds) => unsettled(&bounds),
        })
    }
}
