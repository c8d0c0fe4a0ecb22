//! The largest number of tasks that a user has too few or too many, compared with progressive filling (metin
//! 4, Tables 1 and 2).

use super::{Measure, Worse};
use crate::linear::{Halt, Patience};
use crate::model::cluster::Cluster;
use crate::model::refusal::Refusal;
use crate::property::evidence::Run;
use fairwitness_kernel::property::cluster::deviation::Side;
use fairwitness_kernel::specification::tasks::DRF_TASKS;

use crate::mechanism::Mechanism;
use crate::scalar::{Rational, Scalar, greatest};

/// The measures `over-by`, `under-by` and their variants.
#[derive(Debug)]
pub(super) struct Deviation {
    id: &'static str,
    side: Side,
}

pub(super) const OVER_BY: Deviation = Deviation { id: "over-by", side: Side::Over };
pub(super) const UNDER_BY: Deviation = Deviation { id: "under-by", side: Side::Under };

impl Measure<Cluster> for Deviation {
    fn id(&self) -> &'static str {
        self.id
    }

    fn worse(&self) -> Worse {
        Worse::Larger
    }

    fn value(&self, run: &Run<'_, Cluster>, patience: &Patience) -> Result<Option<Rational>, Halt<Refusal>> {
        if !run.mechanism.setting().whole {
            return Ok(None);
        }
        let other = DRF_TASKS.allocate(run.instance, patience)?;
        let by = |u: usize| self.side.sides(run.outcome.total(u), other.total(u)).gap();
        let most = greatest((0..run.instance.users()).map(by)).unwrap_or_else(Rational::zero);
        Ok(Some(if most.is_negative() { Rational::zero() } else { most }))
    }
}
