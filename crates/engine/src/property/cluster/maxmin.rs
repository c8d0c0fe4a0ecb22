//! Max-min fairness of given levels, and complaints against it: the code that `bf`, `bf-global`, `srf` and
//! `single-server` share.
//!
//! On a convex set of allocations, an allocation is max-min fair exactly if no user has a complaint. A
//! complaint is a feasible allocation that gives its user more and takes only from users with strictly higher
//! levels.

use fairwitness_kernel::property::cluster::maxmin::{MaxMin, Scale};

use super::{Examine, Unit, arithmetic};
use crate::arithmetic::{held, less, line};
use crate::linear::{Cut, Patience, Uncut as _, leximin};
use crate::mechanism::Mechanism;
use crate::model::cluster::Polytope;
use crate::model::cluster::{Cluster, Placement, Pool};
use crate::property::Property;
use crate::property::evidence::{Run, Verdict, Witness};
use crate::scalar::{Rational, Scalar};
use crate::trace::Line;

impl Examine<Cluster> for MaxMin {
    fn unit(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Unit {
        let Witness::Complaint { by, instead } = witness else { return Unit::of("") };
        let pool = run.instance;
        let weighted =
            (0..pool.users()).any(|u| (0..pool.resources()).any(|r| *pool.weight(u, r) != Rational::one()));
        let per = if weighted { ", for the user's weight" } else { "" };
        match self.strongest(run, *by, instead) {
            Ok((Scale { resource: Some(r), .. }, _)) => {
                Unit::Of(format!("of all {}{per}", pool.resource_name(r)))
            }
            _ => Unit::Of(format!("in the dominant share{per}")),
        }
    }

    fn arithmetic(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Vec<Line> {
        let Witness::Complaint { by, instead } = witness else { return Vec::new() };
        let Ok((scale, _)) = self.strongest(run, *by, instead) else { return Vec::new() };
        let pool = run.instance;
        let mut lines = arithmetic::within(pool, instead);
        let share = |tasks: &Rational, totals: &[Rational]| {
            let level = scale.level(*by, totals);
            match scale.resource {
                Some(r) => {
                    let weight = pool.weight(*by, r);
                    let by_weight = if *weight == Rational::one() {
                        String::new()
                    } else {
                        format!(" / {}", held(weight))
                    };
                    let (demand, all) = (held(&pool.demand[*by][r]), &pool.pooled()[r]);
                    format!("{} * {demand} / {}{by_weight} = {level}", held(tasks), held(all))
                }
                None => {
                    let unit = scale.per_task[*by].clone().unwrap_or_else(Rational::zero);
                    format!("{} * {} = {level}", held(tasks), held(&unit))
                }
            }
        };
        let (now, then) = (run.outcome.totals(), instead.totals());
        let name = pool.user_name(*by);
        let what = match scale.resource {
            Some(r) => format!("the share of all {} that {name}", pool.resource_name(r)),
            None => format!("the dominant share that {name}"),
        };
        lines.push(line(share(&then[*by], &then), format!("{what} could have")));
        lines.push(line(share(&now[*by], &now), format!("{what} has")));
        lines.push(less(&scale.level(*by, &then), &scale.level(*by, &now), "the difference"));
        lines
    }

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
                return Ok(Verdict::undecided("the max-min fair allocation was not found".to_string()));
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
