//! The pruned programme by bisection, as the paper finds it (mukherjee III, Observation 2 and Theorem 3).

use fairwitness_kernel::specification::covering::{interval, resolution};

use super::{Bisection, Kind, Mechanism, Specification, programme, refuse, uncertified};
use crate::mechanism::traced;
use crate::model::covering::{Allotment, Certificate, Covering, Stock};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Rational, Scalar};
use crate::trace::{Trace, Traced};

fn bisect(stock: &Stock) -> Option<Allotment> {
    let (mut low, mut high) = interval(stock)?;
    let mut found = programme::pruned_at(stock, &high)?;
    while &high - &low > resolution() {
        let middle = (&low + &high) / Rational::int(2);
        match programme::pruned_at(stock, &middle) {
            Some(fraction) => (high, found) = (middle, fraction),
            None => low = middle,
        }
    }
    Some(Allotment::Parts { fraction: found, ratio: high })
}

impl Mechanism<Covering> for Bisection {
    fn specification(&self) -> &dyn Specification<Covering> {
        self
    }

    fn traced(&self) -> Option<&dyn Traced<Covering>> {
        Some(self)
    }

    fn allocate(&self, stock: &Stock) -> Result<Allotment, Refusal> {
        self.domain(stock)?;
        match bisect(stock) {
            Some(outcome) => Ok(outcome),
            None => refuse("the programme has no solution at the upper end of the interval"),
        }
    }

    fn certify(&self, stock: &Stock, _outcome: &Allotment) -> Result<Certificate, Rejected> {
        match programme::pruned(stock) {
            Some((ratio, proof)) => Ok(Certificate::AtLeast(ratio, proof)),
            None => uncertified("the programme has no solution"),
        }
    }
}

impl Traced<Covering> for Bisection {
    fn trace(&self, stock: &Stock) -> Result<Trace<Covering>, Refusal> {
        let end = self.allocate(stock)?;
        let mut trace = traced::bisection(stock, &end, |ratio| programme::pruned_at(stock, ratio).is_some())?;
        if let Some((ratio, proof)) = programme::pruned(stock) {
            trace.steps.push(traced::lower_bound(stock, &ratio, Kind::Pruned, &proof));
        }
        Ok(trace)
    }
}
