//! The hierarchical share guarantee: the dominant share of every node of the tree is at least its
//! hierarchical share (bhattacharya2013 as it is reported).

use crate::model::cluster::{Cluster, Hierarchy, Placement};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar, greatest, sum};
use crate::specification::Settles;

/// The hierarchical share guarantee: the property `hier-share`.
#[derive(Debug)]
pub struct HierShare;

/// The reason why the property is not defined for an instance without queues.
pub const FLAT: &str = "there are no queues above the users: see si";

/// A run, with the tree of its instance and the hierarchical share of every node.
#[derive(Debug)]
pub struct Entitled<'a> {
    run: &'a Run<'a, Cluster>,
    /// The complete tree of the instance.
    pub tree: Hierarchy,
    /// The hierarchical share of each node.
    pub shares: Vec<Rational>,
    pooled: Vec<Rational>,
}

impl<'a> Entitled<'a> {
    /// Computes tree and hierarchical shares for the instance of `run`.
    pub fn of(run: &'a Run<'a, Cluster>) -> Self {
        let tree = Hierarchy::of(run.instance, run.mechanism.setting());
        let shares = tree.shares(run.instance, 0);
        Entitled { run, tree, shares, pooled: run.instance.pooled() }
    }

    /// The dominant share of `users` together in the whole pool, when user `u` has `tasks(u)` tasks.
    pub fn dominant_share(&self, users: &[usize], tasks: impl Fn(usize) -> Rational) -> Rational {
        let part = |r: usize| {
            let used = users.iter().map(|&u| tasks(u) * &self.run.instance.demand[u][r]);
            if self.pooled[r].is_positive() { sum(used) / &self.pooled[r] } else { Rational::zero() }
        };
        greatest((0..self.pooled.len()).map(part)).unwrap_or_else(Rational::zero)
    }

    /// The amount by which `node` falls short of its hierarchical share. `None` for the root, for a node that
    /// demands nothing, and for a node that demands no more than it has. With whole tasks, the dominant share
    /// of the largest next task below the node is subtracted.
    pub fn short(&self, node: usize) -> Option<Rational> {
        let (pool, setting) = (self.run.instance, self.run.mechanism.setting());
        if node == 0 {
            return None;
        }
        let users = self.tree.users(node);
        let total = |u: usize| self.run.outcome.total(u);
        let wants: Vec<usize> = users
            .iter()
            .copied()
            .filter(|&u| {
                pool.can_run(u)
                    && pool.tasks[u].as_ref().is_none_or(|has| total(u) < setting.tasks(has.clone()))
            })
            .collect();
        if wants.is_empty() {
            return None;
        }
        let one = |&u: &usize| self.dominant_share(&[u], |_| Rational::one());
        let task = if setting.whole { greatest(wants.iter().map(one)) } else { None };
        let has = self.dominant_share(&users, total) + task.unwrap_or_else(Rational::zero);
        Some(&self.shares[node] - has)
    }

    /// Returns `true` if the guarantee for `node` is that for its parent: no sibling of `node` demands
    /// anything.
    pub fn repeats(&self, node: usize) -> bool {
        let above = self.tree.nodes[node].above;
        above.is_some_and(|above| above != 0 && self.tree.demanding(above).count() == 1)
    }

    /// The node at `depth` on the path from the root to `user`; depth 1 is a child of the root.
    pub fn node(&self, user: usize, depth: usize) -> Option<usize> {
        let path: Vec<usize> = self.tree.up(self.tree.leaf[user]).collect();
        path.len().checked_sub(depth).filter(|_| depth > 0).map(|k| path[k])
    }
}

impl Property<Cluster> for HierShare {
    fn id(&self) -> &'static str {
        "hier-share"
    }

    fn scale(&self, _run: &Run<'_, Cluster>) -> Rational {
        Rational::one()
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Result<Margin, Rejected> {
        let Witness::Node { agent, depth } = witness else { return Err(Rejected::Kind) };
        if run.instance.tree.is_none() {
            return Err(Rejected::OutOfScope(FLAT));
        }
        let entitled = Entitled::of(run);
        let node = entitled.node(*agent, *depth);
        let node = node.ok_or_else(|| Rejected::Misfit("there is no node at this depth".to_string()))?;
        if entitled.repeats(node) {
            return Err(Rejected::Misfit(
                "the queue right above holds the same and is entitled to the same".to_string(),
            ));
        }
        let short = entitled.short(node);
        positive(short.ok_or_else(|| Rejected::Misfit("the node demands no more than it has".to_string()))?)
    }

    /// Utilities: the totals of users.
    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Utilities
    }

    fn tell(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> String {
        let Witness::Node { agent, depth } = witness else { return String::new() };
        let entitled = Entitled::of(run);
        let Some(node) = entitled.node(*agent, *depth) else { return String::new() };
        let Some(short) = entitled.short(node) else { return String::new() };
        let has = entitled.dominant_share(&entitled.tree.users(node), |u| run.outcome.total(u));
        let task = if run.mechanism.setting().whole { "even with one task more " } else { "" };
        format!(
            "{} has the dominant share {has}, and its hierarchical share is {}: {task}{short} of a resource is missing.",
            entitled.tree.name(run.instance, node),
            entitled.shares[node]
        )
    }
}
