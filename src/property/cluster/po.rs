//! Pareto optimality: no feasible allocation gives everybody as many tasks and somebody more
//! (wang2013 III-C, khamse2017 II-A).

use super::Property;
use crate::evidence::{Margin, Run, Verdict, Witness, positive};
use crate::linear::{Solution, solve};
use crate::model::Model;
use crate::model::cluster::{Cluster, Placement, Polytope};
use crate::refusal::Rejected;
use crate::scalar::{Rational, Scalar, sum};

/// Pareto optimality, decided by one exact programme.
#[derive(Debug)]
pub(super) struct Po;

/// A feasible allocation of the largest total that leaves nobody with less.
fn improved(run: &Run<'_, Cluster>) -> Option<Placement> {
    let pool = run.instance;
    let polytope = Polytope::of(pool, run.mechanism.setting().division);
    let mut program = polytope.program.clone();
    program.objective = vec![Rational::one(); program.variables()];
    for u in (0..pool.users()).filter(|&u| pool.can_run(u)) {
        program.at_least(polytope.total(u, &Rational::one()), run.outcome.total(u));
    }
    match solve(&program) {
        Solution::Optimal { point, .. } => Some(polytope.placement(&point)),
        Solution::Infeasible { .. } | Solution::Unbounded { .. } => None,
    }
}

impl Property<Cluster> for Po {
    fn id(&self) -> &'static str {
        "po"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../properties/cluster/po.md")
    }

    fn examine(&self, run: &Run<'_, Cluster>) -> Verdict<Cluster> {
        match improved(run) {
            Some(better) if better.totals() == run.outcome.totals() => Verdict::Holds,
            Some(better) => Verdict::Violated(Witness::Better(better)),
            None => Verdict::Undecided("the outcome is not feasible".to_string()),
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
