//! The pruned programme solved by bisection, the paper's method (mukherjee III, Observation 2 and Theorem 3).

use fairwitness_kernel::observer::Observer;
use fairwitness_kernel::specification::covering::{interval, resolution};

use super::{
    Allocated, Bisection, Certified, Followed, Formulation, Mechanism, Specification, programme, refuse,
    rounding,
};
use crate::linear::{Patience, Timely};
use crate::mechanism::{Sought, sentences};
use crate::model::covering::{Allotment, Covering, Stock};
use crate::scalar::{Rational, Scalar};

/// A halving of the interval: its new ends, and `true` if the programme has fractions at the middle.
#[derive(Clone, Debug, PartialEq)]
pub struct Halving {
    /// The lower end.
    pub low: Rational,
    /// The upper end.
    pub high: Rational,
    /// The answer at the middle.
    pub fits: bool,
}

/// The fractions at the upper end of the last interval; `observer` receives each halving.
fn bisect(
    stock: &Stock,
    patience: &Patience,
    observer: &mut impl Observer<Halving>,
) -> Timely<Option<Allotment>> {
    let Some((mut low, mut high)) = interval(stock) else { return Ok(None) };
    let Some(mut found) = programme::pruned_at(stock, &high, patience)? else { return Ok(None) };
    while &high - &low > resolution() {
        let middle = (&low + &high) / Rational::int(2);
        let next = programme::pruned_at(stock, &middle, patience)?;
        let fits = next.is_some();
        match next {
            Some(fraction) => (high, found) = (middle, fraction),
            None => low = middle,
        }
        observer.see(|| Halving { low: low.clone(), high: high.clone(), fits });
    }
    Ok(Some(Allotment::Parts { fraction: found, ratio: high }))
}

/// The outcome of [`bisect`].
///
/// # Errors
/// The refusal of an instance outside the domain, or the cut.
fn bisected(stock: &Stock, patience: &Patience, observer: &mut impl Observer<Halving>) -> Sought<Allotment> {
    Bisection.domain(stock)?;
    match bisect(stock, patience, observer)? {
        Some(outcome) => Ok(outcome),
        None => Ok(refuse("the programme has no solution at the upper end of the interval")?),
    }
}

impl Mechanism<Covering> for Bisection {
    fn allocate(&self, stock: &Stock, patience: &Patience) -> Allocated<Covering> {
        bisected(stock, patience, &mut ())
    }

    fn certify(&self, stock: &Stock, _outcome: &Allotment, patience: &Patience) -> Certified<Covering> {
        rounding::within_bound(stock, patience)
    }

    fn trace(&self, stock: &Stock, patience: &Patience) -> Followed<Covering> {
        sentences::few_resources(stock)?;
        let mut halvings = Vec::new();
        let end = bisected(stock, patience, &mut halvings)?;
        let mut trace = sentences::bisection(stock, end, &halvings);
        if let Some((ratio, proof)) = programme::pruned(stock, patience)? {
            trace.steps.push(sentences::lower_bound(stock, &ratio, Formulation::Pruned, &proof));
        }
        Ok(trace)
    }
}
