//! Search trees over all assignments, whose leaves are each closed by one inequality, a sum of rows.
//!
//! A tree proves that no assignment lets every task pay less than its bound. It is found with the help of
//! programmes; the kernel checks it by sums.

use fairwitness_kernel::specification::covering::tree::Rest;

use crate::linear::{Patience, Program, Solution, Timely, solve};
use crate::model::covering::{Branch, Multipliers, Stock};
use crate::scalar::{Rational, Scalar, max, sum};

/// The largest number of nodes of a tree.
const MOST_NODES: usize = 2_000;
/// The largest number of pairs of a resource and a task for which a programme is set up at a node.
const MOST_PAIRS: usize = 400;

/// A tree that proves that no assignment has a ratio below `ratio`; `None` if the tree would be too large, or
/// such an assignment exists.
pub(super) fn tree(stock: &Stock, ratio: &Rational, patience: &Patience) -> Timely<Option<Branch>> {
    patience.unless_cut(grow(&Rest::all(stock, ratio), &mut 0, patience))
}

/// Multipliers that would prove that `tasks` together cannot be covered: a unit of demand has the price `price`, and
/// with `pay` each task pays. A resource is worth the largest demand that it covers for one of the tasks, less its
/// cost.
fn priced(rest: &Rest<'_>, tasks: &[usize], price: &Rational, pay: bool) -> Multipliers {
    let mut found = Multipliers::zero(rest.stock);
    for &j in tasks {
        found.cover[j].clone_from(price);
        found.pay[j] = if pay { Rational::one() } else { Rational::zero() };
    }
    for i in 0..rest.free.len() {
        let worth = tasks.iter().filter(|&&j| rest.open(i, j)).map(|&j| {
            let cost = if pay { rest.stock.cost[i].clone() } else { Rational::zero() };
            rest.meets(i, j) * price - cost
        });
        found.resource[i] = worth.fold(Rational::zero(), max);
    }
    found
}

/// Multipliers that close the node and are found by sums alone: too little size is left, or one task, or all
/// tasks together, cannot pay even for fractions of the cheapest resources.
fn close_at_sight(rest: &Rest<'_>, lacking: &[usize]) -> Option<Multipliers> {
    let all = priced(rest, lacking, &Rational::one(), false);
    if rest.closed_by(&all) {
        return Some(all);
    }
    let each = lacking.iter().map(std::slice::from_ref);
    each.chain([lacking]).find_map(|tasks| {
        // The price at which fractions of the cheapest resources just cover the demands.
        let need = sum(tasks.iter().map(|&j| rest.lacks[j].clone()));
        let most = |i: usize| tasks.iter().filter(|&&j| rest.open(i, j)).map(|&j| rest.meets(i, j)).max();
        let mut offers: Vec<(Rational, Rational)> = (0..rest.free.len())
            .filter_map(|i| most(i).map(|size| (&rest.stock.cost[i] / &size, size)))
            .collect();
        offers.sort();
        let mut met = Rational::zero();
        let last = offers.into_iter().find(|(_, size)| {
            met = &met + size;
            met >= need
        });
        let found = priced(rest, tasks, &last?.0, true);
        rest.closed_by(&found).then_some(found)
    })
}

/// Multipliers that close the node: by sums, or from a programme of fractions.
fn close(rest: &Rest<'_>, patience: &Patience) -> Option<Multipliers> {
    let mut found = Multipliers::zero(rest.stock);
    let lacking: Vec<usize> = (0..rest.lacks.len()).filter(|&j| rest.lacks[j].is_positive()).collect();
    if let Some(&j) = lacking.iter().find(|&&j| !rest.budget[j].is_positive()) {
        found.pay[j] = Rational::one();
        return Some(found);
    }
    if let Some(found) = close_at_sight(rest, &lacking) {
        return Some(found);
    }
    let pairs: Vec<(usize, usize)> = (0..rest.free.len())
        .flat_map(|i| lacking.iter().map(move |&j| (i, j)))
        .filter(|&(i, j)| rest.open(i, j))
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
    for k in 0..rest.free.len() {
        program.at_most(terms(&|i, _| (i == k).then(Rational::one)), Rational::one());
    }
    for &k in &lacking {
        let terms = terms(&|i, j| (j == k).then(|| rest.meets(i, j)));
        program.at_least(terms, rest.lacks[k].clone());
    }
    for &k in &lacking {
        let mut terms = terms(&|i, j| (j == k).then(|| rest.stock.cost[i].clone()));
        terms.push((ratio, -rest.budget[k].clone()));
        program.at_most(terms, Rational::zero());
    }
    let rows = match solve(&program, patience).ok()? {
        Solution::Optimal { multipliers, .. } | Solution::Infeasible { multipliers } => multipliers,
        Solution::Unbounded { .. } => return None,
    };
    let resources = rest.free.len();
    found.resource.clone_from_slice(&rows[..resources]);
    for (k, &j) in lacking.iter().enumerate() {
        found.cover[j] = -rows[resources + k].clone();
        found.pay[j] = rows[resources + lacking.len() + k].clone();
    }
    rest.closed_by(&found).then_some(found)
}

/// The tree below a node; `None` also if the work is cut short.
fn grow(rest: &Rest<'_>, nodes: &mut usize, patience: &Patience) -> Option<Branch> {
    patience.check().ok()?;
    *nodes += 1;
    if *nodes > MOST_NODES {
        return None;
    }
    if let Some(leaf) = close(rest, patience) {
        return Some(Branch::Leaf(leaf));
    }
    let tasks = rest.lacks.len();
    // The dearest resource first, because it leaves the fewest choices.
    let wanted = (0..rest.free.len()).filter(|&i| (0..tasks).any(|j| rest.open(i, j)));
    let split = wanted.max_by(|&a, &b| rest.stock.cost[a].cmp(&rest.stock.cost[b]).then(b.cmp(&a)))?;
    let to = |task: Option<usize>, nodes: &mut usize| match task {
        Some(j) if rest.lacks[j].is_zero() => Some(Branch::Spare),
        Some(j) if rest.stock.cost[split] >= rest.budget[j] => Some(Branch::Dear),
        Some(j) if (0..j).any(|k| rest.alike(k, j)) => (0..j).find(|&k| rest.alike(k, j)).map(Branch::Like),
        task => grow(&rest.given(split, task), nodes, patience),
    };
    let receivers = (0..tasks).map(Some).chain([None]);
    let branches = receivers.map(|task| to(task, nodes)).collect::<Option<_>>()?;
    Some(Branch::Split(split, branches))
}
