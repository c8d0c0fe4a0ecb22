//! The exact optimum: branch and bound over assignments, in integers (mukherjee I-A).

use super::branch::{Search, common};
use super::whole::Whole;
use super::{
    Allocated, Assigned, Certified, Followed, Formulation, GREEDY, Mechanism, Optimum, enough, programme,
    refuse, rounding, tree, uncertified,
};
use crate::linear::{Patience, Uncut as _};
use crate::mechanism::{Sought, sentences};
use crate::model::Refusal;
use crate::model::covering::{Allotment, Certificate, Covering, Stock};
use crate::scalar::{Int, Rational, Scalar, sum};
use crate::trace::{BOUND, Step};

/// The bounds of the smallest ratio found by a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds {
    /// The lower bound: no assignment has a smaller ratio.
    pub lower: Rational,
    /// The upper bound: the ratio of `assignment`.
    pub upper: Rational,
    /// The best assignment found: the task of each resource, or `None` for an idle resource.
    pub assignment: Vec<Option<usize>>,
    /// Number of branches in the search.
    pub branches: u64,
    /// `true` if the two bounds are proved to be equal.
    pub settled: bool,
}

/// Returns an assignment with a ratio below `bound`, if there is one.
///
/// # Errors
/// The refusal if the tasks cannot all be covered or the search reached its limit, or the cut.
pub fn below(stock: &Stock, bound: &Rational, patience: &Patience) -> Sought<Option<Vec<Option<usize>>>> {
    enough(stock)?;
    // The tasks together pay at least the cost of the cheapest resources.
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

/// Returns the search in integers of arbitrary size, with the unit of cost.
fn in_any_size(stock: &Stock) -> Result<(Search<Int>, Int), Refusal> {
    let few =
        || Refusal::OutOfDomain("cannot cover all tasks together: there are too few resources".to_string());
    Search::of(stock).ok_or_else(few)
}

/// Returns the lowest costs, as many as units are demanded, for sizes 1 and integral demands.
fn cheapest(stock: &Stock) -> Vec<Rational> {
    let mut sorted = stock.cost.clone();
    sorted.sort();
    sorted.truncate(stock.demand.iter().map(super::count).fold(0usize, usize::saturating_add));
    sorted
}

/// Returns bounds for the smallest ratio, as tight as the search found them.
///
/// # Errors
/// The refusal if there is no assignment or none was found, or the cut.
pub fn best(stock: &Stock, patience: &Patience) -> Sought<Bounds> {
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
) -> Sought<Bounds> {
    let (mut lower, mut upper, mut assignment) = start(stock, &mut search, unit, patience)?;
    let mut settled = upper <= lower;
    while !settled {
        // Bisection first; once the bounds are near each other, a search for any better assignment.
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

/// Returns initial bounds and an assignment: for sizes 1 and integral demands those of the pruned programme,
/// its rounding and the greedy algorithm, otherwise 1 and any assignment.
fn start<N: Whole>(
    stock: &Stock,
    search: &mut Search<N>,
    unit: &Int,
    patience: &Patience,
) -> Sought<(Rational, Rational, Assigned)> {
    if stock.unit()
        && let Some(found) = rounding::round(stock, patience)?
    {
        let (rounded, ratio) = (found.assignment(), found.ratio);
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
            // A task pays at least its cost in isolation.
            Ok((Rational::one(), stock.ratio(&any), any))
        }
    }
}

impl Mechanism<Covering> for Optimum {
    fn allocate(&self, stock: &Stock, patience: &Patience) -> Allocated<Covering> {
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

    fn certify(&self, stock: &Stock, outcome: &Allotment, patience: &Patience) -> Certified<Covering> {
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

    fn trace(&self, stock: &Stock, patience: &Patience) -> Followed<Covering> {
        let end = self.allocate(stock, patience)?;
        let mut trace = sentences::certificate_alone(stock, &end, "The fairest assignment");
        let ratio = end.ratio(stock);
        match self.certify(stock, &end, patience).uncut()? {
            Ok(Certificate::Bound(proof)) => {
                trace.steps.push(sentences::lower_bound(stock, &ratio, Formulation::Pruned, &proof));
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

/// The largest number of pairs of task and resource for which the programme is solved for a bound.
const SMALL: usize = 20_000;
