//! Division of a pool among queues in a tree with weights, floors and caps, one resource at a time: the mechanism
//! `quota-tree` and its variant.

use super::rules::followed;
use crate::model::cluster::division::{divided, over_quota};
use crate::model::cluster::{Certificate, Cluster, Division, Hierarchy, Placement, Pool, Setting, fitting};
use crate::model::{Checked, Refusal};
use crate::scalar::{Rational, Scalar};
use crate::specification::{Facts, Settles, Specification, refuse, without_rates};

/// The way in which an amount is divided among the children of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parting {
    /// A level times the weight, at least the floor: [`divided`].
    Level,
    /// The floor, and by weight what is left: [`over_quota`].
    OverQuota,
}

/// A mechanism that divides each resource of a pool among queues in a tree.
#[derive(Debug)]
pub struct QuotaTree {
    id: &'static str,
    /// The division at each node.
    pub parting: Parting,
}

/// Division by one level for floors and weights together.
pub const QUOTA_TREE: QuotaTree = QuotaTree { id: "quota-tree", parting: Parting::Level };
/// Division of floors first, and of the rest by weight.
pub const QUOTA_TREE_OVER: QuotaTree = QuotaTree { id: "quota-tree-over", parting: Parting::OverQuota };

impl QuotaTree {
    /// The part of each resource of the pool that each node of the tree is given (resources x nodes).
    pub fn parts(&self, pool: &Pool, tree: &Hierarchy) -> Vec<Vec<Rational>> {
        let part = |r: usize| {
            let most = tree.ceilings(pool, r, |user| Hierarchy::wanted(pool, r, user));
            match self.parting {
                Parting::Level => tree.division(pool, r, &most, divided),
                Parting::OverQuota => tree.division(pool, r, &most, over_quota),
            }
        };
        (0..pool.resources()).map(part).collect()
    }

    /// The placement: each user runs the tasks that its amounts hold, on each server in proportion to the server's size.
    ///
    /// # Errors
    /// The refusal of an instance outside the domain.
    pub fn placement(&self, pool: &Pool) -> Result<Placement, Refusal> {
        self.domain(pool)?;
        let tree = Hierarchy::of(pool, self.setting());
        let (parts, pooled) = (self.parts(pool, &tree), pool.pooled());
        let size = |row: &Vec<Rational>| {
            let there = row.iter().zip(&pooled).find(|(_, all)| all.is_positive());
            there.map_or_else(Rational::zero, |(own, all)| own / all)
        };
        let sizes: Vec<Rational> = pool.capacity.iter().map(size).collect();
        let of = |user: usize| {
            let bundle: Vec<Rational> =
                parts.iter().zip(&pooled).map(|(parts, all)| &parts[tree.leaf[user]] * all).collect();
            let tasks = fitting(&pool.demand[user], &bundle);
            sizes.iter().map(|size| &tasks * size).collect()
        };
        Ok(Placement { tasks: (0..pool.users()).map(of).collect() })
    }
}

/// Returns `true` if every server has one and the same part of each resource.
fn in_proportion(pool: &Pool) -> bool {
    let pooled = pool.pooled();
    let Some(r) = pooled.iter().position(Scalar::is_positive) else { return true };
    let like =
        |row: &Vec<Rational>| row.iter().zip(&pooled).all(|(own, all)| own * &pooled[r] == &row[r] * all);
    pool.capacity.iter().all(like)
}

impl Specification<Cluster> for QuotaTree {
    fn facts(&self) -> Facts<Setting> {
        Facts {
            settles: Settles::Outcome,
            takes_trees: true,
            takes_quotas: true,
            takes_classes: true,
            ..Facts::of(self.id, Setting::divisible(Division::Resource))
        }
    }

    fn domain(&self, pool: &Pool) -> Result<(), Refusal> {
        without_rates(pool)?;
        if pool.servers() == 1 || (pool.unconstrained() && in_proportion(pool)) {
            return Ok(());
        }
        refuse(
            "needs one server, or servers in proportion to each other that every user may use: totals are divided",
        )
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Checked {
        followed(pool, certificate, outcome, &self.placement(pool)?)
    }
}
