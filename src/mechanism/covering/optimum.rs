//! The exact optimum: branch and bound over assignments, in whole numbers (mukherjee I-A).

use std::collections::HashSet;

use super::{Mechanism, Settles, assignment, enough, greedy, programme, refuse, rounding, uncertified};
use crate::linear::patience;
use crate::model::covering::{Allotment, Certificate, Covering, Setting, Stock};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Int, Rational, Scalar, sum};

/// The fairest assignment.
#[derive(Debug)]
pub(super) struct Optimum;

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
struct Search {
    /// Resources from the dearest to the cheapest; with unit sizes only as many of the cheapest as are needed.
    order: Vec<usize>,
    cost: Vec<i128>,
    size: Vec<i128>,
    /// The least cost of any size among the resources from `k` on, over one unit of size: cost and size.
    density: Vec<(i128, i128)>,
    /// The total size and cost from `k` on.
    rest: Vec<(i128, i128)>,
    /// With unit sizes everything in `order` is given away.
    unit: bool,
    budget: Vec<i128>,
    lacks: Vec<i128>,
    /// What tasks demand, so that like ones are told from unlike.
    demand: Vec<i128>,
    given: Vec<Option<usize>>,
    hopeless: HashSet<Vec<i128>>,
    branches: u64,
}

/// The common multiple of the denominators, if machine words hold it.
fn common(numbers: &[&[Rational]]) -> Option<Int> {
    let one = Int::from(1i64);
    numbers.iter().flat_map(|row| row.iter()).try_fold(one, |lcm, x| {
        let d = x.denominator();
        let lcm = lcm.times(&d).over(&lcm.gcd(&d));
        (lcm.bits() < 60).then_some(lcm)
    })
}

fn whole(x: &Rational, unit: &Int) -> Option<i128> {
    let x = x * Rational::from_int(unit);
    if x.is_integer() { x.numerator().to_i128().filter(|n| n.abs() < 1 << 80) } else { None }
}

impl Search {
    fn of(stock: &Stock) -> Option<(Search, Int)> {
        let unit = stock.unit();
        let mut order: Vec<usize> = (0..stock.resources()).collect();
        order.sort_by(|&a, &b| stock.cost[b].cmp(&stock.cost[a]).then(b.cmp(&a)));
        if unit {
            // An assignment that uses a resource while a cheaper one is free gets no worse when it takes that one.
            let needed = stock.demand.iter().map(super::count).fold(0usize, usize::saturating_add);
            order.drain(..order.len().checked_sub(needed)?);
        }
        let (costs, sizes) = (common(&[&stock.cost])?, common(&[&stock.size, &stock.demand])?);
        let cost: Vec<i128> = order.iter().map(|&i| whole(&stock.cost[i], &costs)).collect::<Option<_>>()?;
        let size: Vec<i128> = order.iter().map(|&i| whole(&stock.size[i], &sizes)).collect::<Option<_>>()?;
        let demand: Vec<i128> = stock.demand.iter().map(|d| whole(d, &sizes)).collect::<Option<_>>()?;
        let mut density = vec![(0, 1); order.len() + 1];
        let mut rest = vec![(0, 0); order.len() + 1];
        for k in (0..order.len()).rev() {
            let here = (cost[k], size[k]);
            density[k] = if k + 1 == order.len() || here.0 * density[k + 1].1 < density[k + 1].0 * here.1 {
                here
            } else {
                density[k + 1]
            };
            rest[k] = (rest[k + 1].0 + size[k], rest[k + 1].1 + cost[k]);
        }
        let search = Search {
            budget: vec![0; demand.len()],
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
    fn least(&self, k: usize, lacks: i128) -> i128 {
        if lacks <= 0 {
            return 0;
        }
        if self.unit {
            // The cheapest come last.
            let from = self.order.len().saturating_sub(usize::try_from(lacks).unwrap_or(usize::MAX));
            return self.rest[from.max(k)].1;
        }
        let (cost, size) = self.density[k];
        (cost * lacks + size - 1) / size
    }

    /// Whether everybody can still be covered within budget, as far as simple sums tell.
    fn hope(&self, k: usize) -> bool {
        let lacking = || (0..self.lacks.len()).filter(|&j| self.lacks[j] > 0);
        if lacking().map(|j| self.lacks[j]).sum::<i128>() > self.rest[k].0 {
            return false;
        }
        if lacking().any(|j| self.least(k, self.lacks[j]) > self.budget[j]) {
            return false;
        }
        if self.unit {
            return lacking().map(|j| self.budget[j]).sum::<i128>() >= self.rest[k].1;
        }
        true
    }

    /// What decides whether there is hope from resource `k` on: what each task lacks and may pay, in order.
    fn position(&self, k: usize) -> Vec<i128> {
        let mut tasks: Vec<(i128, i128)> = (0..self.lacks.len())
            .filter(|&j| self.lacks[j] > 0)
            .map(|j| (self.lacks[j], self.budget[j]))
            .collect();
        tasks.sort_unstable();
        std::iter::once(k as i128).chain(tasks.into_iter().flat_map(|(a, b)| [a, b])).collect()
    }

    /// Gives away the resources from `k` on; `None` when the limit of branches is reached.
    fn go(&mut self, k: usize) -> Option<bool> {
        if self.lacks.iter().all(|l| *l <= 0) {
            return Some(true);
        }
        if k == self.order.len() || !self.hope(k) {
            return Some(false);
        }
        self.branches += 1;
        patience::check();
        if self.branches > MOST_BRANCHES {
            return None;
        }
        let position = self.position(k);
        if self.hopeless.contains(&position) {
            return Some(false);
        }
        let mut tried: Vec<(i128, i128)> = Vec::new();
        let mut tasks: Vec<usize> = (0..self.lacks.len()).filter(|&j| self.lacks[j] > 0).collect();
        tasks.sort_by_key(|&j| (-self.budget[j], -self.demand[j], j));
        for j in tasks {
            let kind = (self.lacks[j], self.budget[j]);
            if self.cost[k] > self.budget[j] || tried.contains(&kind) {
                continue;
            }
            tried.push(kind);
            self.given[k] = Some(j);
            self.lacks[j] -= self.size[k];
            self.budget[j] -= self.cost[k];
            let found = self.go(k + 1);
            self.lacks[j] += self.size[k];
            self.budget[j] += self.cost[k];
            if found != Some(false) {
                return found;
            }
        }
        self.given[k] = None;
        if !self.unit {
            let found = self.go(k + 1);
            if found != Some(false) {
                return found;
            }
        }
        if self.hopeless.len() < MOST_REMEMBERED {
            self.hopeless.insert(position);
        }
        Some(false)
    }

    /// An assignment with a ratio below the bound; `Ok(None)` when there is none.
    fn below(
        &mut self,
        stock: &Stock,
        bound: &Rational,
        unit: &Int,
    ) -> Result<Option<Vec<Option<usize>>>, ()> {
        // The most whole units of cost that stay below bound times isolation.
        for j in 0..stock.tasks() {
            let most = bound * &stock.isolation()[j] * Rational::from_int(unit);
            let budget = -(-most).floor() - Rational::one();
            self.budget[j] = budget.numerator().to_i128().ok_or(())?;
        }
        self.hopeless.clear();
        self.given.fill(None);
        match self.go(0) {
            None => Err(()),
            Some(false) => Ok(None),
            Some(true) => {
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
pub fn below(stock: &Stock, bound: &Rational) -> Result<Option<Vec<Option<usize>>>, Refusal> {
    enough(stock)?;
    // On average tasks pay at least what the cheapest resources cost.
    if stock.unit() && sum(cheapest(stock)) >= bound * sum(stock.isolation().iter().cloned()) {
        return Ok(None);
    }
    let (mut search, unit) = Search::of(stock).ok_or_else(huge)?;
    let undecided = || Refusal::Undecided("the search for a better assignment reached its limit".to_string());
    search.below(stock, bound, &unit).map_err(|()| undecided())
}

fn huge() -> Refusal {
    Refusal::Undecided("numbers are too large for the exact search".to_string())
}

/// As many of the lowest costs as units are demanded, of sizes 1 and whole demands.
fn cheapest(stock: &Stock) -> Vec<Rational> {
    let mut sorted = stock.cost.clone();
    sorted.sort();
    sorted.truncate(stock.demand.iter().map(super::count).fold(0usize, usize::saturating_add));
    sorted
}

/// The smallest ratio as far as the search got; `Err` when there is no assignment, or none was found.
pub fn best(stock: &Stock) -> Result<Bounds, Refusal> {
    enough(stock)?;
    let (mut search, unit) = Search::of(stock).ok_or_else(huge)?;
    let (mut lower, mut upper, mut assignment) = start(stock, &mut search, &unit)?;
    let mut settled = upper <= lower;
    while !settled {
        // Halfway first, as long as that is worth while; then whatever is better at all.
        let middle = (&lower + &upper) / Rational::int(2);
        match search.below(stock, &middle, &unit) {
            Ok(Some(found)) => (upper, assignment) = (stock.ratio(&found), found),
            Ok(None) => lower = middle,
            Err(()) => break,
        }
        settled = upper <= lower;
        if !settled && &upper - &lower < &upper * Rational::new(1, 16) {
            match search.below(stock, &upper, &unit) {
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
fn start(
    stock: &Stock,
    search: &mut Search,
    unit: &Int,
) -> Result<(Rational, Rational, Vec<Option<usize>>), Refusal> {
    if stock.unit()
        && let Some((ratio, rounded)) = rounding::round(stock)
    {
        let greedy = greedy::GREEDY.assign(stock);
        let (first, second) = (stock.ratio(&rounded), stock.ratio(&greedy));
        return Ok(if second < first { (ratio, second, greedy) } else { (ratio, first, rounded) });
    }
    let plenty = (sum(stock.cost.iter().cloned()) + Rational::one())
        / stock.isolation().iter().min().expect("there is a task");
    match search.below(stock, &plenty, unit) {
        Err(()) => Err(Refusal::Undecided("no assignment was found within the limit".to_string())),
        Ok(None) => refuse("cannot cover all tasks together"),
        Ok(Some(any)) => {
            // A task pays at least what it pays alone.
            Ok((Rational::one(), stock.ratio(&any), any))
        }
    }
}

impl Mechanism<Covering> for Optimum {
    fn id(&self) -> &'static str {
        "optimum"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../mechanisms/optimum.md")
    }

    fn setting(&self) -> Setting {
        Setting { integral: true }
    }

    fn settles(&self, _stock: &Stock) -> Settles {
        Settles::Utilities
    }

    fn allocate(&self, stock: &Stock) -> Result<Allotment, Refusal> {
        let bounds = best(stock)?;
        if bounds.settled {
            return Ok(Allotment::Whole(bounds.assignment));
        }
        Err(Refusal::Undecided(format!(
            "the smallest ratio lies between {} and {}; the search ended after {} branches",
            bounds.lower, bounds.upper, bounds.branches
        )))
    }

    fn certify(&self, stock: &Stock, outcome: &Allotment) -> Result<Certificate, Rejected> {
        let ratio = outcome.ratio(stock);
        if stock.resources() * stock.tasks() <= SMALL
            && let Some((bound, proof)) = programme::pruned(stock)
            && bound >= ratio
        {
            return Ok(Certificate::Bound(Box::new(proof)));
        }
        Ok(Certificate::Searched(best(stock)?.branches))
    }

    fn check(&self, stock: &Stock, outcome: &Allotment, certificate: &Certificate) -> Result<(), Rejected> {
        let ratio = stock.ratio(assignment(outcome)?);
        match certificate {
            Certificate::Bound(proof) => programme::Kind::Pruned.proves(stock, &ratio, proof),
            Certificate::Searched(_) => {
                let again = Search::of(stock);
                let nothing = again.map(|(mut search, unit)| search.below(stock, &ratio, &unit));
                if nothing == Some(Ok(None)) {
                    Ok(())
                } else {
                    uncertified("a better assignment was not excluded")
                }
            }
            _ => uncertified("the certificate is of another kind"),
        }
    }
}

/// Up to so many pairs the programme is asked for a bound.
const SMALL: usize = 200;
