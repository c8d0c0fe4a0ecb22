//! The exact factor of greedy on tasks of one demand: branch and bound over the orders that greedy can follow
//! and over assignments, with an exact programme over all real costs at each node.
//!
//! With the sorted costs as variables, the payments under greedy are sums of costs once the order of payments
//! before each round is known, and that order is a system of linear inequalities. The fairest assignment is
//! normalised: each of its tasks pays at most 1. So the largest payment under greedy, over all costs for which
//! one order and one assignment hold, is the optimum of a programme; the programme of a partial assignment
//! bounds those of all its completions.

use fairwitness::instances::permutations;
use fairwitness::linear::{Cut, Patience, Program, Solution, solve};
use fairwitness::scalar::{Rational, Scalar};

/// The largest quotient of greedy's ratio and the fairest one, over all costs.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// The largest quotient.
    pub value: Rational,
    /// Costs of the resources, in ascending order, for which the quotient is `value`; if the first is zero, the
    /// value is approached by positive costs and need not be reached.
    pub cost: Vec<Rational>,
    /// The number of programmes solved.
    pub programmes: u64,
}

/// The resources of each task, by index in ascending order of cost.
type Parts = Vec<Vec<usize>>;

/// A way of greedy: the resources of each task, and pairs of bundles of which the first costs no less.
struct Way {
    parts: Parts,
    order: Vec<(Vec<usize>, Vec<usize>)>,
}

/// A branch and bound for the largest quotient, with the best one so far.
struct Search<'a> {
    tasks: usize,
    demand: usize,
    patience: &'a Patience,
    best: Factor,
}

/// The factor of greedy for `tasks` tasks of demand `demand` each, both at least 1, over all positive costs.
///
/// # Errors
/// The patience is over.
pub fn factor(tasks: usize, demand: usize, patience: &Patience) -> Result<Factor, Cut> {
    let even = Factor { value: Rational::one(), cost: vec![Rational::one(); tasks * demand], programmes: 0 };
    let mut search = Search { tasks, demand, patience, best: even };
    for way in ways(tasks, demand) {
        for payer in 0..tasks {
            search.descend(&way, payer, &mut vec![Vec::new(); tasks], tasks * demand)?;
        }
    }
    Ok(search.best)
}

/// All ways of greedy, up to the names of tasks. In each round the task that has paid most comes first and gets
/// the cheapest resource left; tasks that have paid equally much are alike, so ties need no order.
fn ways(tasks: usize, demand: usize) -> Vec<Way> {
    let first = Way { parts: (0..tasks).map(|task| vec![task]).collect(), order: Vec::new() };
    (1..demand).fold(vec![first], |ways, round| {
        // After the first round the last task has paid most.
        let orders = if round == 1 { vec![(0..tasks).rev().collect()] } else { permutations(tasks) };
        let next = |way: Way| {
            let served = orders.iter().map(move |order| {
                let (mut parts, mut known) = (way.parts.clone(), way.order.clone());
                let pairs = order.windows(2).map(|two| (parts[two[0]].clone(), parts[two[1]].clone()));
                known.extend(pairs);
                order.iter().enumerate().for_each(|(k, &task)| parts[task].push(round * tasks + k));
                Way { parts, order: known }
            });
            served.collect::<Vec<_>>()
        };
        ways.into_iter().flat_map(next).collect()
    })
}

impl Search<'_> {
    /// Assigns the resources below `left`, the dearest first, to the tasks of the fairest assignment, as long as
    /// the programme allows a larger payment of `payer` than is known.
    fn descend(&mut self, way: &Way, payer: usize, fair: &mut [Vec<usize>], left: usize) -> Result<(), Cut> {
        let programme = self.programme(way, payer, fair);
        let Some((value, steps)) = self.solve(&programme)? else { return Ok(()) };
        if value <= self.best.value {
            return Ok(());
        }
        if left == 0 {
            let mut programme = programme;
            // Of all costs with this value, those whose least cost is largest.
            let objective = std::mem::replace(&mut programme.objective, vec![Rational::zero(); steps.len()]);
            programme.at_least(objective.into_iter().enumerate().collect(), value.clone());
            programme.objective[0] = Rational::one();
            let steps = self.solve(&programme)?.map_or(steps, |(_, steps)| steps);
            let rise = |sum: &mut Rational, step: Rational| {
                *sum = &*sum + step;
                Some(sum.clone())
            };
            self.best.cost = steps.into_iter().scan(Rational::zero(), rise).collect();
            self.best.value = value;
            return Ok(());
        }
        for task in 0..self.tasks {
            let is_empty = fair[task].is_empty();
            if fair[task].len() < self.demand {
                fair[task].push(left - 1);
                self.descend(way, payer, fair, left - 1)?;
                fair[task].pop();
            }
            if is_empty {
                break; // Tasks without resources are alike.
            }
        }
        Ok(())
    }

    /// The programme in the steps between consecutive costs: the payment of `payer` under greedy, with the order
    /// of payments that `way` assumes, and with payments of at most 1 for the resources assigned in `fair`.
    fn programme(&self, way: &Way, payer: usize, fair: &[Vec<usize>]) -> Program {
        let steps = self.tasks * self.demand;
        let paid = |bundle: &[usize]| -> Vec<i64> {
            // A cost is the sum of the steps up to its own.
            (0..steps).map(|step| bundle.iter().filter(|&&i| i >= step).count() as i64).collect()
        };
        let terms = |coefficients: Vec<i64>| -> Vec<(usize, Rational)> {
            let all = coefficients.into_iter().enumerate().filter(|(_, c)| *c != 0);
            all.map(|(step, c)| (step, Rational::int(c))).collect()
        };
        let mut programme = Program::new(steps);
        for (step, coefficient) in terms(paid(&way.parts[payer])) {
            programme.objective[step] = coefficient;
        }
        for (more, less) in &way.order {
            let excess = paid(more).into_iter().zip(paid(less)).map(|(more, less)| less - more);
            programme.at_most(terms(excess.collect()), Rational::zero());
        }
        for bundle in fair.iter().filter(|bundle| !bundle.is_empty()) {
            programme.at_most(terms(paid(bundle)), Rational::one());
        }
        let all: Vec<usize> = (0..steps).collect();
        programme.at_most(terms(paid(&all)), Rational::int(self.tasks as i64));
        programme
    }

    /// Value and point of a programme; `None` if it has none.
    fn solve(&mut self, programme: &Program) -> Result<Option<(Rational, Vec<Rational>)>, Cut> {
        self.patience.check()?;
        self.best.programmes += 1;
        Ok(match solve(programme, self.patience)? {
            Solution::Optimal { value, point, .. } => Some((value, point)),
            Solution::Infeasible { .. } | Solution::Unbounded { .. } => None,
        })
    }
}
