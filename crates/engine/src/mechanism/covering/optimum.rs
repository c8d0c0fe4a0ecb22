//! The exact optimum: branch and bound over assignments, in whole numbers (mukherjee I-A).

use super::branch::{Search, common};
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
