//! Max-min fairness of given levels: the search for a complaint that `bf`, `bf-global`, `srf` and `single-server`
//! share.

use fairwitness_kernel::property::cluster::maxmin::{Levels, MaxMin, Scale};

use super::arithmetic::within;
use crate::linear::{Patience, Timely, Uncut as _, leximin};
use crate::model::cluster::Polytope;
use crate::model::cluster::{Cluster, Division, Placement, Pool, Setting};
use crate::property::{Comparison as _, Examined, Hearing, Run, Seek, Unit, Verdict, Witness};
use crate::scalar::{Rational, Scalar};
use crate::trace::Line;

impl Seek<Cluster> for MaxMin {
    fn solves(&self, setting: Setting) -> bool {
        !setting.whole
    }

    fn unit(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Unit {
        let per = if run.instance.weighted() { ", for the user's weight" } else { "" };
        Unit::Of(match self.at(run, witness).map(|complaint| complaint.scale) {
            Ok(Scale::Share(r)) => format!("of all {}{per}", run.instance.resource_name(r)),
            _ => format!("in the dominant share{per}"),
        })
    }

    fn before(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Vec<Line> {
        witness.outcome().map_or_else(Vec::new, |instead| within(run.instance, instead))
    }

    fn seek(&self, &Hearing { run, patience, .. }: &Hearing<'_, Cluster>) -> Examined<Cluster> {
        let pool = run.instance;
        let scales = match (self.scales)(pool) {
            Ok(scales) => scales,
            Err(reason) => return Ok(Verdict::OutOfScope(reason.into())),
        };
        let (totals, within) = (run.outcome.totals(), run.tolerance(|| self.scale(pool)));
        for scale in scales {
            let levels = scale.levels(pool);
            let division = scale.division(run.mechanism.setting());
            let Some(instead) = fair(&levels, pool, division, patience)? else {
                return Ok(Verdict::undecided("the max-min fair allocation was not found".to_string()));
            };
            if let Some(by) = complainant(&levels, &totals, &instead.totals(), &within) {
                return Ok(Verdict::Violated(Witness::Complaint { by, instead }));
            }
        }
        Ok(Verdict::Holds)
    }
}

/// The max-min fair allocation for `levels`.
fn fair(levels: &Levels, pool: &Pool, division: Division, patience: &Patience) -> Timely<Option<Placement>> {
    let polytope = Polytope::of(pool, division);
    let users = levels.per_task.iter().enumerate();
    let rows: Vec<_> = users.filter_map(|(u, k)| Some(polytope.total(u, k.as_ref()?))).collect();
    let found = leximin(&polytope.program, &rows, patience).uncut()?;
    Ok(found.ok().map(|found| polytope.placement(&found.point)))
}

/// The user that may complain about `totals` when `instead` is max-min fair: one at the lowest level at which
/// the two differ. Levels at most `within` apart do not differ.
fn complainant(
    levels: &Levels,
    totals: &[Rational],
    instead: &[Rational],
    within: &Rational,
) -> Option<usize> {
    let apart = |u: usize| (levels.level(u, totals) - levels.level(u, instead)).abs() > *within;
    let differ = (0..totals.len()).filter(|&u| totals[u] != instead[u] && (within.is_zero() || apart(u)));
    let lowest = |u: usize| {
        let (here, there) = (levels.level(u, totals), levels.level(u, instead));
        let loses = here > there;
        (if loses { there } else { here }, loses)
    };
    differ.min_by_key(|&u| lowest(u))
}
