//! Max-min fairness of given levels, and complaints against it: the code that `bf`, `bf-global`, `srf` and
//! `single-server` share.
//!
//! On a convex set of allocations, an allocation is max-min fair exactly if no user has a complaint. A
//! complaint is a feasible allocation that gives its user more and takes only from users with strictly higher
//! levels.

use fairwitness_kernel::property::cluster::maxmin::{MaxMin, Scale};

use super::Examine;
use crate::linear::{Cut, Patience, Uncut as _, leximin};
use crate::mechanism::Mechanism;
use crate::model::cluster::Polytope;
use crate::model::cluster::{Cluster, Placement, Pool};
use crate::property::Property;
use crate::property::evidence::{Run, Verdict, Witness};
use crate::scalar::{Rational, Scalar};

impl Examine<Cluster> for MaxMin {
    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        let scales = match self.scales(run) {
            Ok(scales) => scales,
            Err(reason) => return Ok(Verdict::OutOfScope(reason)),
        };
        let (totals, within) = (run.outcome.totals(), run.tolerance(|| self.scale(run)));
        for scale in scales {
            let Some(instead) = fair(&scale, run.instance, patience)? else {
                return Ok(Verdict::Undecided("the max-min fair allocation was not found".to_string()));
            };
            if let Some(by) = complainant(&scale, &totals, &instead.totals(), &within) {
                return Ok(Verdict::Violated(Witness::Complaint { by, instead }));
            }
        }
        Ok(Verdict::Holds)
    }
}

/// The max-min fair allocation on `scale`.
fn fair(scale: &Scale, pool: &Pool, patience: &Patience) -> Result<Option<Placement>, Cut> {
    let polytope = Polytope::of(pool, scale.division);
    let users = scale.per_task.iter().enumerate();
    let levels: Vec<_> = users.filter_map(|(u, k)| Some(polytope.total(u, k.as_ref()?))).collect();
    let found = leximin(&polytope.program, &levels, patience).uncut()?;
    Ok(found.ok().map(|found| polytope.placement(&found.point)))
}

/// The user that may complain about `totals` when `instead` is max-min fair: one at the lowest level at which
/// the two differ. Levels at most `within` apart do not differ.
fn complainant(scale: &Scale, totals: &[Rational], instead: &[Rational], within: &Rational) -> Option<usize> {
    let apart = |u: usize| (scale.level(u, totals) - scale.level(u, instead)).abs() > *within;
    let differ = (0..totals.len()).filter(|&u| totals[u] != instead[u] && (within.is_zero() || apart(u)));
    let lowest = |u: usize| {
        let (here, there) = (scale.level(u, totals), scale.level(u, instead));
        let loses = here > there;
        (if loses { there } else { here }, loses)
    };
    differ.min_by_key(|&u| lowest(u))
}
