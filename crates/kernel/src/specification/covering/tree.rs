//! Trees that go through all assignments: each leaf is closed by one inequality, a sum of rows.
//!
//! A tree shows that no assignment lets every task pay less than its bound. It is checked by adding up.

use crate::model::covering::{Branch, Multipliers, Stock};
use crate::model::refusal::Rejected;
use crate::scalar::{Rational, Scalar, min, sum};

/// What is left at a node.
#[derive(Clone, Debug)]
pub struct Rest<'a> {
    /// The stock.
    pub stock: &'a Stock,
    /// Whether each resource is still to be given.
    pub free: Vec<bool>,
    /// What each task still needs, not below zero.
    pub lacks: Vec<Rational>,
    /// What it must stay below.
    pub budget: Vec<Rational>,
}

impl<'a> Rest<'a> {
    /// The root: every resource is free, and each task must pay less than `ratio` times its isolation cost.
    pub fn all(stock: &'a Stock, ratio: &Rational) -> Self {
        Rest {
            stock,
            free: vec![true; stock.resources()],
            lacks: stock.demand.clone(),
            budget: stock.isolation().iter().map(|alone| ratio * alone).collect(),
        }
    }

    /// What is left when the resource goes to the task, or to nobody.
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

    /// Whether the task may still be given the resource.
    pub fn open(&self, i: usize, j: usize) -> bool {
        self.free[i] && self.lacks[j].is_positive() && self.stock.cost[i] < self.budget[j]
    }

    /// Whether exchanging the two tasks changes nothing of what is left.
    pub fn alike(&self, j: usize, k: usize) -> bool {
        self.lacks[j] == self.lacks[k] && self.budget[j] == self.budget[k]
    }

    /// How much of the task's need the resource meets.
    pub fn meets(&self, i: usize, j: usize) -> Rational {
        min(self.stock.size[i].clone(), self.lacks[j].clone())
    }

    /// Whether the multipliers add up to a contradiction.
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

    /// Whether every leaf below the branch closes, and no branch is missing.
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

/// Goes through the tree and adds up at its leaves.
pub fn check(stock: &Stock, ratio: &Rational, root: &Branch) -> Result<(), Rejected> {
    if Rest::all(stock, ratio).check(root) {
        Ok(())
    } else {
        super::uncertified("a leaf of the tree does not close, or a branch is missing")
    }
}
