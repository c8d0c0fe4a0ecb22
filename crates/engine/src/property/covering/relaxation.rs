//! The value of a programme is at most the ratio of the fairest assignment (mukherjee III).

use fairwitness_kernel::property::covering::relaxation::Relaxation;

use super::{smallest, unsettled};
use crate::model::covering::{Allotment, Covering};
use crate::property::{Examined, Hearing, Seek, Verdict, Witness};

impl Seek<Covering> for Relaxation {
    fn seek(&self, &Hearing { run, patience, .. }: &Hearing<'_, Covering>) -> Examined<Covering> {
        let ratio = run.outcome.ratio(run.instance);
        Ok(match smallest(run.instance, patience)? {
            Err(verdict) => verdict,
            Ok(bounds) if bounds.upper < ratio => {
                Verdict::Violated(Witness::Better(Allotment::Whole(bounds.assignment)))
            }
            Ok(bounds) if bounds.lower >= ratio => Verdict::Holds,
            Ok(bounds) => unsettled(&bounds),
        })
    }
}
