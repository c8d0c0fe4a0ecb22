//! Branch and bound over assignments, in integers.

use std::collections::HashSet;

use super::whole::Whole;
use crate::linear::{Halt, Patience};
use crate::model::covering::Stock;
use crate::scalar::{Int, Rational, Scalar, sum};

/// The number of branches at which the search gives up.
const MOST_BRANCHES: u64 = 4_000_000;
/// The largest number of infeasible positions that are stored.
const MOST_REMEMBERED: usize = 400_000;

/// A search for an assignment in which each task stays within a budget, in integral units of cost.
pub struct Search<N> {
    /// Resources in descending order of cost; with unit sizes only as many of the cheapest as are demanded.
    order: Vec<usize>,
    cost: Vec<N>,
    size: Vec<N>,
    /// For each `k`, the lowest cost per size among the resources from `k` on, as the pair of cost and size.
    density: Vec<(N, N)>,
    /// For each `k`, the total size and the total cost of the resources from `k` on.
    rest: Vec<(N, N)>,
    /// `true` for unit sizes; every resource in `order` is then assigned.
    unit: bool,
    budget: Vec<N>,
    lacks: Vec<N>,
    /// The demand of each task, which distinguishes tasks.
    demand: Vec<N>,
    given: Vec<Option<usize>>,
    hopeless: HashSet<Vec<N>>,
    /// Number of branches so far.
    pub branches: u64,
}

/// A resource to be assigned: its position, the tasks still to be tried, the last first, the kinds of tasks that were tried,
/// what the task that has it lacked before, with its budget, and `true` if it
/// may still go to no task.
struct Node<N> {
    position: Vec<N>,
    tasks: Vec<usize>,
    tried: Vec<(N, N)>,
    before: Option<(usize, N, N)>,
    spare: bool,
}

/// Returns the least common multiple of the denominators of all numbers.
pub fn common(numbers: &[&[Rational]]) -> Int {
    numbers.iter().flat_map(|row| row.iter()).fold(Int::from(1i64), |lcm, x| {
        let d = x.denominator();
        let gcd = lcm.gcd(&d);
        lcm.times(&d).over(&gcd)
    })
}

fn whole<N: Whole>(x: &Rational, unit: &Int) -> Option<N> {
    N::of(&(x * Rational::from_int(unit)).numerator())
}

impl<N: Whole> Search<N> {
    /// Returns the search for the stock with the unit of cost, or `None` if there are too few resources or
    /// numbers are beyond `N`.
    pub fn of(stock: &Stock) -> Option<(Search<N>, Int)> {
        let unit = stock.unit();
        let mut order: Vec<usize> = (0..stock.resources()).collect();
        order.sort_by(|&a, &b| stock.cost[b].cmp(&stock.cost[a]).then(b.cmp(&a)));
        let (costs, sizes) = (common(&[&stock.cost]), common(&[&stock.size, &stock.demand]));
        // Every sum that occurs is a partial sum of one of the following, and no budget exceeds the first.
        let all = |row: &[Rational], unit: &Int| whole::<N>(&sum(row.iter().cloned()), unit);
        all(&stock.cost, &costs)?;
        all(&stock.size, &sizes)?.plus(&all(&stock.demand, &sizes)?);
        if unit {
            // An assignment that uses a resource while a cheaper one is free gets no worse with the cheaper
            // one.
            let needed = stock.demand.iter().map(super::count).fold(0usize, usize::saturating_add);
            order.drain(..order.len().checked_sub(needed)?);
        }
        let cost: Vec<N> = order.iter().map(|&i| whole(&stock.cost[i], &costs)).collect::<Option<_>>()?;
        let size: Vec<N> = order.iter().map(|&i| whole(&stock.size[i], &sizes)).collect::<Option<_>>()?;
        let demand: Vec<N> = stock.demand.iter().map(|d| whole(d, &sizes)).collect::<Option<_>>()?;
        let zero = N::small(0);
        let mut density = vec![(zero.clone(), N::small(1)); order.len() + 1];
        let mut rest = vec![(zero.clone(), zero.clone()); order.len() + 1];
        for k in (0..order.len()).rev() {
            let next = &density[k + 1];
            let denser = k + 1 == order.len() || cost[k].times(&next.1) < next.0.times(&size[k]);
            density[k] = if denser { (cost[k].clone(), size[k].clone()) } else { next.clone() };
            rest[k] = (rest[k + 1].0.plus(&size[k]), rest[k + 1].1.plus(&cost[k]));
        }
        let search = Search {
            budget: vec![zero; demand.len()],
            lacks: demand.clone(),
            demand,
            given: vec![None; order.len()],
            hopeless: HashSet::new(),
            branches: 0,
            order,
            cost,
            size,
            density,
            rest,
            unit,
        };
        Some((search, costs))
    }

    /// Returns a lower bound for the cost of a task that lacks `lacks`, over the resources from `k` on.
    fn least(&self, k: usize, lacks: &N) -> N {
        if self.unit {
            // The cheapest resources are last.
            let from = self.order.len().saturating_sub(lacks.count());
            return self.rest[from.max(k)].1.clone();
        }
        let (cost, size) = &self.density[k];
        cost.times(lacks).over_up(size)
    }

    /// Returns the sum of `what` over the tasks that still lack some size.
    fn over_lacking(&self, what: &[N]) -> N {
        let lacking = (0..self.lacks.len()).filter(|&j| self.lacks[j].is_positive());
        lacking.fold(N::small(0), |sum, j| sum.plus(&what[j]))
    }

    /// Returns `false` if simple sums prove that the tasks cannot be covered within their budgets by the
    /// resources from `k` on.
    fn hope(&self, k: usize) -> bool {
        if self.over_lacking(&self.lacks) > self.rest[k].0 {
            return false;
        }
        let mut lacking = (0..self.lacks.len()).filter(|&j| self.lacks[j].is_positive());
        if lacking.any(|j| self.least(k, &self.lacks[j]) > self.budget[j]) {
            return false;
        }
        !self.unit || self.over_lacking(&self.budget) >= self.rest[k].1
    }

    /// Returns the key of a position, which determines whether it is feasible: `k`, and the lacking size and
    /// the remaining budget of each task, sorted.
    fn position(&self, k: usize) -> Vec<N> {
        let mut tasks: Vec<(N, N)> = (0..self.lacks.len())
            .filter(|&j| self.lacks[j].is_positive())
            .map(|j| (self.lacks[j].clone(), self.budget[j].clone()))
            .collect();
        tasks.sort_unstable();
        let at = N::small(i64::try_from(k).expect("there are fewer resources than that"));
        std::iter::once(at).chain(tasks.into_iter().flat_map(|(a, b)| [a, b])).collect()
    }

    /// Assigns all resources; fails if the limit of branches is reached.
    fn go(&mut self, patience: &Patience) -> Result<bool, Halt<()>> {
        let mut nodes = Vec::new();
        let found = self.walk(&mut nodes, patience);
        nodes.iter_mut().rev().for_each(|node| self.take_back(node));
        found
    }

    /// Takes the resource of a node from the task that has it.
    fn take_back(&mut self, node: &mut Node<N>) {
        if let Some((j, lacks, budget)) = node.before.take() {
            (self.lacks[j], self.budget[j]) = (lacks, budget);
        }
    }

    /// The node of resource `k`; `None` if it certainly leads to no assignment.
    fn node(&mut self, k: usize, patience: &Patience) -> Result<Option<Node<N>>, Halt<()>> {
        if k == self.order.len() || !self.hope(k) {
            return Ok(None);
        }
        self.branches += 1;
        patience.check()?;
        if self.branches > MOST_BRANCHES {
            return Err(Halt::Failed(()));
        }
        let position = self.position(k);
        if self.hopeless.contains(&position) {
            return Ok(None);
        }
        let mut tasks: Vec<usize> = (0..self.lacks.len()).filter(|&j| self.lacks[j].is_positive()).collect();
        let key = |j: usize| (&self.budget[j], &self.demand[j]);
        tasks.sort_by(|&a, &b| key(a).cmp(&key(b)).then(b.cmp(&a)));
        Ok(Some(Node { position, tasks, tried: Vec::new(), before: None, spare: !self.unit }))
    }

    /// Gives resource `k` to the next task of its node, or last to no task; `false` if there is no choice left.
    fn choose(&mut self, k: usize, node: &mut Node<N>) -> bool {
        while let Some(j) = node.tasks.pop() {
            let kind = (self.lacks[j].clone(), self.budget[j].clone());
            if self.cost[k] > self.budget[j] || node.tried.contains(&kind) {
                continue;
            }
            self.given[k] = Some(j);
            self.lacks[j] = kind.0.minus(&self.size[k]);
            self.budget[j] = kind.1.minus(&self.cost[k]);
            node.before = Some((j, kind.0.clone(), kind.1.clone()));
            node.tried.push(kind);
            return true;
        }
        self.given[k] = None;
        std::mem::take(&mut node.spare)
    }

    /// Goes through the nodes depth first; `nodes` are those from the root to the present one.
    fn walk(&mut self, nodes: &mut Vec<Node<N>>, patience: &Patience) -> Result<bool, Halt<()>> {
        loop {
            if !self.lacks.iter().any(Whole::is_positive) {
                return Ok(true);
            }
            if let Some(node) = self.node(nodes.len(), patience)? {
                nodes.push(node);
            }
            loop {
                let Some(mut node) = nodes.pop() else { return Ok(false) };
                self.take_back(&mut node);
                if self.choose(nodes.len(), &mut node) {
                    nodes.push(node);
                    break;
                }
                if self.hopeless.len() < MOST_REMEMBERED {
                    self.hopeless.insert(node.position);
                }
            }
        }
    }

    /// Returns an assignment with a ratio below `bound`, or `Ok(None)` if there is none.
    ///
    /// # Errors
    /// The limit of branches was reached, or the search was cut short.
    pub fn below(
        &mut self,
        stock: &Stock,
        bound: &Rational,
        unit: &Int,
        patience: &Patience,
    ) -> Result<Option<Vec<Option<usize>>>, Halt<()>> {
        // The largest number of integral units of cost strictly below `bound` times the cost in isolation.
        let total = self.rest[0].1.clone();
        for j in 0..stock.tasks() {
            let most = bound * &stock.isolation()[j] * Rational::from_int(unit);
            let budget = -(-most).floor() - Rational::one();
            // No task pays more than the total cost.
            self.budget[j] =
                N::of(&budget.numerator()).map_or_else(|| total.clone(), |b| b.min(total.clone()));
        }
        self.hopeless.clear();
        self.given.fill(None);
        match self.go(patience)? {
            false => Ok(None),
            true => {
                let mut found = vec![None; stock.resources()];
                let mut lacks = stock.demand.clone();
                for (k, &i) in self.order.iter().enumerate() {
                    if let Some(j) = self.given[k].filter(|&j| lacks[j].is_positive()) {
                        found[i] = Some(j);
                        lacks[j] = &lacks[j] - &stock.size[i];
                    }
                }
                Ok(Some(found))
            }
        }
    }
}
