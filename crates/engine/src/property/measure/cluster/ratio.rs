//! The smallest ratio of what a user has to what a property requires; below one, the property is violated.

use fairwitness_kernel::property::cluster::{ef::Ef, si::Si};

use super::{Cluster, Ratio, Valued, Worse};
use crate::mechanism::Settles;
use crate::property::{Amounts, Case, Formula, Run, Stated};
use crate::scalar::{Rational, Scalar, least};

/// The measure `si-ratio`: tasks over those of the fair share.
pub(super) const SI_RATIO: Ratio<Cluster> = Ratio {
    id: "si-ratio",
    worse: Worse::Smaller,
    reads: Settles::Utilities,
    value: |run, _| of(run, &Stated(Si)),
};

/// The measure `envy-ratio`: tasks over those that a user could run with another user's bundle.
pub(super) const ENVY_RATIO: Ratio<Cluster> = Ratio {
    id: "envy-ratio",
    worse: Worse::Smaller,
    reads: Settles::Outcome,
    value: |run, _| of(run, &Stated(Ef)),
};

/// The smallest ratio of both sides of a formula.
fn of<F: Formula<Cluster>>(run: &Run<'_, Cluster>, formula: &Stated<F>) -> Valued {
    let gets: Vec<Rational> = Cluster::amounts(&run.outcome);
    let case = Case::of_run(run, &gets);
    let basis = formula.0.basis(&case);
    let sides = formula.claims(&case, &basis).filter_map(|(_, claim)| claim.sides());
    Ok(least(sides.filter(|sides| sides.due.is_positive()).map(|sides| sides.has / sides.due)))
}
