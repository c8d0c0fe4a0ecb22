//! The rounding as printed, from fractions of the pruned programme (mukherjee IV).

use super::rounding::within_bound;
use super::{Kind, Mechanism, Released, RoundingPrinted, Specification, programme, refuse, round_as_printed};
use crate::mechanism::traced;
use crate::model::covering::{Allotment, Certificate, Covering, Stock};
use crate::model::refusal::{Refusal, Rejected};
use crate::trace::{Trace, Traced};

impl Mechanism<Covering> for RoundingPrinted {
    fn specification(&self) -> &dyn Specification<Covering> {
        self
    }

    fn traced(&self) -> Option<&dyn Traced<Covering>> {
        Some(self)
    }

    fn allocate(&self, stock: &Stock) -> Result<Allotment, Refusal> {
        self.domain(stock)?;
        let Some(Allotment::Parts { fraction, .. }) = programme::optimal(Kind::Pruned, stock) else {
            return refuse("the programme has no solution");
        };
        Ok(Allotment::Whole(round_as_printed(stock, &fraction, Released::Excess)?))
    }

    fn certify(&self, stock: &Stock, _outcome: &Allotment) -> Result<Certificate, Rejected> {
        within_bound(stock)
    }

    fn start(&self, stock: &Stock) -> Option<Certificate> {
        let Some(Allotment::Parts { fraction, ratio }) = programme::optimal(Kind::Pruned, stock) else {
            return None;
        };
        let proof = programme::proof(Kind::Pruned, stock, &ratio);
        Some(Certificate::Start(fraction, ratio, proof))
    }
}

impl Traced<Covering> for RoundingPrinted {
    fn trace(&self, stock: &Stock) -> Result<Trace<Covering>, Refusal> {
        self.domain(stock)?;
        let Some(Allotment::Parts { fraction, ratio }) = programme::optimal(Kind::Pruned, stock) else {
            return refuse("the programme has no solution");
        };
        let mut trace = traced::rounding_printed(stock, &fraction, &ratio)?;
        let proof = programme::proof(Kind::Pruned, stock, &ratio);
        trace.steps.push(traced::lower_bound(stock, &ratio, Kind::Pruned, &proof));
        Ok(trace)
    }
}
