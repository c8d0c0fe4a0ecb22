//! The smallest ratio of what a user has to what a property requires; below one, the property is violated.

use super::{Measure, Worse};
use crate::linear::{Halt, Patience};
use crate::model::cluster::Cluster;
use crate::model::refusal::Refusal;
use crate::property::evidence::Run;
use crate::scalar::{Rational, Scalar, least};
use fairwitness_kernel::property::cluster::{ef::Ef, si::Si};
use fairwitness_kernel::property::formula::{Amounts, Case, Formula, Stated};

/// The smallest ratio of both sides of a formula.
#[derive(Debug)]
pub(super) struct Ratio<F> {
    id: &'static str,
    of: Stated<F>,
}

/// The measure `si-ratio`: tasks over those of the fair share.
pub(super) const SI_RATIO: Ratio<Si> = Ratio { id: "si-ratio", of: Stated(Si) };

/// The measure `envy-ratio`: tasks over those that a user could run with another user's bundle.
pub(super) const ENVY_RATIO: Ratio<Ef> = Ratio { id: "envy-ratio", of: Stated(Ef) };

impl<F: Formula<Cluster>> Measure<Cluster> for Ratio<F> {
    fn id(&self) -> &'static str {
        self.id
    }

    fn worse(&self) -> Worse {
        Worse::Smaller
    }

    fn value(&self, run: &Run<'_, Cluster>, _patience: &Patience) -> Result<Option<Rational>, Halt<Refusal>> {
        let gets: Vec<Rational> = Cluster::amounts(&run.outcome);
        let case = Case::of_run(run, &gets);
        let basis = self.of.0.basis(&case);
        let sides = self.of.claims(&case, &basis).filter_map(|(_, claim)| claim.sides());
        Ok(least(sides.filter(|sides| sides.due.is_positive()).map(|sides| sides.has / sides.due)))
    }
}
