//! No starvation: from any feasible state, a user who holds nothing and whose task fits is served before a
//! queue that has more than its hierarchical share (after bhattacharya2013 and Volcano's design document).

use super::counted;
use super::hier_share::{Entitled, dominant_share, one_weight};
use crate::model::cluster::{Cluster, Hierarchy, Placement, Setting};
use crate::model::{Checked, Model, Rejected};
use crate::property::{Confirmed, Facts, Margin, Property, Run, Witness, positive};
use crate::scalar::{Rational, Scalar};
use crate::specification::Settles;
use crate::specification::tasks::left;
use crate::specification::tree::{TREE_TASKS, TreeTasks};

/// No starvation: the property `no-starvation`.
#[derive(Debug)]
pub struct NoStarvation;

/// The reason why the property is not defined for mechanisms with divisible tasks.
pub const DIVISIBLE: &str = "the mechanism gives no tasks one by one";
/// The reason why the property is not defined for mechanisms without a rule for running tasks.
pub const NO_RULE: &str =
    "the mechanism does not look at what runs already; the rules for whole tasks on trees do";

/// The rule for whole tasks on trees with the id `id`, which continues from running tasks.
pub fn rule(id: &str) -> Option<&'static TreeTasks> {
    use crate::specification::Specification as _;
    TREE_TASKS.into_iter().find(|rule| rule.id() == id)
}

/// A user who is served next while another user waits.
#[derive(Debug)]
pub struct Served {
    /// The user who is served.
    pub user: usize,
    /// The node with the largest excess over its hierarchical share, among those that contain the served user
    /// and not the waiting one.
    pub node: usize,
    /// Excess of `node` over its hierarchical share.
    pub over: Margin,
}

/// The user who is served next in `state` while user `waits` waits.
///
/// # Errors
/// The reason why that is no violation: `waits` holds tasks already, its task does not fit, it is served
/// itself, or no such node exceeds its hierarchical share.
pub fn passed_over(run: &Run<'_, Cluster>, waits: usize, state: &Placement) -> Checked<Served> {
    let misfit = |reason: &str| Err(Rejected::Misfit(reason.to_string()));
    let rule = rule(run.mechanism.id()).ok_or(Rejected::OutOfScope(NO_RULE))?;
    one_weight(run.instance).map_err(Rejected::OutOfScope)?;
    let picks = rule.picks(run.instance)?;
    let given = state.totals();
    if !given[waits].is_zero() || !picks.fits(waits, &given[waits], &left(run.instance, &given)) {
        return misfit("the user who waits holds a task, or none of its tasks fits");
    }
    let Some(served) = picks.next(&given).filter(|&served| served != waits) else {
        return misfit("the user who waits is served");
    };
    if given[served].is_zero() {
        return misfit("the user who is served holds nothing either");
    }
    let entitled: Entitled<Rational> = Entitled::of(run.instance, run.mechanism.setting());
    let tree = &entitled.tree;
    let around: Vec<usize> = tree.up(tree.leaf[waits]).collect();
    let over = tree.up(tree.leaf[served]).filter(|node| !around.contains(node)).map(|node| {
        let has = dominant_share(run.instance, &tree.users(node), |u| given[u].clone());
        (has - &entitled.shares[node], node)
    });
    let most = over.reduce(|most, other| if other.0 > most.0 { other } else { most });
    let (over, node) = most.unwrap_or_else(|| (Rational::zero(), tree.leaf[served]));
    Ok(Served { user: served, node, over: positive(over)? })
}

impl Property<Cluster> for NoStarvation {
    fn id(&self) -> &'static str {
        "no-starvation"
    }

    fn facts(&self) -> Facts {
        Facts { looks_beyond: true, judges_infeasible: true, ..Facts::NONE }
    }

    fn never(&self, setting: Setting) -> Option<&'static str> {
        (!setting.whole).then_some(DIVISIBLE)
    }

    fn scale(&self, _run: &Run<'_, Cluster>) -> Rational {
        Rational::one()
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _: Option<&Placement>,
    ) -> Confirmed {
        let Witness::State { waits, running } = witness else { return Err(Rejected::Kind) };
        if !run.mechanism.setting().whole {
            return Err(Rejected::OutOfScope(DIVISIBLE));
        }
        Cluster::feasible(run.mechanism.setting(), run.instance, running)?;
        passed_over(run, *waits, running).map(|served| served.over)
    }

    /// No part of the outcome: the witness is a state of its own, and the rule continues from that state.
    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Nothing
    }

    fn tell(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>, _: Option<&Placement>) -> String {
        let Witness::State { waits, running } = witness else { return String::new() };
        let Ok(served) = passed_over(run, *waits, running) else { return String::new() };
        let pool = run.instance;
        let given = running.totals();
        let held: Vec<String> = (0..pool.users())
            .filter(|u| running.total(*u).is_positive())
            .map(|u| format!("{} of {}", counted(&running.total(u)), pool.user_name(u)))
            .collect();
        let tree = Hierarchy::of(pool, run.mechanism.setting());
        let (waiting, picked) = (pool.user_name(*waits), pool.user_name(served.user));
        let ahead = match tree.name(pool, served.node) {
            name if name == picked => "which has".to_string(),
            name => format!("although {name} has"),
        };
        format!(
            "While {} {} and {waiting} holds nothing, although its task fits, the next task goes to {picked}, {ahead} {} more than its \
             hierarchical share already.",
            held.join(" and "),
            if held.len() == 1 && given.contains(&Rational::one()) { "runs" } else { "run" },
            served.over
        )
    }
}
