//! Pareto optimality: no feasible allocation gives everybody as many tasks and somebody more
//! (wang2013 III-C, khamse2017 II-A).

use super::{Property, words};
use crate::linear::integer::{self, Integer};
use crate::linear::{Solution, solve};
use crate::mechanism::{Mechanism, Settles};
use crate::model::Model;
use crate::model::cluster::{Cluster, Placement, Polytope, Pool};
use crate::model::refusal::Rejected;
use crate::property::evidence::{Cleared, Margin, Run, Verdict, Witness, positive};
use crate::scalar::{Quick, Rational, Scalar, sum};

/// Pareto optimality, decided by one exact programme.
#[derive(Debug)]
pub(super) struct Po;

/// Relaxations solved before the search for whole tasks gives up.
const MOST_NODES: usize = 2_000;

/// A feasible allocation of the largest total that leaves nobody with less; in whole tasks, if tasks are whole.
fn improved(run: &Run<'_, Cluster>) -> Result<Placement, &'static str> {
    let pool = run.instance;
    let setting = run.mechanism.setting();
    let polytope = Polytope::of(pool, setting.division);
    let mut program = polytope.program.clone();
    program.objective = vec![Rational::one(); program.variables()];
    for u in (0..pool.users()).filter(|&u| pool.can_run(u)) {
        program.at_least(polytope.total(u, &Rational::one()), run.outcome.total(u));
    }
    if setting.whole {
        return match integer::maximise(&program, MOST_NODES) {
            Integer::Optimal { point, .. } => Ok(polytope.placement(&point)),
            Integer::Infeasible => Err("the outcome is not feasible"),
            Integer::Undecided => Err("too many allocations in whole tasks to look through"),
        };
    }
    match solve(&program) {
        Solution::Optimal { point, .. } => Ok(polytope.placement(&point)),
        Solution::Infeasible { .. } | Solution::Unbounded { .. } => Err("the outcome is not feasible"),
    }
}

/// On one server, a user whose next whole task still fits: nothing else can improve there.
fn one_more(run: &Run<'_, Cluster>) -> Option<Placement> {
    let pool = run.instance;
    (0..pool.users()).find_map(|u| {
        let mut better = run.outcome.clone();
        better.tasks[u][0] = &better.tasks[u][0] + Rational::one();
        Cluster::feasible(run.mechanism.setting(), pool, &better).is_ok().then_some(better)
    })
}

impl Property<Cluster> for Po {
    fn id(&self) -> &'static str {
        "po"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../properties/cluster/po.md")
    }

    fn clears(
        &self,
        mechanism: &dyn Mechanism<Cluster>,
        pool: &Pool<Quick>,
        gets: &[Quick],
    ) -> Option<Cleared> {
        Cleared::holds(words::is_used_up(mechanism.setting(), pool, gets))
    }

    fn examine(&self, run: &Run<'_, Cluster>) -> Verdict<Cluster> {
        if run.mechanism.setting().whole && run.instance.servers() == 1 {
            return one_more(run).map_or(Verdict::Holds, |better| Verdict::Violated(Witness::Better(better)));
        }
        match improved(run) {
            Ok(better) if better.totals() == run.outcome.totals() => Verdict::Holds,
            Ok(better) => Verdict::Violated(Witness::Better(better)),
            Err(reason) => Verdict::Undecided(reason.to_string()),
        }
    }

    fn confirm(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Result<Margin, Rejected> {
        let Witness::Better(better) = witness else { return Err(Rejected::Kind) };
        Cluster::feasible(run.mechanism.setting(), run.instance, better)?;
        let (before, after) = (run.outcome.totals(), better.totals());
        if let Some(u) = (0..before.len()).find(|&u| after[u] < before[u]) {
            return Err(Rejected::Misfit(format!("{} would lose", run.instance.user_name(u))));
        }
        positive(sum(after) - sum(before))
    }

    /// What agents get in all, whoever has it where.
    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Utilities
    }

    fn tell(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> String {
        let Witness::Better(better) = witness else { return String::new() };
        let mut text = "The servers could run instead:\n".to_string();
        for u in 0..run.instance.users() {
            text += &format!(
                "  {}: {} tasks instead of {}  (per server: {:?})\n",
                run.instance.user_name(u),
                better.total(u),
                run.outcome.total(u),
                better.tasks[u]
            );
        }
        let more = sum(better.totals()) - sum(run.outcome.totals());
        text + &format!("Nobody would lose, and in all {more} more of a task would run.")
    }
}
