//! The smallest ratio of a user's tasks to the tasks that it could run with another user's bundle; a value
//! below one is envy.

use super::{Measure, Worse};
use crate::linear::{Halt, Patience};
use crate::model::cluster::Cluster;
use crate::model::refusal::Refusal;
use crate::property::evidence::Run;
use crate::scalar::{Rational, Scalar, least};
use fairwitness_kernel::property::cluster::ef::with_bundle_of;

/// The measure `envy-ratio`: tasks over the tasks with another bundle.
#[derive(Debug)]
pub(super) struct EnvyRatio;

impl Measure<Cluster> for EnvyRatio {
    fn id(&self) -> &'static str {
        "envy-ratio"
    }

    fn worse(&self) -> Worse {
        Worse::Smaller
    }

    fn value(&self, run: &Run<'_, Cluster>, _patience: &Patience) -> Result<Option<Rational>, Halt<Refusal>> {
        let users = run.instance.users();
        let pairs = (0..users).flat_map(|u| (0..users).filter(move |&v| v != u).map(move |v| (u, v)));
        let worth = pairs.map(|(u, v)| (run.outcome.total(u), with_bundle_of(run, u, v)));
        Ok(least(worth.filter(|(_, other)| other.is_positive()).map(|(own, other)| own / other)))
    }
}
