//! The pruned programme solved by bisection, the paper's method (mukherjee III, Observation 2 and Theorem 3).

use fairwitness_kernel::specification::covering::{interval, resolution};

use super::{Bisection, Formulation, Mechanism, Specification, programme, refuse, uncertified};
use crate::linear::{Cut, Halt, Patience};
use crate::mechanism::sentences;
use crate::model::covering::{Allotment, Certificate, Covering, Stock};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Rational, Scalar};
use crate::trace::{Trace, Traced};

fn bisect(stock: &Stock, patience: &Patience) -> Result<Option<Allotment>, Cut> {
    let Some((mut low, mut high)) = interval(stock) else { return Ok(None) };
    let Some(mut found) = programme::pruned_at(stock, &high, patience)? else { return Ok(None) };
    while &high - &low > resolution() {
        let middle = (&low + &high) / Rational::int(2);
        match programme::pruned_at(stock, &middle, patience)? {
            Some(fraction) => (high, found) = (middle, fraction),
            None => low = middle,
        }
    }
    Ok(Some(Allotment::Parts { fraction: found, ratio: high }))
}

impl Mechanism<Covering> for Bisection {
    fn specification(&self) -> &dyn Specification<Covering> {
        self
    }

    fn traced(&self) -> Option<&dyn Traced<Covering>> {
        Some(self)
    }

    fn allocate(&self, stock: &Stock, patience: &Patience) -> Result<Allotment, Halt<Refusal>> {
        self.domain(stock)?;
        match bisect(stock, patience)? {
            Some(outcome) => Ok(outcome),
            None => Ok(refuse("the programme has no solution at the upper end of the interval")?),
        }
    }

    fn certify(
        &self,
        stock: &Stock,
        _outcome: &Allotment,
        patience: &Patience,
    ) -> Result<Certificate, Halt<Rejected>> {
        match programme::pruned(stock, patience)? {
            Some((ratio, proof)) => Ok(Certificate::AtLeast(ratio, proof)),
            None => Ok(uncertified("the programme has no solution")?),
        }
    }
}

impl Traced<Covering> for Bisection {
    fn trace(&self, stock: &Stock, patience: &Patience) -> Result<Trace<Covering>, Halt<Refusal>> {
        let end = self.allocate(stock, patience)?;
        let mut trace = sentences::bisection(stock, &end, |ratio| {
            Ok(programme::pruned_at(stock, ratio, patience)?.is_some())
        })?;
        if let Some((ratio, proof)) = programme::pruned(stock, patience)? {
            trace.steps.push(sentences::lower_bound(stock, &ratio, Formulation::Pruned, &proof));
        }
        Ok(trace)
    }
}
