//! Search trees over all assignments, whose leaves are each closed by one inequality, a sum of rows.
//!
//! A tree proves that no assignment lets every task pay less than its bound. The check is a sum at each leaf.

use crate::model::Checked;
use crate::model::covering::{Branch, Multipliers, Stock};
use crate::scalar::{Rational, Scalar, min, sum};

/// The remaining problem at a node.
#[derive(Clone, Debug)]
pub struct Rest<'a> {
    /// The stock to be assigned.
    pub stock: &'a Stock,
    /// `true` for each resource that is not assigned yet.
    pub free: Vec<bool>,
    /// The remaining demand of each task, at least zero.
    pub lacks: Vec<Rational>,
    /// The strict upper bound on the remaining cost of each task.
    pub budget: Vec<Rational>,
}

impl<'a> Rest<'a> {
    /// The remaining problem at the root: every resource is free, and each task must pay less than `ratio`
    /// times its isolation cost.
    pub fn all(stock: &'a Stock, ratio: &Rational) -> Self {
        Rest {
            stock,
            free: vec![true; stock.resources()],
            lacks: stock.demand.clone(),
            budget: stock.isolation().iter().map(|alone| ratio * alone).collect(),
        }
    }

    /// The remaining problem once `resource` goes to `task`, or to no task.
    pub fn given(&self, resource: usize, task: Option<usize>) -> Self {
        let mut rest = self.clone();
        rest.free[resource] = false;
        if let Some(j) = task {
            let lacks = &rest.lacks[j] - &self.stock.size[resource];
            rest.lacks[j] = if lacks.is_negative() { Rational::zero() } else { lacks };
            rest.budget[j] = &rest.budget[j] - &self.stock.cost[resource];
        }
        rest
    }

    /// Returns `true` if resource `i` may still go to task `j`.
    pub fn open(&self, i: usize, j: usize) -> bool {
        self.free[i] && self.lacks[j].is_positive() && self.stock.cost[i] < self.budget[j]
    }

    /// Returns `true` if tasks `j` and `k` have equal remaining demands and budgets.
    pub fn alike(&self, j: usize, k: usize) -> bool {
        self.lacks[j] == self.lacks[k] && self.budget[j] == self.budget[k]
    }

    /// The part of the remaining demand of task `j` that resource `i` covers.
    pub fn meets(&self, i: usize, j: usize) -> Rational {
        min(self.stock.size[i].clone(), self.lacks[j].clone())
    }

    /// Returns `true` if the multipliers sum the rows to a contradiction.
    pub fn closed_by(&self, multipliers: &Multipliers) -> bool {
        let Multipliers { resource, cover, pay } = multipliers;
        if !multipliers.fit(self.stock)
            || (0..self.free.len()).any(|i| !self.free[i] && !resource[i].is_zero())
        {
            return false;
        }
        for i in 0..self.free.len() {
            for j in (0..self.lacks.len()).filter(|&j| self.open(i, j)) {
                if self.meets(i, j) * &cover[j] > &self.stock.cost[i] * &pay[j] + &resource[i] {
                    return false;
                }
            }
        }
        let gains = sum(self.lacks.iter().zip(cover).map(|(d, y)| d * y)) - sum(resource.iter().cloned());
        let costs = sum(self.budget.iter().zip(pay).map(|(b, y)| b * y));
        if pay.iter().any(Scalar::is_positive) { gains >= costs } else { gains.is_positive() }
    }

    /// Returns `true` if every leaf below `branch` is closed and no child is missing.
    pub fn check(&self, branch: &Branch) -> bool {
        match branch {
            Branch::Leaf(multipliers) => self.closed_by(multipliers),
            Branch::Spare | Branch::Dear | Branch::Like(_) => false,
            Branch::Split(i, branches) => {
                let tasks = self.lacks.len();
                *i < self.free.len()
                    && self.free[*i]
                    && branches.len() == tasks + 1
                    && branches.iter().enumerate().all(|(j, branch)| match branch {
                        Branch::Spare => j < tasks && self.lacks[j].is_zero(),
                        Branch::Dear => j < tasks && self.stock.cost[*i] >= self.budget[j],
                        Branch::Like(k) => *k < j && j < tasks && self.alike(*k, j),
                        branch => self.given(*i, (j < tasks).then_some(j)).check(branch),
                    })
            }
        }
    }
}

/// Checks the tree by a sum at each leaf.
///
/// # Errors
/// A tree with an open leaf or a missing child.
pub fn check(stock: &Stock, ratio: &Rational, root: &Branch) -> Checked {
    if Rest::all(stock, ratio).check(root) {
        Ok(())
    } else {
        super::uncertified("a leaf of the tree does not close, or a branch is missing")
    }
}
