//! The exact optimum: branch and bound over assignments, in whole numbers (mukherjee I-A).

use std::collections::HashSet;

use super::whole::Whole;
use super::{
    Assigned, GREEDY, Kind, Mechanism, Optimum, Specification, enough, programme, refuse, rounding, tree,
    uncertified,
};
use crate::linear::{Halt, Patience, Uncut as _};
use crate::mechanism::traced;
use crate::model::covering::{Allotment, Certificate, Covering, Stock};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Int, Rational, Scalar, sum};
use crate::trace::{BOUND, Step, Trace, Traced};

/// Branches looked at before the search gives up.
const MOST_BRANCHES: u64 = 4_000_000;
/// Positions remembered as hopeless.
const MOST_REMEMBERED: usize = 400_000;

/// What is known of the smallest ratio.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds {
    /// No assignment has a smaller ratio.
    pub lower: Rational,
    /// The ratio of the best assignment found.
    pub upper: Rational,
    /// That assignment.
    pub assignment: Vec<Option<usize>>,
    /// Branches looked at.
    pub branches: u64,
    /// Whether the two bounds are proved to meet.
    pub settled: bool,
}

/// A search for an assignment in which each task stays within a budget, in whole units of cost.
struct Search<N> {
    /// Resources from the dearest to the cheapest; with unit sizes only as many of the cheapest as are needed.
    order: Vec<usize>,
    cost: Vec<N>,
    size: Vec<N>,
    /// The least cost of any size among the resources from `k` on, over one unit of size: cost and size.
    density: Vec<(N, N)>,
    /// The total size and cost from `k` on.
    rest: Vec<(N, N)>,
    /// With unit sizes everything in `order` is given away.
    unit: bool,
    budget: Vec<N>,
    lacks: Vec<N>,
    /// What tasks demand, so that like ones are told from unlike.
    demand: Vec<N>,
    given: Vec<Option<usize>>,
    hopeless: HashSet<Vec<N>>,
    branches: u64,
}

/// The common multiple of the denominators.
fn common(numbers: &[&[Rational]]) -> Int {
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
    /// The search of the stock and its unit of cost; `None` when there are too few resources, or numbers are beyond `N`.
    fn of(stock: &Stock) -> Option<(Search<N>, Int)> {
        let unit = stock.unit();
        let mut order: Vec<usize> = (0..stock.resources()).collect();
        order.sort_by(|&a, &b| stock.cost[b].cmp(&stock.cost[a]).then(b.cmp(&a)));
        let (costs, sizes) = (common(&[&stock.cost]), common(&[&stock.size, &stock.demand]));
        // Every sum that comes up is one of some of these; no budget is larger than the first.
        let all = |row: &[Rational], unit: &Int| whole::<N>(&sum(row.iter().cloned()), unit);
        all(&stock.cost, &costs)?;
        all(&stock.size, &sizes)?.plus(&all(&stock.demand, &sizes)?);
        if unit {
            // An assignment that uses a resource while a cheaper one is free gets no worse when it takes that one.
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

    /// What a task that lacks so much pays at least from resource `k` on.
    fn least(&self, k: usize, lacks: &N) -> N {
        if self.unit {
            // The cheapest come last.
            let from = self.order.len().saturating_sub(lacks.count());
            return self.rest[from.max(k)].1.clone();
        }
        let (cost, size) = &self.density[k];
        cost.times(lacks).over_up(size)
    }

    /// The sum of what the lacking tasks have of something.
    fn over_lacking(&self, what: &[N]) -> N {
        let lacking = (0..self.lacks.len()).filter(|&j| self.lacks[j].is_positive());
        lacking.fold(N::small(0), |sum, j| sum.plus(&what[j]))
    }

    /// Whether everybody can still be covered within budget, as far as simple sums tell.
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

    /// What decides whether there is hope from resource `k` on: what each task lacks and may pay, in order.
    fn position(&self, k: usize) -> Vec<N> {
        let mut tasks: Vec<(N, N)> = (0..self.lacks.len())
            .filter(|&j| self.lacks[j].is_positive())
            .map(|j| (self.lacks[j].clone(), self.budget[j].clone()))
            .collect();
        tasks.sort_unstable();
        let at = N::small(i64::try_from(k).expect("there are fewer resources than that"));
        std::iter::once(at).chain(tasks.into_iter().flat_map(|(a, b)| [a, b])).collect()
    }

    /// Gives away the resources from `k` on; fails when the limit of branches is reached.
    fn go(&mut self, k: usize, patience: &Patience) -> Result<bool, Halt<()>> {
        if !self.lacks.iter().any(Whole::is_positive) {
            return Ok(true);
        }
        if k == self.order.len() || !self.hope(k) {
            return Ok(false);
        }
        self.branches += 1;
        patience.check()?;
        if self.branches > MOST_BRANCHES {
            return Err(Halt::Failed(()));
        }
        let position = self.position(k);
        if self.hopeless.contains(&position) {
            return Ok(false);
        }
        let mut tried: Vec<(N, N)> = Vec::new();
        let mut tasks: Vec<usize> = (0..self.lacks.len()).filter(|&j| self.lacks[j].is_positive()).collect();
        let key = |j: usize| (&self.budget[j], &self.demand[j]);
        tasks.sort_by(|&a, &b| key(b).cmp(&key(a)).then(a.cmp(&b)));
        for j in tasks {
            let kind = (self.lacks[j].clone(), self.budget[j].clone());
            if self.cost[k] > self.budget[j] || tried.contains(&kind) {
                continue;
            }
            tried.push(kind.clone());
            self.given[k] = Some(j);
            self.lacks[j] = kind.0.minus(&self.size[k]);
            self.budget[j] = kind.1.minus(&self.cost[k]);
            let found = self.go(k + 1, patience);
            (self.lacks[j], self.budget[j]) = kind;
            if found != Ok(false) {
                return found;
            }
        }
        self.given[k] = None;
        if !self.unit {
            let found = self.go(k + 1, patience);
            if found != Ok(false) {
                return found;
            }
        }
        if self.hopeless.len() < MOST_REMEMBERED {
            self.hopeless.insert(position);
        }
        Ok(false)
    }

    /// An assignment with a ratio below the bound; `Ok(None)` when there is none.
    fn below(
        &mut self,
        stock: &Stock,
        bound: &Rational,
        unit: &Int,
        patience: &Patience,
    ) -> Result<Option<Vec<Option<usize>>>, Halt<()>> {
        // The most whole units of cost that stay below bound times isolation.
        let total = self.rest[0].1.clone();
        for j in 0..stock.tasks() {
            let most = bound * &stock.isolation()[j] * Rational::from_int(unit);
            let budget = -(-most).floor() - Rational::one();
            // Nobody pays more than everything costs.
            self.budget[j] =
                N::of(&budget.numerator()).map_or_else(|| total.clone(), |b| b.min(total.clone()));
        }
        self.hopeless.clear();
        self.given.fill(None);
        match self.go(0, patience)? {
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

/// An assignment with a ratio below the bound, if there is one.
///
/// # Errors
/// The tasks cannot all be covered, or the search reached its limit or was cut short.
pub fn below(
    stock: &Stock,
    bound: &Rational,
    patience: &Patience,
) -> Result<Option<Vec<Option<usize>>>, Halt<Refusal>> {
    enough(stock)?;
    // On average tasks pay at least what the cheapest resources cost.
    if stock.unit() && sum(cheapest(stock)) >= bound * sum(stock.isolation().iter().cloned()) {
        return Ok(None);
    }
    let undecided = || Refusal::Undecided("the search for a better assignment reached its limit".to_string());
    let found = match Search::<i128>::of(stock) {
        Some((mut search, unit)) => search.below(stock, bound, &unit, patience),
        None => in_any_size(stock)?.0.below(stock, bound, &common(&[&stock.cost]), patience),
    };
    found.map_err(|halt| halt.map(|()| undecided()))
}

/// The search in numbers of any size.
fn in_any_size(stock: &Stock) -> Result<(Search<Int>, Int), Refusal> {
    let few =
        || Refusal::OutOfDomain("cannot cover all tasks together: there are too few resources".to_string());
    Search::of(stock).ok_or_else(few)
}

/// As many of the lowest costs as units are demanded, of sizes 1 and whole demands.
fn cheapest(stock: &Stock) -> Vec<Rational> {
    let mut sorted = stock.cost.clone();
    sorted.sort();
    sorted.truncate(stock.demand.iter().map(super::count).fold(0usize, usize::saturating_add));
    sorted
}

/// The smallest ratio as far as the search got.
///
/// # Errors
/// There is no assignment, none was found, or the search was cut short.
pub fn best(stock: &Stock, patience: &Patience) -> Result<Bounds, Halt<Refusal>> {
    enough(stock)?;
    match Search::<i128>::of(stock) {
        Some((search, unit)) => best_by(stock, search, &unit, patience),
        None => {
            let (search, unit) = in_any_size(stock)?;
            best_by(stock, search, &unit, patience)
        }
    }
}

fn best_by<N: Whole>(
    stock: &Stock,
    mut search: Search<N>,
    unit: &Int,
    patience: &Patience,
) -> Result<Bounds, Halt<Refusal>> {
    let (mut lower, mut upper, mut assignment) = start(stock, &mut search, unit, patience)?;
    let mut settled = upper <= lower;
    while !settled {
        // Halfway first, as long as that is worth while; then whatever is better at all.
        let middle = (&lower + &upper) / Rational::int(2);
        match search.below(stock, &middle, unit, patience).uncut()? {
            Ok(Some(found)) => (upper, assignment) = (stock.ratio(&found), found),
            Ok(None) => lower = middle,
            Err(()) => break,
        }
        settled = upper <= lower;
        if !settled && &upper - &lower < &upper * Rational::new(1, 16) {
            match search.below(stock, &upper, unit, patience).uncut()? {
                Ok(Some(found)) => (upper, assignment) = (stock.ratio(&found), found),
                Ok(None) => {
                    lower.clone_from(&upper);
                    settled = true;
                }
                Err(()) => break,
            }
        }
    }
    Ok(Bounds { lower, upper, assignment, branches: search.branches, settled })
}

/// Bounds to begin with: with sizes 1 and whole demands those of the pruned programme, of its rounding and of
/// greedy, otherwise 1 and any assignment.
fn start<N: Whole>(
    stock: &Stock,
    search: &mut Search<N>,
    unit: &Int,
    patience: &Patience,
) -> Result<(Rational, Rational, Assigned), Halt<Refusal>> {
    if stock.unit()
        && let Some((ratio, rounded)) = rounding::round(stock, patience)?
    {
        let greedy = GREEDY.assign(stock);
        let (first, second) = (stock.ratio(&rounded), stock.ratio(&greedy));
        return Ok(if second < first { (ratio, second, greedy) } else { (ratio, first, rounded) });
    }
    let plenty = (sum(stock.cost.iter().cloned()) + Rational::one())
        / stock.isolation().iter().min().expect("there is a task");
    match search.below(stock, &plenty, unit, patience).uncut()? {
        Err(()) => Err(Refusal::Undecided("no assignment was found within the limit".to_string()).into()),
        Ok(None) => Ok(refuse("cannot cover all tasks together")?),
        Ok(Some(any)) => {
            // A task pays at least what it pays alone.
            Ok((Rational::one(), stock.ratio(&any), any))
        }
    }
}

impl Mechanism<Covering> for Optimum {
    fn specification(&self) -> &dyn Specification<Covering> {
        self
    }

    fn traced(&self) -> Option<&dyn Traced<Covering>> {
        Some(self)
    }

    fn allocate(&self, stock: &Stock, patience: &Patience) -> Result<Allotment, Halt<Refusal>> {
        let bounds = best(stock, patience)?;
        if bounds.settled {
            return Ok(Allotment::Whole(bounds.assignment));
        }
        Err(Refusal::Undecided(format!(
            "the smallest ratio lies between {} and {}; the search ended after {} branches",
            bounds.lower, bounds.upper, bounds.branches
        ))
        .into())
    }

    fn certify(
        &self,
        stock: &Stock,
        outcome: &Allotment,
        patience: &Patience,
    ) -> Result<Certificate, Halt<Rejected>> {
        let ratio = outcome.ratio(stock);
        if stock.resources() * stock.tasks() <= SMALL
            && let Some((bound, proof)) = programme::pruned(stock, patience)?
            && bound >= ratio
        {
            return Ok(Certificate::Bound(proof));
        }
        match tree::tree(stock, &ratio, patience)? {
            Some(root) => Ok(Certificate::Tree(root)),
            None => Ok(uncertified("no tree of a bearable size excludes a better assignment")?),
        }
    }
}

impl Traced<Covering> for Optimum {
    fn trace(&self, stock: &Stock, patience: &Patience) -> Result<Trace<Covering>, Halt<Refusal>> {
        let end = self.allocate(stock, patience)?;
        let mut trace = traced::certificate_alone(stock, &end, "The fairest assignment");
        let ratio = end.ratio(stock);
        match self.certify(stock, &end, patience).uncut()? {
            Ok(Certificate::Bound(proof)) => {
                trace.steps.push(traced::lower_bound(stock, &ratio, Kind::Pruned, &proof));
            }
            Ok(_) => trace.steps.push(Step::new(
                BOUND,
                format!("No assignment has a ratio below {ratio}: a tree over all assignments, which is long, is in the record."),
            )),
            Err(_) => {}
        }
        Ok(trace)
    }
}

/// Up to so many pairs the programme is asked for a bound.
const SMALL: usize = 20_000;
