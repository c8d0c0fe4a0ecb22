//! The mechanisms on trees, each an id and a rule.

use super::filling::{Filled, fill};
use super::picks::{Picks, Rule};
use crate::model::cluster::hierarchy::NodeKind;
use crate::model::cluster::{Certificate, Cluster, Division, Hierarchy, Placement, Pool, Setting, Tree};
use crate::model::{Checked, Refusal, uncertified};
use crate::scalar::{Rational, Scalar};
use crate::specification::tasks::placed;
use crate::specification::{
    Anonymous, Facts, Settles, Specification, one_server, refuse, user_weights, without_rates,
};

/// The mechanism `hdrf`: hierarchical DRF for divisible tasks.
#[derive(Debug)]
pub struct Hdrf;

/// A mechanism for whole tasks on a tree.
#[derive(Debug)]
pub struct TreeTasks {
    id: &'static str,
    /// The rule of the mechanism.
    pub rule: Rule,
}

/// Hierarchical DRF for whole tasks.
pub const HDRF_TASKS: TreeTasks = TreeTasks { id: "hdrf-tasks", rule: Rule::Rescaling };
/// DRF with hierarchical shares as weights.
pub const HDRF_COLLAPSED: TreeTasks = TreeTasks { id: "hdrf-collapsed", rule: Rule::Collapsed };
/// Hierarchical DRF that adds the usage of children without rescaling.
pub const HDRF_NAIVE: TreeTasks = TreeTasks { id: "hdrf-naive", rule: Rule::Naive };
/// Hierarchical DRF that rescales blocked children as well.
pub const HDRF_RESCALED: TreeTasks = TreeTasks { id: "hdrf-rescaled", rule: Rule::RescalingAll };
/// Hierarchical DRF as Volcano's code computes it.
pub const VOLCANO_HDRF: TreeTasks = TreeTasks { id: "volcano-hdrf", rule: Rule::Volcano };

/// The rules for whole tasks on trees.
pub const TREE_TASKS: [&TreeTasks; 5] =
    [&HDRF_COLLAPSED, &HDRF_NAIVE, &HDRF_RESCALED, &HDRF_TASKS, &VOLCANO_HDRF];

/// The largest number of tasks that may fit; beyond it picks are not followed.
pub const MOST_TASKS: i64 = 10_000;

/// The largest number of queues and users; the tree is evaluated again for each pick and each pair of users.
pub const MOST_NODES: usize = 500;

/// Refuses, as undecided, trees of more than [`MOST_NODES`] queues and users.
fn handled(pool: &Pool) -> Result<(), Refusal> {
    let nodes = pool.users() + pool.tree.as_ref().map_or(0, |tree| tree.inner.len());
    if nodes > MOST_NODES {
        return Err(Refusal::Undecided(format!(
            "{nodes} queues and users: at most {MOST_NODES} are handled"
        )));
    }
    Ok(())
}

/// Refuses instances that no mechanism on trees accepts: several servers, rates, weights per resource, queues of
/// weight zero.
fn one_pool(pool: &Pool) -> Result<&[Rational], Refusal> {
    without_rates(pool)?;
    let weights = user_weights(pool)?;
    if pool.tree.iter().flat_map(|tree| &tree.inner).any(|node| node.weight.is_zero()) {
        return refuse("needs queues of weights above zero");
    }
    if pool.tree.as_ref().is_some_and(Tree::has_quotas) {
        return refuse("takes no floors or caps of queues (quota-tree does)");
    }
    one_server(pool).map(|()| weights)
}

/// Accepts an outcome that equals the result `due` of following the rule again.
///
/// # Errors
/// A certificate other than the rule, or the first user with other tasks.
pub(super) fn followed(
    pool: &Pool,
    certificate: &Certificate,
    outcome: &Placement,
    due: &Placement,
) -> Checked {
    certificate.by_rule()?;
    match (0..pool.users()).find(|&u| outcome.tasks.get(u) != Some(&due.tasks[u])) {
        None => Ok(()),
        Some(u) => uncertified(format!("the rule gives {} {} tasks", pool.user_name(u), due.total(u))),
    }
}

impl Hdrf {
    /// The stages of the filling, and its result.
    ///
    /// # Errors
    /// The refusal of an instance outside the domain, and of trees of more than [`MOST_NODES`] queues and
    /// users.
    pub fn filled(&self, pool: &Pool) -> Result<Filled, Refusal> {
        self.domain(pool)?;
        handled(pool)?;
        Ok(fill(pool))
    }
}

impl Specification<Cluster> for Hdrf {
    fn facts(&self) -> Facts<Setting> {
        Facts {
            settles: Settles::Outcome,
            takes_trees: true,
            ..Facts::of("hdrf", Setting::divisible(Division::Resource))
        }
    }

    fn domain(&self, pool: &Pool) -> Result<(), Refusal> {
        one_pool(pool).map(|_| ())
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Checked {
        followed(pool, certificate, outcome, &placed(self.filled(pool)?.tasks))
    }
}

impl TreeTasks {
    /// The rule applied to the instance `pool`.
    ///
    /// # Errors
    /// The refusal of an instance outside the domain, of trees of more than [`MOST_NODES`] queues and users,
    /// and of room for more than [`MOST_TASKS`] tasks.
    pub fn picks<'a>(&self, pool: &'a Pool) -> Result<Picks<'a>, Refusal> {
        self.domain(pool)?;
        handled(pool)?;
        let picks = Picks::of(pool, self.rule);
        if picks.most() > Rational::int(MOST_TASKS) {
            return Err(Refusal::Undecided(format!("there may be room for more than {MOST_TASKS} tasks")));
        }
        Ok(picks)
    }

    /// The placement at which the rule ends.
    ///
    /// # Errors
    /// The refusals of [`picks`](Self::picks).
    pub fn placement(&self, pool: &Pool) -> Result<Placement, Refusal> {
        Ok(placed(self.picks(pool)?.run(&mut ())))
    }
}

impl Specification<Cluster> for TreeTasks {
    /// Ties are broken by the order of children, which is that of their first users.
    fn facts(&self) -> Facts<Setting> {
        Facts {
            settles: Settles::Outcome,
            anonymous: Anonymous { agents: false, ..Anonymous::ALL },
            takes_trees: true,
            ..Facts::of(self.id, Setting::WHOLE)
        }
    }

    fn domain(&self, pool: &Pool) -> Result<(), Refusal> {
        let weights = one_pool(pool)?;
        if self.rule != Rule::Volcano {
            return Ok(());
        }
        if weights.iter().any(|w| *w != weights[0]) {
            return refuse(
                "takes no users of different weights: Volcano gives each job of a queue the weight 1",
            );
        }
        let tree = Hierarchy::of(pool, Setting::WHOLE);
        let users = |below: &[usize]| {
            below.iter().filter(|k| matches!(tree.nodes[**k].kind, NodeKind::User(_))).count()
        };
        if tree.nodes.iter().any(|node| (1..node.below.len()).contains(&users(&node.below))) {
            return refuse("takes no queue that holds queues and users: Volcano does not allow one");
        }
        Ok(())
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Checked {
        followed(pool, certificate, outcome, &self.placement(pool)?)
    }
}
