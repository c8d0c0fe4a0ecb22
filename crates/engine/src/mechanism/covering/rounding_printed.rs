//! The rounding as printed, from fractions of the pruned programme (mukherjee IV).

use fairwitness_kernel::specification::covering::rounding_printed::round_seen;

use super::rounding::within_bound;
use super::{
    Abilities, Allocated, Certified, Followed, Formulation, Mechanism, Released, RoundingPrinted,
    Specification, Starts, programme, refuse, round_as_printed,
};
use crate::linear::{Patience, Timely};
use crate::mechanism::sentences;
use crate::model::Refusal;
use crate::model::covering::{Allotment, Certificate, Covering, Stock};

impl Mechanism<Covering> for RoundingPrinted {
    fn allocate(&self, stock: &Stock, patience: &Patience) -> Allocated<Covering> {
        self.domain(stock)?;
        let Some(Allotment::Parts { fraction, .. }) =
            programme::optimal(Formulation::Pruned, stock, patience)?
        else {
            return Ok(refuse("the programme has no solution")?);
        };
        Ok(Allotment::Whole(round_as_printed(stock, &fraction, Released::Excess)?))
    }

    fn certify(&self, stock: &Stock, _outcome: &Allotment, patience: &Patience) -> Certified<Covering> {
        within_bound(stock, patience)
    }

    fn trace(&self, stock: &Stock, patience: &Patience) -> Followed<Covering> {
        self.domain(stock)?;
        let Some(Allotment::Parts { fraction, ratio }) =
            programme::optimal(Formulation::Pruned, stock, patience)?
        else {
            return Ok(refuse("the programme has no solution")?);
        };
        sentences::few_resources(stock)?;
        let mut events = Vec::new();
        let end = match round_seen(stock, &fraction, Released::Excess, &mut events) {
            Ok(given) => Some(given),
            Err(Refusal::NoOutcome(_)) => None,
            Err(refusal) => return Err(refusal.into()),
        };
        let mut trace = sentences::rounding_printed(stock, (&fraction, &ratio), &events, end);
        let proof = programme::proof(Formulation::Pruned, stock, &ratio, patience)?;
        trace.steps.push(sentences::lower_bound(stock, &ratio, Formulation::Pruned, &proof));
        Ok(trace)
    }

    fn abilities(&self) -> Abilities<'_, Covering> {
        Abilities { start: Some(self), ..Abilities::none() }
    }
}

impl Starts<Covering> for RoundingPrinted {
    fn start(&self, stock: &Stock, patience: &Patience) -> Timely<Option<Certificate>> {
        let found = programme::optimal(Formulation::Pruned, stock, patience)?;
        let Some(Allotment::Parts { fraction, ratio }) = found else {
            return Ok(None);
        };
        let proof = programme::proof(Formulation::Pruned, stock, &ratio, patience)?;
        Ok(Some(Certificate::Start(fraction, ratio, proof)))
    }
}
