//! The fairest mixture of assignments: the pruned programme with sizes 1 and whole demands, solved as a matrix game.
//!
//! Fractions of such a programme are a mixture of assignments, and the best attainable ratio is the value of a
//! matrix game: one player selects an assignment, the other a task, and the payoff is the task's cost divided by its
//! isolation cost. Given prices of tasks, a best answer among all assignments is found by sorting. A task to which a
//! resource may be assigned may have every cheaper resource as well; so resources are assigned from the dearest on,
//! each to the task of least price that may have the resource and still needs one.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::count;
use super::guess::{Guess, Place, guess};
use crate::linear::basis::{Basis, prove};
use crate::linear::{Halt, Patience, Program, Solution, Timely, solve};
use crate::model::covering::{Multipliers, Stock};
use crate::scalar::{Int, Rational, Scalar, Total, common_denominator, least, max, whole};

/// The task that gets the resource at each position.
type Assignment = Vec<usize>;

/// The assignments that are admissible under a limit on costs.
pub(super) struct Game<'a> {
    stock: &'a Stock,
    /// Indexes of the cheapest resources, as many as are needed, the dearest first.
    order: Vec<usize>,
    /// The number of resources that each task needs.
    need: Vec<usize>,
    /// For each task, the first position that it may have.
    from: Vec<usize>,
    /// The tasks in increasing order of that position.
    arriving: Vec<usize>,
}

/// The best mixture of assignments, with prices that prove it.
pub(super) struct Mixture {
    /// The largest mean cost of a task divided by its isolation cost.
    pub(super) ratio: Rational,
    /// Assignments, each with an integer weight.
    parts: Vec<(Int, Assignment)>,
    /// The resource at each position of an assignment.
    order: Vec<usize>,
    /// Prices of tasks at which no assignment has a smaller value.
    price: Vec<Rational>,
}

impl Mixture {
    /// The amount of each resource that each task gets (resources x tasks), and the number of units that make
    /// a whole resource.
    pub(super) fn amounts(&self, stock: &Stock) -> (Vec<Vec<Int>>, Int) {
        let zero = Int::from(0i64);
        let whole = self.parts.iter().fold(zero.clone(), |total, (weight, _)| total.plus(weight));
        let mut amounts = vec![vec![zero; stock.tasks()]; stock.resources()];
        for (at, &i) in self.order.iter().enumerate() {
            for (weight, assignment) in &self.parts {
                let amount = &mut amounts[i][assignment[at]];
                *amount = amount.plus(weight);
            }
        }
        (amounts, whole)
    }

    /// The part of each resource that each task gets (resources x tasks).
    pub(super) fn fraction(&self, stock: &Stock) -> Vec<Vec<Rational>> {
        let (amounts, whole) = self.amounts(stock);
        let part = |amount: &Int| Rational::ratio(amount, &whole).expect("weights are above zero");
        amounts.iter().map(|row| row.iter().map(part).collect()).collect()
    }
}

impl<'a> Game<'a> {
    /// The game in which a task may have the resources for which `allowed` holds, which are all resources up
    /// to some cost. The stock has sizes 1, whole demands and enough resources.
    pub(super) fn new(stock: &'a Stock, allowed: impl Fn(usize, usize) -> bool) -> Self {
        let need: Vec<usize> = stock.demand.iter().map(count).collect();
        let mut order: Vec<usize> = (0..stock.resources()).collect();
        order.sort_by(|&a, &b| stock.cost[b].cmp(&stock.cost[a]).then(b.cmp(&a)));
        order.drain(..order.len() - need.iter().sum::<usize>());
        let from: Vec<usize> =
            (0..stock.tasks()).map(|j| order.partition_point(|&i| !allowed(i, j))).collect();
        let mut arriving: Vec<usize> = (0..stock.tasks()).collect();
        arriving.sort_by_key(|&j| (from[j], j));
        Game { stock, order, need, from, arriving }
    }

    /// The assignment of least total when a task pays its price per unit of cost. `Err` is a position at
    /// which no remaining task may have the resource.
    fn answer<S: Scalar>(&self, price: &[S]) -> Result<Assignment, usize> {
        let mut ranked: Vec<usize> = (0..price.len()).collect();
        ranked.sort_by(|&a, &b| price[a].partial_cmp(&price[b]).unwrap_or(Ordering::Equal).then(a.cmp(&b)));
        let mut rank = vec![0; price.len()];
        ranked.iter().enumerate().for_each(|(k, &j)| rank[j] = k);
        let mut left = self.need.clone();
        let mut arriving = self.arriving.iter().copied().peekable();
        let mut present = BinaryHeap::new();
        (0..self.order.len())
            .map(|at| {
                while let Some(j) = arriving.next_if(|&j| self.from[j] <= at) {
                    present.push(Reverse(rank[j]));
                }
                let Reverse(first) = *present.peek().ok_or(at)?;
                let j = ranked[first];
                left[j] -= 1;
                if left[j] == 0 {
                    present.pop();
                }
                Ok(j)
            })
            .collect()
    }

    fn paid(&self, assignment: &Assignment) -> Vec<Rational> {
        let mut paid = vec![Rational::zero(); self.need.len()];
        for (&i, &j) in self.order.iter().zip(assignment) {
            paid[j] = &paid[j] + &self.stock.cost[i];
        }
        paid
    }

    /// The value to the precision of floats, or a number on the value's side of `goal`; infinite if no assignment is
    /// admissible.
    pub(super) fn glance(&self, goal: Option<f64>) -> f64 {
        self.guess(goal).map_or(f64::INFINITY, |guess| guess.value)
    }

    /// The best mixture according to floats.
    fn guess(&self, goal: Option<f64>) -> Option<Guess<Assignment>> {
        let cost: Vec<f64> = self.order.iter().map(|&i| self.stock.cost[i].to_f64()).collect();
        let alone: Vec<f64> = self.stock.isolation().iter().map(Rational::to_f64).collect();
        let answer = |weight: &[f64]| {
            let price: Vec<f64> = weight.iter().zip(&alone).map(|(y, alone)| y / alone).collect();
            let assignment = self.answer(&price).ok()?;
            let mut paid = vec![0.0; alone.len()];
            assignment.iter().zip(&cost).for_each(|(&j, c)| paid[j] += c / alone[j]);
            Some((assignment, paid))
        };
        guess(self.need.len(), answer, goal)
    }

    /// The best mixture, exactly. Floats propose assignments; an exact programme over these assignments and
    /// an exact best answer decide. If no assignment is admissible, the error holds multipliers that prove
    /// it.
    pub(super) fn solve(&self, patience: &Patience) -> Result<Mixture, Halt<Multipliers>> {
        let tasks = self.need.len();
        self.answer(&vec![Rational::zero(); tasks]).map_err(|at| Halt::Failed(self.too_few(at)))?;
        let (mut assignments, mut slacks) = (Vec::new(), vec![false; tasks]);
        if let Some(Guess { basis, assignments: made, .. }) = self.guess(None) {
            let mut chosen = vec![false; made.len()];
            for place in basis {
                match place {
                    Place::Slack(j) => slacks[j] = true,
                    Place::Column(k) => chosen[k] = true,
                }
            }
            assignments
                .extend(made.into_iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|(made, _)| made));
        }
        let mut basis = Some(Basis { variables: vec![true; assignments.len()], slacks });
        if assignments.is_empty() {
            assignments.extend(self.answer(&vec![Rational::one(); tasks]));
        }
        loop {
            patience.check()?;
            let mut program = Program::new(assignments.len());
            program.objective.fill(Rational::one());
            let paid: Vec<Vec<Rational>> = assignments.iter().map(|a| self.paid(a)).collect();
            for j in 0..tasks {
                let terms = paid.iter().enumerate().map(|(v, paid)| (v, paid[j].clone()));
                program.at_most(terms.collect(), self.stock.isolation()[j].clone());
            }
            let proved = match basis.take() {
                Some(basis) => prove(&program, &basis, patience)?,
                None => None,
            };
            let solution = proved.map_or_else(|| solve(&program, patience), Ok)?;
            let Solution::Optimal { point, multipliers, value } = solution else {
                unreachable!("every assignment pays something, so the programme is feasible and bounded");
            };
            let better = self.answer(&multipliers).expect("some assignment is allowed");
            let total = Total::of(self.paid(&better).iter().zip(&multipliers));
            if total.compare(&Rational::one()) == Ordering::Less {
                assignments.push(better);
                continue;
            }
            let unit = common_denominator(&point);
            let parts = point.iter().zip(assignments).filter(|(part, _)| part.is_positive());
            let parts = parts.map(|(part, assignment)| (whole(part, &unit), assignment)).collect();
            let ratio = Rational::one() / value;
            return Ok(Mixture { ratio, parts, order: self.order.clone(), price: multipliers });
        }
    }

    /// Multipliers that prove infeasibility: the tasks that may have only resources after position `at` need
    /// more than there are.
    fn too_few(&self, at: usize) -> Multipliers {
        let mut proof = Multipliers::zero(self.stock);
        for j in (0..self.need.len()).filter(|&j| self.from[j] > at) {
            proof.cover[j] = Rational::one();
        }
        for &i in &self.order[at + 1..] {
            proof.resource[i] = Rational::one();
        }
        proof
    }

    /// Multipliers of the programme from the prices of a mixture: the value of a unit to each task, such that
    /// no task of a least-total assignment would exchange a resource.
    pub(super) fn proof(&self, mixture: &Mixture, patience: &Patience) -> Timely<Multipliers> {
        let tasks = self.need.len();
        let unit = common_denominator(&mixture.price);
        let whole_price: Vec<Int> = mixture.price.iter().map(|p| whole(p, &unit)).collect();
        let price: Vec<Rational> = whole_price.iter().map(Rational::from_int).collect();
        let best = &self.answer(&price).expect("some assignment is allowed");
        // The dearest resource of task j that task k may have, and the cheapest resource of task j.
        let mut dearest = vec![vec![None; tasks]; tasks];
        let mut cheapest = vec![None; tasks];
        for (at, &j) in best.iter().enumerate() {
            cheapest[j] = Some(at);
            for k in 0..tasks {
                if self.from[k] <= at && dearest[j][k].is_none() {
                    dearest[j][k] = Some(at);
                }
            }
        }
        // All numbers in integer units of cost.
        let units = common_denominator(&self.stock.cost);
        let cost: Vec<Int> = self.order.iter().map(|&i| whole(&self.stock.cost[i], &units)).collect();
        // Constraint `worth[k] - worth[j] <= cost * (price[k] - price[j])` for a resource that j has and k
        // may have. An unassigned resource has worth 0, and costs at least as much as any that is needed.
        let mut bounds: Vec<(usize, usize, Int)> = Vec::new();
        for j in 0..tasks {
            for k in (0..tasks).filter(|&k| k != j) {
                let gains = price[k] > price[j];
                let far = if gains { cheapest[j].filter(|&at| self.from[k] <= at) } else { dearest[j][k] };
                if let Some(at) = far {
                    bounds.push((j, k, cost[at].times(&whole_price[k].minus(&whole_price[j]))));
                }
            }
            if let Some(at) = best.iter().position(|&task| task == j) {
                bounds.push((j, tasks, cost[at].times(&whole_price[j]).negated()));
            }
            if let Some(free) = self.free(j) {
                bounds.push((tasks, j, whole(&free, &units).times(&whole_price[j])));
            }
        }
        let mut worths = largest(&bounds, tasks + 1, patience)?;
        let unserved = worths.pop().expect("one more than tasks");
        let mut proof = Multipliers::zero(self.stock);
        let worth = |w: Int| Rational::ratio(&w.minus(&unserved), &units).expect("a denominator is not zero");
        proof.cover = worths.into_iter().map(worth).collect();
        for (&i, &j) in self.order.iter().zip(best) {
            proof.resource[i] = max(Rational::zero(), &proof.cover[j] - &self.stock.cost[i] * &price[j]);
        }
        proof.pay = price;
        Ok(proof)
    }

    /// The least cost of a resource that is not needed and that `task` may have.
    fn free(&self, task: usize) -> Option<Rational> {
        if self.from[task] > 0 {
            return None;
        }
        let mut needed = vec![false; self.stock.resources()];
        self.order.iter().for_each(|&i| needed[i] = true);
        least((0..needed.len()).filter(|&i| !needed[i]).map(|i| self.stock.cost[i].clone()))
    }
}

/// The largest numbers up to 0, `count` of them, such that for each bound `(j, k, most)` number `k` is at most number
/// `j` and `most`.
fn largest(bounds: &[(usize, usize, Int)], count: usize, patience: &Patience) -> Timely<Vec<Int>> {
    let mut worth = vec![Int::from(0i64); count];
    let mut moved = true;
    while moved {
        patience.check_now()?;
        moved = false;
        for (j, k, most) in bounds {
            let bound = worth[*j].plus(most);
            if worth[*k] > bound {
                (worth[*k], moved) = (bound, true);
            }
        }
    }
    Ok(worth)
}
