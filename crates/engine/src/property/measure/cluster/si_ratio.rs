//! The smallest ratio of a user's tasks to those of its fair share; below one, sharing incentive fails.

use super::{Measure, Worse};
use crate::linear::{Halt, Patience};
use crate::model::cluster::Cluster;
use crate::model::refusal::Refusal;
use crate::property::evidence::Run;
use crate::scalar::{Rational, Scalar, least};
use fairwitness_kernel::property::cluster::si::slice_tasks;

/// The measure `si-ratio`: tasks over those of the fair share.
#[derive(Debug)]
pub(super) struct SiRatio;

impl Measure<Cluster> for SiRatio {
    fn id(&self) -> &'static str {
        "si-ratio"
    }

    fn worse(&self) -> Worse {
        Worse::Smaller
    }

    fn value(&self, run: &Run<'_, Cluster>, _patience: &Patience) -> Result<Option<Rational>, Halt<Refusal>> {
        let users = 0..run.instance.users();
        let slices =
            users.map(|u| (run.outcome.total(u), slice_tasks(run.mechanism.setting(), run.instance, u)));
        Ok(least(slices.filter(|(_, slice)| slice.is_positive()).map(|(x, slice)| x / slice)))
    }
}
