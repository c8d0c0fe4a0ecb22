//! Trees that go through all assignments: each leaf is closed by one inequality, a sum of rows.
//!
//! A tree shows that no assignment lets every task pay less than its bound. It is found with the help of programmes, and
//! checked by adding up.

use crate::linear::{Program, Solution, patience, solve};
use crate::model::covering::{Branch, Multipliers, Stock};
use crate::model::refusal::Rejected;
use crate::scalar::{Rational, Scalar, max, min, sum};

/// Nodes of the largest tree that is grown.
const MOST_NODES: usize = 2_000;
/// Pairs of resource and task of the largest programme that is set up at a node.
const MOST_PAIRS: usize = 400;

/// What is left at a node.
#[derive(Clone)]
struct Rest<'a> {
    stock: &'a Stock,
    /// Whether each resource is still to be given.
    free: Vec<bool>,
    /// What each task still needs, not below zero.
    lacks: Vec<Rational>,
    /// What it must stay below.
    budget: Vec<Rational>,
}

impl<'a> Rest<'a> {
    fn all(stock: &'a Stock, ratio: &Rational) -> Self {
        Rest {
            stock,
            free: vec![true; stock.resources()],
            lacks: stock.demand.clone(),
            budget: stock.isolation().iter().map(|alone| ratio * alone).collect(),
        }
    }

    /// What is left when the resource goes to the task, or to nobody.
    fn given(&self, resource: usize, task: Option<usize>) -> Self {
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
    fn open(&self, i: usize, j: usize) -> bool {
        self.free[i] && self.lacks[j].is_positive() && self.stock.cost[i] < self.budget[j]
    }

    /// Whether exchanging the two tasks changes nothing of what is left.
    fn alike(&self, j: usize, k: usize) -> bool {
        self.lacks[j] == self.lacks[k] && self.budget[j] == self.budget[k]
    }

    /// How much of the task's need the resource meets.
    fn meets(&self, i: usize, j: usize) -> Rational {
        min(self.stock.size[i].clone(), self.lacks[j].clone())
    }

    /// Whether the multipliers add up to a contradiction.
    fn closed_by(&self, multipliers: &Multipliers) -> bool {
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

    /// Multipliers by which some tasks together cannot be covered: each unit of need is worth `price`, and they pay `pay`
    /// each. A resource is worth what it meets of the neediest of them, less what it costs.
    fn priced(&self, tasks: &[usize], price: &Rational, pay: bool) -> Multipliers {
        let mut found = Multipliers::zero(self.stock);
        for &j in tasks {
            found.cover[j].clone_from(price);
            found.pay[j] = if pay { Rational::one() } else { Rational::zero() };
        }
        for i in 0..self.free.len() {
            let worth = tasks.iter().filter(|&&j| self.open(i, j)).map(|&j| {
                let cost = if pay { self.stock.cost[i].clone() } else { Rational::zero() };
                self.meets(i, j) * price - cost
            });
            found.resource[i] = worth.fold(Rational::zero(), max);
        }
        found
    }

    /// Multipliers that close the node and are found by sums alone: there is too little left, or one task, or all of them
    /// together, cannot pay even for fractions of the cheapest resources.
    fn close_at_sight(&self, lacking: &[usize]) -> Option<Multipliers> {
        let all = self.priced(lacking, &Rational::one(), false);
        if self.closed_by(&all) {
            return Some(all);
        }
        let each = lacking.iter().map(std::slice::from_ref);
        each.chain([lacking]).find_map(|tasks| {
            // The price at which fractions of the cheapest just cover what these tasks lack.
            let need = sum(tasks.iter().map(|&j| self.lacks[j].clone()));
            let most = |i: usize| tasks.iter().filter(|&&j| self.open(i, j)).map(|&j| self.meets(i, j)).max();
            let mut offers: Vec<(Rational, Rational)> = (0..self.free.len())
                .filter_map(|i| most(i).map(|size| (&self.stock.cost[i] / &size, size)))
                .collect();
            offers.sort();
            let mut met = Rational::zero();
            let last = offers.into_iter().find(|(_, size)| {
                met = &met + size;
                met >= need
            });
            let found = self.priced(tasks, &last?.0, true);
            self.closed_by(&found).then_some(found)
        })
    }

    /// Multipliers that close the node: at sight, or where a programme of fractions finds some.
    fn close(&self) -> Option<Multipliers> {
        let mut found = Multipliers::zero(self.stock);
        let lacking: Vec<usize> = (0..self.lacks.len()).filter(|&j| self.lacks[j].is_positive()).collect();
        if let Some(&j) = lacking.iter().find(|&&j| !self.budget[j].is_positive()) {
            found.pay[j] = Rational::one();
            return Some(found);
        }
        if let Some(found) = self.close_at_sight(&lacking) {
            return Some(found);
        }
        let pairs: Vec<(usize, usize)> = (0..self.free.len())
            .flat_map(|i| lacking.iter().map(move |&j| (i, j)))
            .filter(|&(i, j)| self.open(i, j))
            .collect();
        if lacking.is_empty() || pairs.len() > MOST_PAIRS {
            return None;
        }
        let ratio = pairs.len();
        let mut program = Program::new(pairs.len() + 1);
        program.objective[ratio] = -Rational::one();
        let terms = |keep: &dyn Fn(usize, usize) -> Option<Rational>| -> Vec<(usize, Rational)> {
            let own = pairs.iter().enumerate();
            own.filter_map(|(v, &(i, j))| Some((v, keep(i, j)?))).collect()
        };
        for k in 0..self.free.len() {
            program.at_most(terms(&|i, _| (i == k).then(Rational::one)), Rational::one());
        }
        for &k in &lacking {
            let terms = terms(&|i, j| (j == k).then(|| self.meets(i, j)));
            program.at_least(terms, self.lacks[k].clone());
        }
        for &k in &lacking {
            let mut terms = terms(&|i, j| (j == k).then(|| self.stock.cost[i].clone()));
            terms.push((ratio, -self.budget[k].clone()));
            program.at_most(terms, Rational::zero());
        }
        let rows = match solve(&program) {
            Solution::Optimal { multipliers, .. } | Solution::Infeasible { multipliers } => multipliers,
            Solution::Unbounded { .. } => return None,
        };
        let resources = self.free.len();
        found.resource.clone_from_slice(&rows[..resources]);
        for (k, &j) in lacking.iter().enumerate() {
            found.cover[j] = -rows[resources + k].clone();
            found.pay[j] = rows[resources + lacking.len() + k].clone();
        }
        self.closed_by(&found).then_some(found)
    }

    fn grow(&self, nodes: &mut usize) -> Option<Branch> {
        patience::check();
        *nodes += 1;
        if *nodes > MOST_NODES {
            return None;
        }
        if let Some(leaf) = self.close() {
            return Some(Branch::Leaf(leaf));
        }
        let tasks = self.lacks.len();
        // The dearest first: it leaves the smallest choice.
        let wanted = (0..self.free.len()).filter(|&i| (0..tasks).any(|j| self.open(i, j)));
        let split = wanted.max_by(|&a, &b| self.stock.cost[a].cmp(&self.stock.cost[b]).then(b.cmp(&a)))?;
        let to = |task: Option<usize>, nodes: &mut usize| match task {
            Some(j) if self.lacks[j].is_zero() => Some(Branch::Spare),
            Some(j) if self.stock.cost[split] >= self.budget[j] => Some(Branch::Dear),
            Some(j) if (0..j).any(|k| self.alike(k, j)) => {
                (0..j).find(|&k| self.alike(k, j)).map(Branch::Like)
            }
            task => self.given(split, task).grow(nodes),
        };
        let receivers = (0..tasks).map(Some).chain([None]);
        let branches = receivers.map(|task| to(task, nodes)).collect::<Option<_>>()?;
        Some(Branch::Split(split, branches))
    }

    fn check(&self, branch: &Branch) -> bool {
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

/// A tree that shows that no assignment has a ratio below this one; `None` when it would be too large, or there is one.
pub(super) fn tree(stock: &Stock, ratio: &Rational) -> Option<Branch> {
    Rest::all(stock, ratio).grow(&mut 0)
}

/// Goes through the tree and adds up at its leaves.
pub(super) fn check(stock: &Stock, ratio: &Rational, root: &Branch) -> Result<(), Rejected> {
    if Rest::all(stock, ratio).check(root) {
        Ok(())
    } else {
        super::uncertified("a leaf of the tree does not close, or a branch is missing")
    }
}
