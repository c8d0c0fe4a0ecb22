//! Pareto optimality: no feasible allocation gives each user as many tasks and some user more (wang2013
//! III-C, khamse2017 II-A).

use fairwitness_kernel::property::cluster::po::Better;

use super::arithmetic::within;
use super::words;
use crate::linear::integer::{self, Integer};
use crate::linear::{Halt, Patience, Solution, Uncut as _, solve};
use crate::model::Model;
use crate::model::cluster::{Alike, Cluster, Placement, Polytope, Pool, Setting};
use crate::property::{Cleared, Examined, Hearing, Known, Look, Run, Seek, Verdict, Witness};
use crate::scalar::{Rational, Scalar};
use crate::trace::Line;

/// The largest number of relaxations solved in a search for whole tasks.
const MOST_NODES: usize = 2_000;

/// A feasible allocation of the largest total in which no user has fewer tasks; whole tasks, if tasks are
/// whole.
fn improved(
    setting: Setting,
    pool: &Pool,
    outcome: &Placement,
    patience: &Patience,
) -> Result<Placement, Halt<&'static str>> {
    let polytope = Polytope::of(pool, setting.division);
    let mut program = polytope.program.clone();
    program.objective = vec![Rational::one(); program.variables()];
    for u in (0..pool.users()).filter(|&u| pool.can_run(u)) {
        program.at_least(polytope.total(u, &Rational::one()), outcome.total(u));
    }
    if setting.whole {
        return match integer::maximise(&program, MOST_NODES, patience)? {
            Integer::Optimal { point, .. } => Ok(polytope.placement(&point)),
            Integer::Infeasible => Err(Halt::Failed("the outcome is not feasible")),
            Integer::Undecided => Err(Halt::Failed("too many allocations in whole tasks to look through")),
        };
    }
    match solve(&program, patience)? {
        Solution::Optimal { point, .. } => Ok(polytope.placement(&point)),
        Solution::Infeasible { .. } | Solution::Unbounded { .. } => {
            Err(Halt::Failed("the outcome is not feasible"))
        }
    }
}

/// A better placement on one server: one more task of a user whose next whole task still fits. If there is
/// none, no improvement exists.
fn one_more(run: &Run<'_, Cluster>) -> Option<Placement> {
    let pool = run.instance;
    (0..pool.users()).find_map(|u| {
        let mut better = run.outcome.clone();
        better.tasks[u][0] = &better.tasks[u][0] + Rational::one();
        Cluster::feasible(run.mechanism.setting(), pool, &better).is_ok().then_some(better)
    })
}

impl Seek<Cluster> for Better {
    fn follows(&self, pool: &Pool, known: &Known) -> bool {
        // No user can run more on one server if every user that could asks for something that is used up.
        let held =
            |u: usize| !pool.runs_on(u, 0) || known.full.iter().any(|&r| pool.demand[u][r].is_positive());
        pool.servers() == 1 && (0..pool.users()).all(held)
    }

    fn solves(&self, _setting: Setting) -> bool {
        true
    }

    fn before(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Vec<Line> {
        witness.outcome().map_or_else(Vec::new, |better| within(run.instance, better))
    }

    fn clears(&self, look: &mut Look<'_, Cluster>) -> Option<Cleared> {
        let (setting, pool) = (look.mechanism.setting(), look.instance);
        look.by_gets(|gets| Cleared::holds(words::is_used_up(setting, pool, gets)))
    }

    fn seek(&self, &Hearing { run, patience, .. }: &Hearing<'_, Cluster>) -> Examined<Cluster> {
        if run.mechanism.setting().whole && run.instance.servers() == 1 {
            let found = one_more(run);
            return Ok(found.map_or(Verdict::Holds, |better| Verdict::Violated(Witness::Better(better))));
        }
        let (setting, pool) = (run.mechanism.setting(), run.instance);
        // Where users that are alike have equal parts, dividing a better allocation among them by weight is better too.
        let alike = Alike::of_large(pool).filter(|_| !setting.whole);
        let joined = alike.and_then(|alike| Some((alike.together(&run.outcome)?, alike)));
        let better = match &joined {
            Some((outcome, alike)) => {
                improved(setting, &alike.pool, outcome, patience).map(|better| alike.apart(&better))
            }
            None => improved(setting, pool, &run.outcome, patience),
        };
        Ok(match better.uncut()? {
            Ok(better) if better.totals() == run.outcome.totals() => Verdict::Holds,
            Ok(better) => Verdict::Violated(Witness::Better(better)),
            Err(reason) => Verdict::undecided(reason.to_string()),
        })
    }
}
