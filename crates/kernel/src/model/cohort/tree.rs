//! The tree of queues and cohorts: quotas of subtrees, usage, and shares (kueue, concepts: cohort, fair sharing).
//!
//! Nodes are numbered: first the queues, then the cohorts. A queue without a cohort is a tree of its own.

use std::fmt;

use super::Queues;
use crate::scalar::{Rational, Scalar};

/// The share of a node: its dominant borrowed part over its weight. The share of a node of weight 0 that borrows is
/// endless, and endless shares compare by the borrowed part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Share {
    endless: bool,
    part: Rational,
}

impl Share {
    /// The share as a number; `None` if it is endless.
    pub fn finite(&self) -> Option<&Rational> {
        (!self.endless).then_some(&self.part)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.finite() {
            Some(share) => write!(f, "{share}"),
            None => write!(f, "inf"),
        }
    }
}

/// The part of a resource that a node borrows.
#[derive(Clone, Debug, PartialEq)]
pub struct Borrowed {
    /// Index of the resource, of which columns are flavors.
    pub resource: usize,
    /// The usage beyond the quota of the node, summed over flavors.
    pub amount: Rational,
    /// The most that the parent of the node could have, summed over flavors.
    pub lendable: Rational,
}

/// Quotas of the nodes of an instance, which no admission changes.
#[derive(Clone, Debug)]
pub struct Tree {
    parent: Vec<Option<usize>>,
    children: Vec<Vec<usize>>,
    /// The nodes, each before its parent.
    order: Vec<usize>,
    /// Quota of the subtree of each node (nodes x columns).
    quota: Vec<Vec<Rational>>,
    /// The part of the quota that a node keeps from its parent (nodes x columns).
    kept: Vec<Vec<Rational>>,
    /// The most that a node could use if no workload were admitted (nodes x columns).
    most: Vec<Vec<Rational>>,
    borrow: Vec<Vec<Option<Rational>>>,
    weight: Vec<Rational>,
    /// The resource of each column.
    resource: Vec<usize>,
}

fn above_zero(amount: Rational) -> Rational {
    if amount.is_positive() { amount } else { Rational::zero() }
}

impl Tree {
    /// The tree of an instance. Without cohorts in the file, all queues share one cohort without a quota.
    pub fn new(queues: &Queues) -> Tree {
        let (count, columns, terms) = (queues.queues(), queues.resources(), &queues.terms);
        let none = vec![vec![None; columns]];
        let limits = |given: &Vec<Vec<Option<Rational>>>| match given.is_empty() {
            true => vec![vec![None; columns]; count],
            false => given.clone(),
        };
        let (mut quota, mut weight) = (queues.quota.clone(), queues.weight.clone());
        let (mut borrow, mut lend) = (limits(&terms.borrow), limits(&terms.lend));
        let cohort = |q: usize| terms.cohort.get(q).map_or(Some(0), |cohort| *cohort);
        let mut parent: Vec<Option<usize>> = (0..count).map(|q| Some(count + cohort(q)?)).collect();
        for cohort in &terms.cohorts {
            quota.push(cohort.quota.clone());
            weight.push(cohort.weight.clone());
            borrow.push(cohort.borrow.clone());
            lend.push(cohort.lend.clone());
            parent.push(cohort.parent.map(|above| count + above));
        }
        if terms.cohort.is_empty() {
            quota.push(vec![Rational::zero(); columns]);
            weight.push(Rational::one());
            borrow.extend(none.clone());
            lend.extend(none);
            parent.push(None);
        }
        let order = upwards(&parent);
        let mut children = vec![Vec::new(); parent.len()];
        for (node, above) in parent.iter().enumerate() {
            above.iter().for_each(|above| children[*above].push(node));
        }
        let mut kept = vec![vec![Rational::zero(); columns]; quota.len()];
        for &node in &order {
            for r in 0..columns {
                if let Some(lent) = &lend[node][r] {
                    kept[node][r] = above_zero(&quota[node][r] - lent);
                }
                if let Some(above) = parent[node] {
                    quota[above][r] = &quota[above][r] + (&quota[node][r] - &kept[node][r]);
                }
            }
        }
        let mut most = quota.clone();
        for &node in order.iter().rev() {
            let Some(above) = parent[node] else { continue };
            for r in 0..columns {
                let whole = &kept[node][r] + &most[above][r];
                let limited = borrow[node][r].as_ref().map(|limit| &quota[node][r] + limit);
                most[node][r] = limited.map_or_else(|| whole.clone(), |limited| limited.min(whole.clone()));
            }
        }
        let resource = (0..columns).map(|r| terms.resource(r)).collect();
        Tree { parent, children, order, quota, kept, most, borrow, weight, resource }
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.parent.len()
    }

    /// The nodes, each before its parent.
    pub fn upwards(&self) -> impl Iterator<Item = usize> + '_ {
        self.order.iter().copied()
    }

    /// The cohort above `node`, if there is one.
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.parent[node]
    }

    /// The nodes above `node`, the nearest first.
    pub fn above(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.parent[node], |above| self.parent[*above])
    }

    /// The topmost node above `node`, or `node` itself.
    pub fn root(&self, node: usize) -> usize {
        self.above(node).last().unwrap_or(node)
    }

    /// The children of `node`: queues, then cohorts.
    pub fn children(&self, node: usize) -> &[usize] {
        &self.children[node]
    }

    /// The nodes below the lowest common cohort of `one` and `other`, on the way to each; `None` for nodes of two trees.
    pub fn apart(&self, one: usize, other: usize) -> Option<(usize, usize)> {
        let over: Vec<usize> = self.above(one).collect();
        let common = self.above(other).find(|node| over.contains(node))?;
        let below = |node: usize| {
            std::iter::once(node).chain(self.above(node)).find(|node| self.parent[*node] == Some(common))
        };
        Some((below(one)?, below(other)?))
    }

    /// Quota of the subtree of `node` in column `r`.
    pub fn quota(&self, node: usize, r: usize) -> &Rational {
        &self.quota[node][r]
    }

    /// The weight of `node`.
    pub fn weight(&self, node: usize) -> &Rational {
        &self.weight[node]
    }

    /// The most of column `r` that `node` could use if no workload were admitted.
    pub fn most(&self, node: usize, r: usize) -> &Rational {
        &self.most[node][r]
    }

    /// Usage of every node (nodes x columns) from that of the queues: a cohort counts what its children use beyond what
    /// they keep.
    pub fn usage(&self, of_queues: Vec<Vec<Rational>>) -> Vec<Vec<Rational>> {
        let columns = self.resource.len();
        let mut usage = of_queues;
        usage.resize(self.nodes(), vec![Rational::zero(); columns]);
        for &node in &self.order {
            let Some(above) = self.parent[node] else { continue };
            for r in 0..columns {
                let beyond = self.beyond(node, r, &usage[node][r]);
                usage[above][r] = &usage[above][r] + beyond;
            }
        }
        usage
    }

    /// What of `used` a node takes from its parent.
    fn beyond(&self, node: usize, r: usize, used: &Rational) -> Rational {
        above_zero(used - &self.kept[node][r])
    }

    /// Adds `amount`, which may be negative, to the usage of `node` and of the cohorts above it.
    pub fn add(&self, usage: &mut [Vec<Rational>], node: usize, r: usize, amount: &Rational) {
        let after = &usage[node][r] + amount;
        let more = self.beyond(node, r, &after) - self.beyond(node, r, &usage[node][r]);
        usage[node][r] = after;
        if let (Some(above), false) = (self.parent[node], more.is_zero()) {
            self.add(usage, above, r, &more);
        }
    }

    /// What is left of column `r` for `node`; below zero if more is used than there is.
    pub fn left(&self, usage: &[Vec<Rational>], node: usize, r: usize) -> Rational {
        let (quota, used) = (&self.quota[node][r], &usage[node][r]);
        let Some(above) = self.parent[node] else { return quota - used };
        let mut lent = self.left(usage, above, r);
        if let Some(limit) = &self.borrow[node][r] {
            lent = lent.min(quota - &self.kept[node][r] - self.beyond(node, r, used) + limit);
        }
        self.kept_free(usage, node, r) + lent
    }

    /// What is left of the part of column `r` that `node` keeps for its subtree.
    fn kept_free(&self, usage: &[Vec<Rational>], node: usize, r: usize) -> Rational {
        above_zero(&self.kept[node][r] - &usage[node][r])
    }

    /// The number of levels of `node`: 0 for a queue, and one more than its highest child for a cohort.
    fn height(&self, node: usize) -> usize {
        self.children[node].iter().map(|child| self.height(*child) + 1).max().unwrap_or(0)
    }

    /// The height of the lowest node at or above `queue` whose quota is not exceeded when `queue` uses `amount` of column `r`
    /// more, and `true` if that node has a parent; the height of the topmost node and `false` without such a node.
    pub fn borrowing_height(
        &self,
        usage: &[Vec<Rational>],
        queue: usize,
        r: usize,
        amount: &Rational,
    ) -> (usize, bool) {
        let mut amount = amount.clone();
        for node in std::iter::once(queue).chain(self.above(queue)) {
            if &usage[node][r] + &amount <= self.quota[node][r] {
                return (self.height(node), self.parent[node].is_some());
            }
            amount = amount - self.kept_free(usage, node, r);
        }
        (self.height(self.root(queue)), false)
    }

    /// What is left of column `r` for `node`, at least zero.
    pub fn room(&self, usage: &[Vec<Rational>], node: usize, r: usize) -> Rational {
        above_zero(self.left(usage, node, r))
    }

    /// Returns `true` if `node` uses more of column `r` than its quota.
    pub fn borrows(&self, usage: &[Vec<Rational>], node: usize, r: usize) -> bool {
        usage[node][r] > self.quota[node][r]
    }

    /// Returns `true` if `node` uses more of some column than its quota, and has a parent to borrow from.
    pub fn borrows_any(&self, usage: &[Vec<Rational>], node: usize) -> bool {
        self.parent[node].is_some() && (0..self.resource.len()).any(|r| self.borrows(usage, node, r))
    }

    /// The resource of which `node` borrows the largest part; `None` if it borrows nothing that its parent can lend.
    pub fn dominant(&self, usage: &[Vec<Rational>], node: usize) -> Option<Borrowed> {
        let above = self.parent[node]?;
        let mut of = vec![(Rational::zero(), Rational::zero()); self.resource.len()];
        for (r, &resource) in self.resource.iter().enumerate() {
            let (amount, lendable) = &mut of[resource];
            *amount = &*amount + above_zero(&usage[node][r] - &self.quota[node][r]);
            *lendable = &*lendable + &self.most[above][r];
        }
        let mut found: Option<Borrowed> = None;
        for (resource, (amount, lendable)) in of.into_iter().enumerate() {
            let more = |so_far: &Borrowed| &amount / &lendable > &so_far.amount / &so_far.lendable;
            if amount.is_positive() && lendable.is_positive() && found.as_ref().is_none_or(more) {
                found = Some(Borrowed { resource, amount, lendable });
            }
        }
        found
    }

    /// The share of `node`: the largest part of a resource that it borrows, over its weight.
    pub fn share(&self, usage: &[Vec<Rational>], node: usize) -> Share {
        let part = self.dominant(usage, node).map(|borrowed| borrowed.amount / borrowed.lendable);
        match part {
            Some(part) if self.weight[node].is_zero() => Share { endless: true, part },
            Some(part) => Share { endless: false, part: part / &self.weight[node] },
            None => Share { endless: false, part: Rational::zero() },
        }
    }

    /// The columns of which a node uses more than it may, with the largest excess.
    pub fn overloads(&self, usage: &[Vec<Rational>]) -> Vec<(usize, Rational)> {
        let excess = |node: usize, r: usize| {
            let most = match (self.parent[node], &self.borrow[node][r]) {
                (None, _) => self.quota[node][r].clone(),
                (Some(_), Some(limit)) => &self.quota[node][r] + limit,
                (Some(_), None) => return None,
            };
            Some(&usage[node][r] - most).filter(Scalar::is_positive)
        };
        let worst = |r: usize| (0..self.nodes()).filter_map(|node| excess(node, r)).max();
        (0..self.resource.len()).filter_map(|r| Some((r, worst(r)?))).collect()
    }
}

/// The nodes in an order in which each stands before its parent.
fn upwards(parent: &[Option<usize>]) -> Vec<usize> {
    let depth = |node: usize| std::iter::successors(parent[node], |above| parent[*above]).count();
    let mut order: Vec<usize> = (0..parent.len()).collect();
    order.sort_by_cached_key(|node| std::cmp::Reverse(depth(*node)));
    order
}
