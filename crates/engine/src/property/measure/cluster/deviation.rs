//! The largest number of tasks that a user has too few or too many, compared with progressive filling (metin
//! 4, Tables 1 and 2).

use fairwitness_kernel::property::cluster::deviation::Side;
use fairwitness_kernel::specification::tasks::DRF_TASKS;

use super::{Cluster, Ratio, Valued, Worse};
use crate::linear::Patience;
use crate::mechanism::{Mechanism, Settles};
use crate::property::Run;
use crate::scalar::{Rational, Scalar, greatest};

/// The measure `over-by`: tasks too many.
pub(super) const OVER_BY: Ratio<Cluster> = Ratio {
    id: "over-by",
    worse: Worse::Larger,
    reads: Settles::Utilities,
    value: |run, patience| apart(run, Side::Over, patience),
};

/// The measure `under-by`: tasks too few.
pub(super) const UNDER_BY: Ratio<Cluster> = Ratio {
    id: "under-by",
    worse: Worse::Larger,
    reads: Settles::Utilities,
    value: |run, patience| apart(run, Side::Under, patience),
};

fn apart(run: &Run<'_, Cluster>, side: Side, patience: &Patience) -> Valued {
    if !run.mechanism.setting().whole {
        return Ok(None);
    }
    let other = DRF_TASKS.allocate(run.instance, patience)?;
    let by = |u: usize| side.sides(run.outcome.total(u), other.total(u)).gap();
    let most = greatest((0..run.instance.users()).map(by)).unwrap_or_else(Rational::zero);
    Ok(Some(most.larger(Rational::zero())))
}
